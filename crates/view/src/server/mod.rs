//! A small HTTP server on the loopback interface: the page, and answers to its questions. No request names a file.

mod guard;
mod routes;
mod url;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::JoinHandle;

use tiny_http::{Header, Request, Response, Server, StatusCode};

use crate::error::ViewError;
use crate::page;
use crate::subject::Subject;
use guard::Guard;
use routes::Answer;
use url::Address;

/// Threads that answer.
const THREADS: usize = 4;

/// A server that shows subjects to whoever has its address.
pub struct ViewServer {
    server: Arc<Server>,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    port: u16,
}

struct Shared {
    guard: Guard,
    subjects: Vec<Arc<dyn Subject>>,
}

impl ViewServer {
    /// Starts a server for some subjects side by side, on a port or, where it is 0, on any that is free.
    pub fn start(subjects: Vec<Arc<dyn Subject>>, port: u16) -> Result<Self, ViewError> {
        let refuse = |reason: String| ViewError::Port { port, reason };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = Server::http(address).map_err(|error| refuse(error.to_string()))?;
        let bound = server.server_addr().to_ip().map(|address| address.port());
        let port = bound.ok_or_else(|| refuse("it has no number".to_owned()))?;
        let guard = Guard::new(port).map_err(|error| refuse(error.to_string()))?;
        let (server, shared) = (Arc::new(server), Arc::new(Shared { guard, subjects }));
        let threads = (0..THREADS).map(|_| {
            let (server, shared) = (Arc::clone(&server), Arc::clone(&shared));
            std::thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    shared.answer(request);
                }
            })
        });
        Ok(Self {
            threads: threads.collect(),
            server,
            shared,
            port,
        })
    }

    /// The address of the page, with its token.
    pub fn address(&self) -> String {
        let (port, token) = (self.port, self.shared.guard.token());
        format!("http://127.0.0.1:{port}/?t={token}")
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Opens the page in the browser of this machine, where there is one.
    pub fn open_browser(&self) -> std::io::Result<()> {
        open::that_detached(self.address())
    }

    /// Answers until the program ends.
    pub fn wait(mut self) {
        for thread in std::mem::take(&mut self.threads) {
            // A thread that panicked has told so; the others go on.
            let _ = thread.join();
        }
    }
}

impl Drop for ViewServer {
    fn drop(&mut self) {
        for _ in 0..self.threads.len() {
            self.server.unblock();
        }
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn answer(&self, request: Request) {
        let address = Address::parse(request.url());
        let answer = match address {
            None => Answer::text(400, "the address is too long, or no text"),
            Some(address) => match self.guard.check(&request, &address) {
                Err(refusal) => Answer::text(403, refusal.words()),
                Ok(()) => routes::answer(&self.subjects, request.method(), &address),
            },
        };
        // A page that was closed does not wait for its answer.
        let _ = request.respond(answer.into_response());
    }
}

impl Answer {
    fn into_response(self) -> Response<std::io::Cursor<Vec<u8>>> {
        let policy = match &self.nonce {
            Some(nonce) => page::policy(nonce),
            None => "default-src 'none'".to_owned(),
        };
        let headers = [
            ("Content-Type", self.kind),
            ("Content-Security-Policy", &policy),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cache-Control", "no-store"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ];
        // In one piece: many small ones take several times as long.
        let response = Response::from_data(self.body)
            .with_status_code(StatusCode(self.status))
            .with_chunked_threshold(usize::MAX);
        let headers = headers
            .iter()
            .filter_map(|(name, value)| Header::from_bytes(*name, *value).ok());
        headers.fold(response, Response::with_header)
    }
}
