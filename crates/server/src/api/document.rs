//! The OpenAPI document: what each operation says of itself, and what is true of all of them.
//!
//! An operation names what it gives, and what is refused for a reason of its own. How somebody shows who it is, and
//! what any request may be refused for, is added here, once.

use serde_json::{Map, Value, json};

/// The document's text, for a room whose sessions have a cookie of this name.
pub(super) fn written(document: &utoipa::openapi::OpenApi, cookie: &str) -> String {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["components"]["securitySchemes"] = credentials(cookie);
    document["components"]["responses"] =
        REFUSALS.map(|(status, why)| (status.to_owned(), refusal(status, why))).into_iter().collect();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for (method, operation) in paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut).flatten() {
        if let Some(operation) = operation.as_object_mut() {
            complete(operation, method != "get");
        }
    }
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

/// How somebody shows who it is.
fn credentials(cookie: &str) -> Value {
    json!({
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": cookie,
            "description": "The session of a browser: set by `GET /api/v1/account`, which makes a guest, by claiming a \
                name with a password, and by signing in. Behind an https address it is called \
                `__Host-cardroom_session`, else `cardroom_session`."
        },
        "csrf": {
            "type": "apiKey",
            "in": "header",
            "name": "X-CSRF-Token",
            "description": "Goes with the cookie wherever something is changed: the `csrf` of the account. It belongs to \
                the session, and a new session has a new one."
        },
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A program's token, made at `/api/v1/account/tokens`. It needs no X-CSRF-Token."
        }
    })
}

/// Adds to an operation what it doesn't say itself.
fn complete(operation: &mut Map<String, Value>, changes: bool) {
    let takes_body = operation.contains_key("requestBody");
    let shown = operation.entry("security").or_insert_with(|| json!([{ "session": [] }, { "token": [] }]));
    for way in shown.as_array_mut().into_iter().flatten() {
        if changes && way.get("session").is_some() {
            way["csrf"] = json!([]);
        }
    }
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    for (status, _) in REFUSALS {
        let is_due = match status {
            "403" => changes,
            "404" => false,
            "409" | "413" | "415" => takes_body,
            _ => true,
        };
        if is_due || responses.contains_key(status) {
            let own = responses.get(status).and_then(|own| own["description"].as_str());
            let said = own.map(|why| refusal(status, why));
            let usual = || json!({ "$ref": format!("#/components/responses/{status}") });
            responses.insert(status.to_owned(), said.unwrap_or_else(usual));
        }
    }
}

fn refusal(status: &str, why: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    let content = json!({ "application/problem+json": { "schema": schema } });
    if !matches!(status, "429" | "503") {
        return json!({ "description": why, "content": content });
    }
    let seconds = json!({ "type": "integer", "format": "int64", "minimum": 1 });
    let when = "When it is worth trying again, in seconds, where that is known";
    let headers = json!({ "Retry-After": { "description": when, "schema": seconds } });
    json!({ "description": why, "content": content, "headers": headers })
}

