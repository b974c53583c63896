//! The API as its OpenAPI document says: who may ask for what, and how it answers.

use cardroom_server::Config;
use serde_json::{Value, json};

use crate::support::{Client, Guest, PATIENCE, Running, settings, sit_down};

/// The document as the room gives it, with what all operations answer alike put in its places.
async fn document(server: &Running) -> Value {
    let (status, head, body) = server.request("GET", "/api/v1/openapi.json", &[], "").await;
    assert_eq!((status, kind(&head).as_str()), (200, "application/json"), "{head}");
    let mut document: Value = serde_json::from_str(&body).unwrap();
    let usual = document["components"]["responses"].clone();
    for operation in document["paths"].as_object_mut().unwrap().values_mut().flat_map(|at| at.as_object_mut().unwrap())
    {
        for (status, answer) in operation.1["responses"].as_object_mut().unwrap() {
            if answer["$ref"] == format!("#/components/responses/{status}") {
                *answer = usual[status].clone();
            }
        }
    }
    document
}

/// Every operation: its method, its address with something in each place, and what is said of it.
fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let filled = |path: &str| {
        let numbers = ["{table}", "{hand}", "{tournament}", "{session}"];
        let path = numbers.iter().fold(path.to_owned(), |path, name| path.replace(name, "1"));
        path.replace("{game}", "holdem").replace("{format}", "phh").replace("{code}", "none")
    };
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            all.push((method.to_uppercase(), filled(path), operation));
        }
    }
    all
}

/// The content type that a head names, without its parameters.
fn kind(head: &str) -> String {
    let line = head.lines().find_map(|line| line.strip_prefix("content-type: "));
    line.unwrap_or_default().split(';').next().unwrap().to_owned()
}

/// Whether one of the ways to show who one is holds just these.
fn asks_for(operation: &Value, names: &[&str]) -> bool {
    let ways = operation["security"].as_array().unwrap().iter().map(|way| way.as_object().unwrap());
    ways.into_iter().any(|way| way.len() == names.len() && names.iter().all(|name| way.contains_key(*name)))
}

/// A status and a content type that the document has for this operation.
fn is_as_told(at: &str, operation: &Value, (status, head, body): &(u16, String, String)) {
    let told = &operation["responses"][status.to_string()];
    assert!(!told.is_null(), "{at} answered {status}, which isn't told: {body}");
    let kinds = told["content"].as_object();
    assert!(kinds.is_none_or(|kinds| kinds.contains_key(&kind(head))), "{at} {status}: {head}");
    assert_eq!(kinds.is_none(), body.is_empty(), "{at} {status}: {body}");
}

/// A name and a password, and a program's token.
async fn with_token(server: &Running) -> (Guest, String) {
    let ann = server.guest().await.claim("Annabel", "correct horse").await;
    let (status, token) = ann.ask("POST", "/api/v1/account/tokens", Some(&json!({ "label": "bot" }))).await;
    assert_eq!(status, 200, "{token}");
    (ann, format!("Bearer {}", token["token"].as_str().unwrap()))
}

/// Each operation is open to just those whom the document names, and whatever it answers is in the document.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_gets_in_where_the_document_says_so_and_nowhere_else() {
    let server = Running::start(settings()).await;
    let (ann, bearer) = with_token(&server).await;
    let document = document(&server).await;
    for (method, path, operation) in operations(&document) {
        let at = format!("{method} {path}");
        let ask = async |headers: &[(&str, &str)]| {
            let answer = server.request(&method, &path, headers, "").await;
            is_as_told(&at, operation, &answer);
            answer.0
        };
        let open = asks_for(operation, &[]);
        assert_eq!(ask(&[]).await != 401, open, "{at} without anything");
        let with_token = ask(&[("Authorization", bearer.as_str())]).await;
        let for_programs = asks_for(operation, &["token"]);
        let without_body = operation.get("requestBody").is_none();
        match (for_programs, open) {
            (true, _) => assert!(with_token != 401 && (with_token != 403 || !without_body), "{at}: {with_token}"),
            (false, false) => assert_eq!(with_token, 403, "{at} with a token"),
            (false, true) => {}
        }
        if for_programs {
            let revoked = ask(&[("Authorization", "Bearer nonsense")]).await;
            assert_eq!(revoked, 401, "{at} with a token that is nobody's");
        }
        if asks_for(operation, &["session", "csrf"]) {
            assert_eq!(ask(&[("Cookie", ann.cookie.as_str())]).await, 403, "{at} without an X-CSRF-Token");
        }
    }
    // None of that has changed anything.
    assert_eq!(ann.ask("GET", "/api/v1/account", None).await.0, 200);
    server.crash().await;
}

/// Behind TLS the session's cookie has another name, and the document of that room has it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cookie_is_called_as_the_document_says() {
    for public_url in [None, Some("https://cards.example".to_owned())] {
        let server = Running::start(Config { public_url, ..settings() }).await;
        let document = document(&server).await;
        let name = document["components"]["securitySchemes"]["session"]["name"].as_str().unwrap();
        let cookie = server.guest().await.cookie;
        assert_eq!(cookie.split('=').next(), Some(name), "{cookie}");
        server.crash().await;
    }
}

/// Listens until something of this kind has happened.
async fn until_event(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.until("events").await;
        if let Some(event) = message["events"].as_array().unwrap().iter().find(|event| event["type"] == kind) {
            return event.clone();
        }
    }
}

/// What there is of a hand comes as the document says; so does a refusal of the format that has no words for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_comes_as_the_document_says() {
    let server = Running::start(settings()).await;
    let document = document(&server).await;
    for (game, in_words) in [("holdem", (200, "text/plain")), ("holdout", (409, "application/problem+json"))] {
        let (ann, bob) = (server.guest().await, server.guest().await);
        let table = ann.open_table(&server, game, "no", &json!({ "seats": 2 })).await;
        let (mut first, mut second) = sit_down(&ann, &bob, table, 500).await;
        until_event(&mut first, "dealt").await;
        for client in [&mut first, &mut second] {
            client.command(table, json!({ "type": "leave" })).await;
        }
        let hand = &until_event(&mut first, "hand_ended").await["hand"];
        // It is kept a moment after its end is told.
        let kept = async { while ann.ask("GET", &format!("/api/v1/hands/{table}/{hand}"), None).await.0 == 404 {} };
        tokio::time::timeout(PATIENCE, kept).await.expect("the hand is kept");
        let json = (200, "application/json");
        for (what, told, sent) in [
            ("", "", json),
            ("/proof", "/proof", json),
            ("/coach", "/coach", json),
            ("/record/phh", "/record/{format}", (200, "text/plain")),
            ("/record/ohh", "/record/{format}", json),
            ("/record/pokerstars", "/record/{format}", in_words),
        ] {
            let path = format!("/api/v1/hands/{table}/{hand}{what}");
            let answer = server.request("GET", &path, &[("Cookie", ann.cookie.as_str())], "").await;
            let operation = &document["paths"][format!("/api/v1/hands/{{table}}/{{hand}}{told}")]["get"];
            is_as_told(&path, operation, &answer);
            assert_eq!((answer.0, kind(&answer.1).as_str()), sent, "{game} {path}: {}", answer.2);
        }
    }
    server.crash().await;
}
