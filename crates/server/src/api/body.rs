//! The body of a request: JSON, in which a whole number may be written with a point and zeros behind it, and is below 2^63
//! as the API's document says and the store needs.

use std::fmt;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, OptionalFromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// What was asked for, read from a request's body.
///
/// To JSON and its schemas `2` and `2.0` are the same number; to serde they aren't.
pub(super) struct Body<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let (parts, body) = request.into_parts();
        let request = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        let again = Request::from_parts(parts, bytes.clone().into());
        let object = bytes.trim_ascii_start().starts_with(b"{");
        match <Json<T> as FromRequest<S>>::from_request(again, state).await {
            Ok(_) | Err(JsonRejection::JsonDataError(_)) if object && holds_too_large(&bytes) => {
                Err((StatusCode::BAD_REQUEST, "Whole numbers are below 2^63").into_response())
            }
            Ok(Json(asked)) if object => Ok(Self(asked)),
            // To serde a list of its fields is a struct, too.
            Ok(_) => Err((StatusCode::BAD_REQUEST, "The body must be a JSON object").into_response()),
            // Only where it is JSON, called so, and doesn't fit: nothing else gets a second chance.
            Err(refusal @ JsonRejection::JsonDataError(_)) if object => {
                read_plainly(&bytes).map(Self).ok_or_else(|| refusal.into_response())
            }
            Err(refusal) => Err(refusal.into_response()),
        }
    }
}

/// A body that may be left out, or be null.
impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Body<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, Self::Rejection> {
        let (parts, body) = request.into_parts();
        let request = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(request, state).await.map_err(IntoResponse::into_response)?;
        if bytes.is_empty() || bytes.trim_ascii() == b"null" {
            return Ok(None);
        }
        let whole = Request::from_parts(parts, bytes.into());
        <Self as FromRequest<S>>::from_request(whole, state).await.map(Some)
    }
}

fn holds_too_large(text: &[u8]) -> bool {
    fn is_too_large(value: &Value) -> bool {
        match value {
            Value::Array(items) => items.iter().any(is_too_large),
            Value::Object(fields) => fields.values().any(is_too_large),
            Value::Number(number) => number.is_u64() && !number.is_i64(),
            _ => false,
        }
    }
    serde_json::from_slice(text).is_ok_and(|value| is_too_large(&value))
}

/// Reads the text with its whole numbers written plainly.
fn read_plainly<T: DeserializeOwned>(text: &[u8]) -> Option<T> {
    let Plain(value) = serde_json::from_slice(text).ok()?;
    serde_json::from_value(value).ok()
}

/// JSON with its whole numbers written plainly. A field that is there twice is refused, as it is by whoever reads the text
/// itself: of two only the last would be left.
struct Plain(Value);

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(PlainVisitor).map(Self)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        // Larger ones may not be what they seem.
        let whole = number.fract() == 0.0 && number.abs() < 9e15;
        Ok(if whole { (number as i64).into() } else { number.into() })
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut read = Vec::new();
        while let Some(Plain(item)) = items.next_element()? {
            read.push(item);
        }
        Ok(Value::Array(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut read = Map::new();
        while let Some((name, Plain(value))) = fields.next_entry::<String, _>()? {
            if read.insert(name, value).is_some() {
                return Err(A::Error::custom("a field is there twice"));
            }
        }
        Ok(Value::Object(read))
    }
}

#[test]
fn whole_numbers_are_below_2_to_the_63rd() {
    let (fits, too_large) = ((1_u64 << 63) - 1, 1_u64 << 63);
    assert!(!holds_too_large(format!(r#"{{"a":[{fits}, -1, 0.5, "{too_large}"]}}"#).as_bytes()));
    assert!(holds_too_large(format!(r#"{{"a":[0, {{"b": {too_large}}}]}}"#).as_bytes()));
}

#[test]
fn whole_numbers_may_have_a_point() {
    let read = |text: &str| read_plainly::<Vec<u8>>(text.as_bytes());
    assert_eq!(read("[2.0, 3, 1e1]"), Some(vec![2, 3, 10]));
    assert_eq!(read("[2.5]"), None);
    assert_eq!(read("[-1.0]"), None);
    assert_eq!(read("[1e300]"), None);
}

#[test]
fn a_field_that_is_there_twice_is_refused() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Bet {
        to: u8,
        by: Vec<u8>,
    }
    let read = |text: &str| read_plainly::<Bet>(text.as_bytes());
    assert_eq!(read(r#"{"to":2.0,"by":[1]}"#), Some(Bet { to: 2, by: vec![1] }));
    for twice in [r#"{"to":1,"to":2,"by":[]}"#, r#"{"to":2.0,"by":[],"by":[1]}"#] {
        assert_eq!(read(twice), None, "{twice}");
    }
}
