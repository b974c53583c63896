//! Embeds the web client where it has been built; without it the program still builds, and its page says so.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(web_client)");
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    if dist.join("index.html").is_file() {
        println!("cargo::rustc-cfg=web_client");
        memory_serve::load_directory(dist);
    }
}
