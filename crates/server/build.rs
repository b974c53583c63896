//! Embeds the web client where it has been built; without it the program still builds, and its page says so.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(web_client)");
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    // Unpacked by itself, this crate stands beside what is none of its business.
    if !web.join("package.json").is_file() {
        return println!("cargo::rerun-if-changed=build.rs");
    }
    let dist = web.join("dist");
    // Cargo takes a folder that isn't there for one that has just changed, and would build the server anew every time.
    let _ = std::fs::create_dir_all(&dist);
    println!("cargo::rerun-if-changed={}", dist.display());
    if dist.join("index.html").is_file() {
        println!("cargo::rustc-cfg=web_client");
        memory_serve::load_directory(dist);
    }
}
