//! The OpenAPI document: what each operation says of itself, and what is true of all of them.

use serde_json::{Map, Value, json};

/// The document's text. Refusals are problems everywhere, and some of them can come from any operation: they are added
/// here, once, and not by each.
pub(super) fn written(document: &utoipa::openapi::OpenApi) -> String {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for operation in
        paths.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut).flat_map(Map::values_mut)
    {
        let takes_body = operation.get("requestBody").is_some();
        if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
            refusals(responses, takes_body);
        }
    }
    serde_json::to_string_pretty(&document).unwrap_or_default()
}

fn refusals(responses: &mut Map<String, Value>, takes_body: bool) {
    // A request that can't be read, took too long to come, came too often, or at a bad moment.
    let common = ["400", "408", "429", "503"].into_iter();
    let of_bodies = ["409", "413", "415"].into_iter().filter(|_| takes_body);
    for status in common.chain(of_bodies) {
        responses.entry(status).or_insert_with(|| json!({ "description": "" }));
    }
    for (_, response) in responses.iter_mut().filter(|(status, _)| status.starts_with(['4', '5'])) {
        let schema = json!({ "$ref": "#/components/schemas/Problem" });
        response["content"] = json!({ "application/problem+json": { "schema": schema } });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

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
        let document: Value = serde_json::from_str(&crate::openapi()).unwrap();
        let mut found = Vec::new();
        named(&document, &mut found);
        assert!(found.len() > 100, "{found:#?}");
        found.retain(|name| document.pointer(name.trim_start_matches('#')).is_none());
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn every_number_says_how_large_it_may_be() {
        let document: Value = serde_json::from_str(&crate::openapi()).unwrap();
        let mut found = Vec::new();
        endless(&document["paths"], "paths", &mut found);
        endless(&document["components"], "components", &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }
}
