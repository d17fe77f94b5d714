//! A scene from the list to a verified run, mistakes with their lines, and a run that is stopped.

use serde_json::{Value, json};
use tangency_wasm::Playground;

fn ask(playground: &mut Playground, question: Value) -> Result<Value, String> {
    let answer = playground.answer(&question.to_string())?;
    Ok(serde_json::from_slice(&answer).unwrap_or(Value::Null))
}

fn text_of(playground: &mut Playground, name: &str) -> String {
    let scenes = ask(playground, json!({"ask": "scenes"})).unwrap();
    let entry = scenes
        .as_array()
        .unwrap()
        .iter()
        .find(|s| s["name"] == name);
    entry.unwrap()["text"].as_str().unwrap().to_owned()
}

fn run(playground: &mut Playground, text: &str) -> Value {
    let question = json!({"ask": "run", "name": "scene", "text": text});
    ask(playground, question).unwrap()
}

/// Steps until the run has ended; what was told last.
fn to_the_end(playground: &mut Playground) -> Value {
    for _ in 0..1000 {
        let told = ask(playground, json!({"ask": "step"})).unwrap();
        if !told["end"].is_null() {
            return told;
        }
    }
    panic!("the run does not end");
}

#[test]
fn a_scene_runs_to_its_end_and_is_verified_from_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut playground = Playground::new(folder.path());
    let text = text_of(&mut playground, "two-cubes").replace("drop = 0.5", "drop = 0.01");
    let text = text.replace("duration = 5.0", "duration = 0.5");
    let manifest = run(&mut playground, &text);
    assert_eq!(
        (&manifest["kind"], &manifest["frames"]),
        (&json!("run"), &json!([0]))
    );
    let told = to_the_end(&mut playground);
    assert_eq!((&told["done"], &told["steps"]), (&json!(20), &json!(20)));
    let manifest = ask(&mut playground, json!({"ask": "told", "what": "manifest"})).unwrap();
    assert_eq!(manifest["frames"].as_array().unwrap().len(), 21);
    assert_eq!(manifest["certificate"]["verified"], true);
    let statistics = ask(
        &mut playground,
        json!({"ask": "told", "what": "statistics"}),
    )
    .unwrap();
    let contacts = statistics["contacts"]["values"].as_array().unwrap();
    assert!(
        contacts.iter().any(|count| count.as_f64() > Some(0.0)),
        "nothing touches"
    );
    let frame = playground
        .answer(r#"{"ask": "frame", "step": 20}"#)
        .unwrap();
    assert_eq!(frame.len(), 12 * 16, "two cubes of eight vertices");
    let report = ask(&mut playground, json!({"ask": "verify"})).unwrap();
    assert_eq!(
        (&report["verified"], &report["frames"]),
        (&json!(true), &json!(21))
    );
    // Whoever writes other numbers into a frame is found out.
    let path = folder.path().join("run/frames/000010.npy");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 0x80;
    std::fs::write(&path, bytes).unwrap();
    let report = ask(&mut playground, json!({"ask": "verify"})).unwrap();
    assert_eq!(report["verified"], false, "{report}");
}

#[test]
fn a_mistake_has_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut playground = Playground::new(folder.path());
    let text = text_of(&mut playground, "two-cubes");
    let mut check = |text: &str| {
        let question = json!({"ask": "check", "name": "two-cubes", "text": text});
        ask(&mut playground, question).unwrap()
    };
    assert_eq!(check(&text), Value::Null);
    let wrong = text.replace("density", "densty");
    let line = wrong
        .lines()
        .position(|line| line.contains("densty"))
        .unwrap()
        + 1;
    let mistake = check(&wrong);
    assert_eq!(mistake["line"], line, "{mistake}");
    assert!(
        mistake["message"].as_str().unwrap().contains("density"),
        "{mistake}"
    );
    let mistake = check(&text.replace("[time]", "[time"));
    assert!(mistake["line"].as_u64().is_some(), "{mistake}");
}

#[test]
fn a_run_that_is_stopped_is_certified_for_what_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let mut playground = Playground::new(folder.path());
    let text = text_of(&mut playground, "two-cubes");
    run(&mut playground, &text);
    for _ in 0..3 {
        ask(&mut playground, json!({"ask": "step"})).unwrap();
    }
    let known = ask(&mut playground, json!({"ask": "command", "word": "stop"})).unwrap();
    assert_eq!(known["known"], true);
    let told = to_the_end(&mut playground);
    assert_eq!(told["end"], "stopped after 3 of 200 steps");
    let report = ask(&mut playground, json!({"ask": "verify"})).unwrap();
    assert_eq!(
        (&report["verified"], &report["frames"]),
        (&json!(true), &json!(4))
    );
    // Another one takes its place.
    run(&mut playground, &text);
    let told = ask(&mut playground, json!({"ask": "step"})).unwrap();
    assert_eq!(told["done"], 1);
}

#[test]
fn what_cannot_be_had_is_refused_with_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut playground = Playground::new(folder.path());
    let refused =
        |playground: &mut Playground, question: &str| playground.answer(question).unwrap_err();
    assert!(refused(&mut playground, "{}").contains("ask"));
    assert_eq!(
        refused(&mut playground, r#"{"ask": "step"}"#),
        "there is no run"
    );
    assert_eq!(
        refused(&mut playground, r#"{"ask": "mesh"}"#),
        "nothing is open"
    );
    let file = "[[body]]\nshape = { file = 'bunny.msh' }\n";
    let question = json!({"ask": "run", "name": "a", "text": file});
    let words = ask(&mut playground, question).unwrap_err();
    assert!(words.contains("bunny.msh"), "{words}");
    let large = "[[body]]\nshape = { box = { cells = [900, 900, 900] } }\n";
    let question = json!({"ask": "run", "name": "a", "text": large});
    let words = ask(&mut playground, question).unwrap_err();
    assert!(words.contains("memory"), "{words}");
}
