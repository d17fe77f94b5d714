//! What somebody may try: another page, another host, other files, run folders that lie.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;

use tangency_geometry::Vec3;
use tangency_io::run_folder::{RunWriter, Topology};
use tangency_view::{Subject, ViewServer, ViewedRun};

/// A run of one triangle and three frames.
fn run_in(folder: &Path, title: &str) {
    let rest = vec![Vec3::zeros(), Vec3::x(), Vec3::y()];
    let topology = Topology {
        triangles: vec![[0, 1, 2]],
        edges: vec![[0, 1], [0, 2], [1, 2]],
        points: vec![0, 1, 2],
        body: vec![0; 3],
        body_names: vec!["<script>alert(1)</script>".to_owned()],
        obstacle: vec![false; 3],
        thickness: vec![0.0; 3],
        rest: rest.clone(),
        ..Topology::default()
    };
    let scene = serde_json::json!({"title": title, "time": {"step": 0.01}}).to_string();
    let mut writer = RunWriter::create(folder, &topology, &scene, false).unwrap();
    for step in 0..3 {
        let x: Vec<Vec3> = rest.iter().map(|x| x * (1.0 + step as f64)).collect();
        writer.write_frame(step, &x).unwrap();
    }
}

struct Page {
    server: ViewServer,
    token: String,
}

impl Page {
    fn of(folder: &Path) -> Self {
        let run: Arc<dyn Subject> = Arc::new(ViewedRun::open(folder).unwrap());
        let server = ViewServer::start(vec![run], 0).unwrap();
        let address = server.address();
        let token = address.split("t=").nth(1).unwrap().to_owned();
        Self { server, token }
    }

    /// Status and body of a request with these header lines.
    fn ask(&self, method: &str, path: &str, headers: &[String]) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.server.port())).unwrap();
        let headers: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_off(end + 4))
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.server.port())
    }

    /// Status of a request as the page makes it.
    fn get(&self, path: &str) -> (u16, Vec<u8>) {
        let token = format!("X-Tangency-Token: {}", self.token);
        self.ask("GET", path, &[self.host(), token])
    }
}

#[test]
fn the_page_and_its_data_come_to_who_has_the_token() {
    let folder = tempfile::tempdir().unwrap();
    run_in(&folder.path().join("run"), "A run");
    let page = Page::of(&folder.path().join("run"));
    let (status, html) = page.ask("GET", &format!("/?t={}", page.token), &[page.host()]);
    let html = String::from_utf8(html).unwrap();
    assert_eq!(status, 200);
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("tangency-viewer"));
    let (status, frame) = page.get("/api/0/frame?step=2");
    assert_eq!((status, frame.len()), (200, 36));
    // Less the origin, which is (0.5, 0.5, 0).
    let x = f32::from_le_bytes(frame[12..16].try_into().unwrap());
    assert_eq!(x, 2.5);
    let localhost = format!("Host: localhost:{}", page.server.port());
    let path = format!("/api/about?t={}", page.token);
    assert_eq!(page.ask("GET", &path, &[localhost]).0, 200);
}

#[test]
fn without_the_token_there_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    run_in(&folder.path().join("run"), "A run");
    let page = Page::of(&folder.path().join("run"));
    for path in [
        "/",
        "/api/0/manifest",
        "/api/0/frame?step=0",
        "/?t=",
        "/?t=0123",
    ] {
        let (status, body) = page.ask("GET", path, &[page.host()]);
        assert_eq!(status, 403, "{path}");
        assert!(String::from_utf8_lossy(&body).contains("token"), "{path}");
    }
    let nearly = format!("/?t={}0", page.token);
    assert_eq!(page.ask("GET", &nearly, &[page.host()]).0, 403);
}

#[test]
fn a_foreign_host_or_page_is_refused_even_with_the_token() {
    let folder = tempfile::tempdir().unwrap();
    run_in(&folder.path().join("run"), "A run");
    let page = Page::of(&folder.path().join("run"));
    let path = format!("/api/0/manifest?t={}", page.token);
    let port = page.server.port();
    let hosts = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        "127.0.0.1".to_owned(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.example:{port}"),
        String::new(),
    ];
    for host in hosts {
        let (status, _) = page.ask("GET", &path, &[format!("Host: {host}")]);
        assert_eq!(status, 403, "{host}");
    }
    assert_eq!(page.ask("GET", &path, &[]).0, 403, "no host at all");
    let foreign = "Origin: http://evil.example".to_owned();
    assert_eq!(page.ask("GET", &path, &[page.host(), foreign]).0, 403);
    let own = format!("Origin: http://127.0.0.1:{port}");
    assert_eq!(page.ask("GET", &path, &[page.host(), own]).0, 200);
}

