//! `tangency report`: a well-formed page with every plot, for short, long and unfinished runs.

use std::fmt::Write as _;
use std::path::Path;

use crate::common::tangency;
use serde_json::Value;

/// A run of two small cubes on the ground.
fn run(folder: &Path, steps: &str) {
    let arguments = [
        "run",
        "two-cubes",
        "--set",
        "drop=0.01",
        "--set",
        "cells=2",
        "--quiet",
        "--out",
        "r",
        "--steps",
        steps,
    ];
    let outcome = tangency(folder, &arguments);
    outcome.assert_done();
}

/// Makes the page and checks its form.
fn page(folder: &Path) -> String {
    let outcome = tangency(folder, &["report", "r"]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert!(outcome.text.contains("report.html"), "{}", outcome.text);
    let page = std::fs::read_to_string(folder.join("r/report.html")).unwrap();
    // What a browser obeys: nothing is loaded from elsewhere, whatever scripts say.
    let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';";
    assert!(page.split("<script").next().unwrap().contains(policy));
    let page = without_scripts(&page);
    check_form(&page);
    page
}

/// The page with its scripts empty: they are no markup.
fn without_scripts(page: &str) -> String {
    let mut parts = page.split("<script");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        let (tag, script) = part.split_once('>').expect("a tag ends");
        let (_, after) = script.split_once("</script>").expect("a script ends");
        out.push_str(&format!("<script{tag}></script>{after}"));
    }
    out
}

/// Every tag is closed, in order; attributes are quoted; nothing is left to be loaded from elsewhere.
fn check_form(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a document type");
    while let Some(at) = rest.find('<') {
        check_text(&rest[..at]);
        let (tag, after) = rest[at + 1..].split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let inside = tag.split('"').skip(1).step_by(2);
        inside.for_each(check_text);
        let name = tag.split([' ', '/']).next().unwrap();
        assert!(
            name.chars().all(char::is_alphanumeric) && !name.is_empty(),
            "<{tag}>"
        );
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!((open, rest.trim()), (vec![], ""));
    // Without the colon the letters may be those of a picture.
    let is_elsewhere = page.contains("http:") || page.contains("https:");
    assert!(!is_elsewhere, "something is loaded from elsewhere");
}

/// Text without markup: every ampersand begins a character's name.
fn check_text(text: &str) {
    for entity in text.split('&').skip(1) {
        let name = entity.split(';').next().unwrap();
        assert!(
            ["amp", "lt", "gt", "quot", "#39"].contains(&name),
            "&{name}"
        );
    }
}

fn titles(page: &str) -> Vec<&str> {
    let titles = page.split("<h3>").skip(1);
    titles.map(|t| t.split("</h3>").next().unwrap()).collect()
}

const ALWAYS: [&str; 6] = [
    "Newton iterations",
    "Smallest distance (m)",
    "Energies (J)",
    "Time by phase (s)",
    "Last Newton direction (m/s)",
    "Peak memory (MB)",
];

#[test]
fn the_page_of_a_run_has_every_plot_and_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "12");
    let page = page(folder.path());
    let titles = titles(&page);
    for title in ALWAYS {
        assert!(titles.contains(&title), "{title} is not among {titles:?}");
    }
    assert!(page.contains("Certified") && page.contains("d̂ ="));
    assert_eq!(page.matches("data:image/png;base64,iVBORw0KGgo").count(), 3);
    let outcome = tangency(folder.path(), &["report", "r", "-o", "elsewhere.html"]);
    assert_eq!(outcome.code, 0);
    let elsewhere = std::fs::read_to_string(folder.path().join("elsewhere.html")).unwrap();
    assert_eq!(without_scripts(&elsewhere), page);
    assert!(elsewhere.contains("id=\"tangency-data\""));
    let outcome = tangency(folder.path(), &["report", "r", "-o", "p", "--no-player"]);
    assert_eq!(outcome.code, 0);
    let plain = std::fs::read_to_string(folder.path().join("p")).unwrap();
    assert!(!plain.contains("tangency-data") && plain.len() < elsewhere.len() / 2);
    let words = [
        "report",
        "r",
        "-o",
        "a",
        "--only-player",
        "--rounding",
        "1e-3",
    ];
    assert_eq!(tangency(folder.path(), &words).code, 0);
    let alone = std::fs::read_to_string(folder.path().join("a")).unwrap();
    assert!(alone.contains("tangency-data") && !alone.contains("<h3>"));
    let refused = tangency(folder.path(), &["report", "r", "--rounding", "0"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.text.contains("expected a length"),
        "{}",
        refused.text
    );
}

