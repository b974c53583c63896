//! The web client's types are those of this crate.

use std::path::Path;

#[test]
fn the_web_clients_types_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/messages.ts");
    let current = cardroom_protocol::typescript();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, &current).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == current, "{} is not current: run `make types`", path.display());
}