#[test]
fn paths_lead_to_no_file() {
    let folder = tempfile::tempdir().unwrap();
    run_in(&folder.path().join("run"), "A run");
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    let page = Page::of(&folder.path().join("run"));
    let paths = [
        "/../secret",
        "/api/0/../../secret",
        "/api/0/%2e%2e%2fsecret",
        "/api/0/..%2f..%2fsecret",
        "/etc/passwd",
        "//etc/passwd",
        "/api/0//etc/passwd",
        "/api/0/%2fetc%2fpasswd",
        "/scene.json",
        "/api/0/scene.json",
        "/api/1/manifest",
        "/api/-1/manifest",
        "/api/0/command/stop",
        "/api/0/frame?step=3",
        "/api/0/frame?step=18446744073709551615",
    ];
    for path in paths {
        let (status, body) = page.get(path);
        assert_eq!(status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&body).contains("secret"), "{path}");
    }
    for path in [
        "/api/0/frame?step=../1",
        "/api/0/frame",
        "/api/0/colour?field=../../secret&step=1",
        "/api/0/curve?vertex=x",
    ] {
        assert!([404, 422].contains(&page.get(path).0), "{path}");
    }
    assert_eq!(page.get("/%zz").0, 400);
    assert_eq!(page.get(&format!("/{}", "a".repeat(5000))).0, 400);
    let token = format!("X-Tangency-Token: {}", page.token);
    assert_eq!(
        page.ask("POST", "/api/0/manifest", &[page.host(), token.clone()])
            .0,
        405
    );
    assert_eq!(
        page.ask("POST", "/api/0/command/stop", &[page.host(), token])
            .0,
        404
    );
}

#[test]
fn titles_and_names_are_data_and_never_part_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "</script><script>alert(document.cookie)</script>";
    run_in(&folder.path().join("run"), hostile);
    let page = Page::of(&folder.path().join("run"));
    let (_, html) = page.ask("GET", &format!("/?t={}", page.token), &[page.host()]);
    let html = String::from_utf8(html).unwrap();
    assert!(!html.contains("alert(document.cookie)"));
    let (status, manifest) = page.get("/api/0/manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!((status, manifest["title"].as_str()), (200, Some(hostile)));
    assert_eq!(manifest["bodies"][0]["name"], "<script>alert(1)</script>");
}

#[test]
fn frames_that_lie_are_told_and_harm_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    run_in(&run, "A run");
    let frame = |step: u64| run.join(format!("frames/{step:06}.npy"));
    // A number that is none.
    let mut bytes = std::fs::read(frame(1)).unwrap();
    let end = bytes.len();
    bytes[end - 8..].copy_from_slice(&f64::NAN.to_le_bytes());
    std::fs::write(frame(1), &bytes).unwrap();
    // Cut off.
    std::fs::write(frame(2), &bytes[..end - 30]).unwrap();
    let page = Page::of(&run);
    let (status, words) = page.get("/api/0/frame?step=1");
    let words = String::from_utf8(words).unwrap();
    assert_eq!(status, 422);
    assert!(
        words.contains("vertex 2") && words.contains("000001.npy"),
        "{words}"
    );
    let (status, words) = page.get("/api/0/frame?step=2");
    assert_eq!(status, 422, "{}", String::from_utf8_lossy(&words));
    assert_eq!(page.get("/api/0/frame?step=0").0, 200);
    for path in [
        "colour?field=von_mises&step=2",
        "pairs?step=2",
        "colour?field=x.y.z.w&step=0",
    ] {
        assert!(
            [404, 422].contains(&page.get(&format!("/api/0/{path}")).0),
            "{path}"
        );
    }
    // A file that is far too large is not read.
    let file = std::fs::File::create(frame(2)).unwrap();
    file.set_len(1 << 36).unwrap();
    assert_eq!(page.get("/api/0/frame?step=2").0, 422);
    // Fields that are no archive, statistics that are no JSON, a scene that is none.
    std::fs::create_dir_all(run.join("fields")).unwrap();
    std::fs::write(run.join("fields/000001.npz"), b"PK\x03\x04rubbish").unwrap();
    std::fs::write(run.join("stats.jsonl"), "{\"step\": 1\n").unwrap();
    std::fs::write(run.join("scene.json"), "{").unwrap();
    std::fs::write(run.join("failure.json"), "[]]").unwrap();
    assert_eq!(page.get("/api/0/manifest").0, 200);
    assert_eq!(page.get("/api/0/colour?field=velocity&step=1").0, 422);
    assert_eq!(page.get("/api/0/statistics").0, 422);
}

#[test]
fn a_folder_that_is_no_run_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let error = ViewedRun::open(folder.path()).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("is not a run folder"), "{error}");
    run_in(&folder.path().join("run"), "A run");
    let topology = folder.path().join("run/topology.npz");
    let bytes = std::fs::read(&topology).unwrap();
    std::fs::write(&topology, &bytes[..bytes.len() / 2]).unwrap();
    assert!(ViewedRun::open(&folder.path().join("run")).is_err());
}