#[test]
fn a_trace_is_plotted_by_iteration() {
    let title = "Potential above its smallest value in the step (J)";
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "3");
    assert!(!titles(&page(folder.path())).contains(&title));
    let arguments = ["run", "r", "--resume", "--steps", "9", "--trace", "--quiet"];
    let outcome = tangency(folder.path(), &arguments);
    outcome.assert_done();
    let stats = std::fs::read_to_string(folder.path().join("r/stats.jsonl")).unwrap();
    let traced = stats.lines().filter(|line| line.contains("\"trace\":["));
    assert_eq!(traced.count(), 6);
    let page = page(folder.path());
    assert!(titles(&page).contains(&title));
    let plot = &page[page.find(title).unwrap()..];
    let plot = plot.split("</figure>").next().unwrap();
    for step in ["step 4<", "step 6<", "step 7<", "step 9<"] {
        assert!(plot.contains(step), "{step}");
    }
    assert!(plot.contains("iteration 1\\nstep 4: ") && plot.contains(">iteration</text>"));
}

#[test]
fn a_run_of_one_step_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "1");
    let page = page(folder.path());
    assert!(titles(&page).contains(&"Newton iterations"));
    assert_eq!(page.matches("<img ").count(), 2);
    // Letters of pictures may spell anything.
    let parts = page.split("data:image/");
    let words = parts.map(|part| part.split_once('"').map_or(part, |(_, rest)| rest));
    let text: String = page
        .split("data:image/")
        .take(1)
        .chain(words.skip(1))
        .collect();
    assert!(text.contains("Newton iterations"));
    assert!(!text.contains("NaN") && !text.contains("inf "));
}

#[test]
fn what_is_not_there_is_not_plotted_and_what_is_new_is() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "3");
    let stats = folder.path().join("r/stats.jsonl");
    let lines: Vec<Value> = std::fs::read_to_string(&stats)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let rewrite = |change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
        let changed = lines.iter().cloned().map(|mut line| {
            change(line.as_object_mut().unwrap());
            format!("{line}\n")
        });
        std::fs::write(&stats, changed.collect::<String>()).unwrap();
        page(folder.path())
    };
    let names = [
        "momentum_balance",
        "complementarity",
        "friction_residual",
        "friction_iterations",
        "linear_iterations",
    ];
    let shown = [
        "Momentum balance (N)",
        "Complementarity (J)",
        "Friction residual (N)",
        "Friction iterations",
        "Linear iterations",
    ];
    let without = rewrite(&|line| names.iter().for_each(|name| drop(line.remove(*name))));
    let with = rewrite(&|line| {
        for name in names {
            line.insert(name.to_string(), 0.5.into());
        }
    });
    for title in shown {
        assert!(!titles(&without).contains(&title), "{title}");
        assert!(titles(&with).contains(&title), "{title}");
    }
}

#[test]
fn a_long_run_is_thinned_without_losing_its_peak() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "1");
    let stats = folder.path().join("r/stats.jsonl");
    let line = std::fs::read_to_string(&stats).unwrap();
    let mut line: Value = serde_json::from_str(line.trim()).unwrap();
    let mut lines = String::new();
    for step in 1..=100_000u32 {
        line["step"] = step.into();
        line["iterations"] = if step == 54_321 { 777 } else { step % 7 }.into();
        let _ = writeln!(lines, "{line}");
    }
    std::fs::write(&stats, lines).unwrap();
    let page = page(folder.path());
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    assert!(
        page.contains(r"steps 54238 to 54416\n0 to 777"),
        "the peak is lost"
    );
}