/// What a request is refused for wherever it goes; some of it only where it changes something, or has a body.
const REFUSALS: [(&str, &str); 11] = [
    ("400", "The request can't be read; the detail names the field or the place"),
    ("401", "Nobody is signed in, or the token is unknown or was taken back"),
    ("403", "This account may not do it, the room doesn't offer it, or the X-CSRF-Token is missing or wrong"),
    ("404", "There is no such thing, or it isn't for this account to see"),
    ("408", "The request took too long to come"),
    ("409", "The rules, or how things stand, don't allow it; the detail says why, or what would be allowed"),
    ("413", "The body is too large"),
    ("415", "The body isn't application/json"),
    ("429", "Too many requests came from this address"),
    ("500", "The server made a mistake; it is in its log"),
    ("503", "Not just now: nothing was done"),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::Value;

    fn document() -> Value {
        serde_json::from_str(&crate::openapi()).unwrap()
    }

    /// Every operation, with its method and path.
    fn operations(document: &Value) -> Vec<(String, &Value)> {
        let paths = document["paths"].as_object().unwrap().iter();
        paths
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().unwrap().iter();
                methods.map(move |(method, operation)| (format!("{method} {path}"), operation))
            })
            .collect()
    }

    /// Whole numbers in a schema without an end: a client would take any number of digits for right.
    fn endless(schema: &Value, at: &str, found: &mut Vec<String>) {
        let is_integer =
            |kind: &Value| kind == "integer" || kind.as_array().is_some_and(|kinds| kinds.contains(&"integer".into()));
        if is_integer(&schema["type"]) && schema["format"].is_null() && schema["maximum"].is_null() {
            found.push(at.to_owned());
        }
        match schema {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, inner)| endless(inner, &format!("{at}.{name}"), found));
            }
            Value::Array(inner) => inner.iter().for_each(|inner| endless(inner, at, found)),
            _ => {}
        }
    }

    /// What the document names elsewhere in itself.
    fn named(part: &Value, found: &mut Vec<String>) {
        if let Some(Value::String(name)) = part.get("$ref") {
            found.push(name.clone());
        }
        match part {
            Value::Object(fields) => fields.values().for_each(|inner| named(inner, found)),
            Value::Array(inner) => inner.iter().for_each(|inner| named(inner, found)),
            _ => {}
        }
    }

    #[test]
    fn everything_that_is_named_is_there() {
        let document = document();
        let mut found = Vec::new();
        named(&document, &mut found);
        assert!(found.len() > 100, "{found:#?}");
        found.retain(|name| document.pointer(name.trim_start_matches('#')).is_none());
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn every_number_says_how_large_it_may_be() {
        let document = document();
        let mut found = Vec::new();
        endless(&document["paths"], "paths", &mut found);
        endless(&document["components"], "components", &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }

    /// What a generator of clients makes names and comments of.
    #[test]
    fn every_operation_has_a_name_of_its_own_and_says_what_it_is_for() {
        let document = document();
        let mut names = HashSet::new();
        for (at, operation) in operations(&document) {
            let name = operation["operationId"].as_str().unwrap();
            assert!(names.insert(name), "{at}: {name} is another's name");
            let summary = operation["summary"].as_str().unwrap();
            assert!(!summary.is_empty() && !summary.contains('\n'), "{at}: {summary}");
            let tags = operation["tags"].as_array().unwrap();
            let is_told = |tag: &&Value| document["tags"].as_array().unwrap().iter().any(|told| told["name"] == **tag);
            assert!(tags.len() == 1 && tags.iter().all(|tag| is_told(&tag)), "{at}: {tags:?}");
        }
        assert!(names.len() > 30, "{names:?}");
    }

    #[test]
    fn every_answer_is_described_and_every_refusal_is_a_problem() {
        let document = document();
        for (at, operation) in operations(&document) {
            let answers = operation["responses"].as_object().unwrap();
            for (status, answer) in answers {
                let elsewhere = answer.get("$ref").and_then(Value::as_str);
                let answer = elsewhere.map_or(answer, |name| document.pointer(name.trim_start_matches('#')).unwrap());
                let described = answer["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(described, "{at}: {status} {answer}");
                let kinds: Vec<&String> =
                    answer["content"].as_object().into_iter().flatten().map(|kind| kind.0).collect();
                match status.as_str() {
                    "200" => assert!(!kinds.is_empty(), "{at}: nothing is given"),
                    "204" => assert!(kinds.is_empty(), "{at}: {kinds:?}"),
                    _ => assert_eq!(kinds, ["application/problem+json"], "{at}: {status}"),
                }
            }
            for common in ["400", "401", "408", "429", "500", "503"] {
                assert!(answers.contains_key(common), "{at}: {common}");
            }
        }
    }

    #[test]
    fn what_stands_in_a_path_is_told() {
        for (at, operation) in operations(&document()) {
            let in_path = at.split('{').skip(1).map(|rest| rest.split('}').next().unwrap());
            let told: Vec<&Value> = operation["parameters"].as_array().into_iter().flatten().collect();
            for name in in_path {
                let is_it = |told: &&&Value| told["name"] == name && told["in"] == "path" && told["required"] == true;
                assert_eq!(told.iter().filter(is_it).count(), 1, "{at}: {name}");
            }
            let described = |told: &&Value| told["description"].as_str().is_some_and(|text| !text.is_empty());
            assert!(told.iter().all(described), "{at}: {told:?}");
            let answers_not_found = operation["responses"].get("404").is_some();
            assert!(!at.contains('{') || answers_not_found, "{at}: what isn't there is not found");
        }
    }

    #[test]
    fn whoever_is_asked_for_is_one_of_those_who_are_explained() {
        let document = document();
        for (at, operation) in operations(&document) {
            let ways = operation["security"].as_array().unwrap();
            assert!(!ways.is_empty(), "{at}");
            for way in ways.iter().map(|way| way.as_object().unwrap()) {
                let explained = |name: &String| document["components"]["securitySchemes"].get(name).is_some();
                assert!(way.keys().all(explained), "{at}: {way:?}");
                let forgeable = way.contains_key("session") && !at.starts_with("get ");
                assert_eq!(way.contains_key("csrf"), forgeable, "{at}: {way:?}");
            }
        }
    }
}
