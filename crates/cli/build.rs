//! The commit that the program is built from, `TANGENCY_COMMIT`, where git knows it.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // This file grows with every commit and every checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    // Another repository that this one is part of says nothing about it.
    let is_own = git(&["rev-parse", "--show-prefix"]).as_deref() == Some("crates/cli/");
    if let Some(commit) = git(&["rev-parse", "HEAD"]).filter(|_| is_own) {
        println!("cargo::rustc-env=TANGENCY_COMMIT={commit}");
    }
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let is_said = output.status.success() && !said.trim().is_empty();
    is_said.then(|| said.trim().to_owned())
}