#[test]
fn names_are_text_and_not_markup() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "1");
    let scene = folder.path().join("r/scene.json");
    let mut json: Value = serde_json::from_slice(&std::fs::read(&scene).unwrap()).unwrap();
    json["title"] = "<script>alert(\"&\")</script>".into();
    json["parameters"]["<i>a & b</i>"] = "'\"><b>".into();
    std::fs::write(&scene, json.to_string()).unwrap();
    let page = page(folder.path());
    assert!(page.contains("<h1>&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;</h1>"));
    assert!(
        page.contains("<th>&lt;i&gt;a &amp; b&lt;/i&gt;</th><td>&#39;&quot;&gt;&lt;b&gt;</td>")
    );
}

#[test]
fn a_certificate_that_does_not_hold_is_shown_as_such_and_its_absence_too() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "1");
    let path = folder.path().join("r/certificate.json");
    let mut json: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    json["verified"] = false.into();
    json["intersections"] = 3.into();
    json["continuous"] = serde_json::json!({ "findings": 1, "described": ["vertex 3 < 4"] });
    std::fs::write(&path, json.to_string()).unwrap();
    let failed = page(folder.path());
    assert!(failed.contains("does not hold") && !failed.contains("Certified"));
    assert!(failed.contains("<th>intersections</th><td>3</td>"));
    assert!(failed.contains("<th>continuous: described</th><td>vertex 3 &lt; 4</td>"));
    std::fs::remove_file(&path).unwrap();
    assert!(page(folder.path()).contains("No certificate"));
}

#[test]
fn what_is_no_run_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let outcome = tangency(folder.path(), &["report", "nowhere"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.text.contains("nowhere is not a run folder"),
        "{}",
        outcome.text
    );
    run(folder.path(), "1");
    let outcome = tangency(folder.path(), &["report", "r", "-o", "no/such/folder.html"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.text.contains("cannot write no/such"),
        "{}",
        outcome.text
    );
    std::fs::write(folder.path().join("r/stats.jsonl"), "").unwrap();
    let outcome = tangency(folder.path(), &["report", "r"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.text.contains("stats.jsonl is empty"),
        "{}",
        outcome.text
    );
}

/// A stiff block that slides: five sweeps cannot stop it, and warning, summary, statistics and page say so.
#[test]
fn steps_that_sweeps_have_not_solved_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let scene = "ground = { height = 0, friction = 0.3 }\n[time]\nstep = 0.005\nduration = 0.02\n\
                 [solver]\ncontact = 'ogc'\nstepper = 'vbd'\ndhat = '0.2 mm'\nvbd = { iterations = 5 }\n\
                 [[body]]\nname = 'block'\nshape = { box = { size = [0.1, 0.05, 0.1], cells = [2, 1, 2] } }\n\
                 translate = [0, 0.0252, 0]\nvelocity = [1, 0, 0]\nmaterial = { young = 1e7 }\n";
    std::fs::write(folder.path().join("slide.toml"), scene).unwrap();
    let outcome = tangency(folder.path(), &["run", "slide.toml", "--out", "r"]);
    assert_eq!(outcome.code, 0, "{}", outcome.text);
    assert_eq!(outcome.text.matches("is not solved after").count(), 1);
    assert!(
        outcome.text.contains("unsolved: 4 of 4 steps"),
        "{}",
        outcome.text
    );
    let stats = std::fs::read_to_string(folder.path().join("r/stats.jsonl")).unwrap();
    assert_eq!(stats.matches("\"out-of-balance\"").count(), 4);
    let page = page(folder.path());
    assert!(page.contains("4 of 4 steps are not solved"));
    assert!(page.contains("Force left on a body"));
}
