//! A small OpenID Connect provider that tests can make answer wrongly.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PrivateSigningKey};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub const CLIENT: &str = "bond-client";
pub const SECRET: &str = "the client's secret";

/// What the tests set.
struct State {
    /// The issuer that its discovery document names in place of its own.
    issuer: Option<String>,
    /// Whether that document says that it names itself where it sends a browser back.
    names_itself: bool,
    /// The id of the key that signs.
    key_id: String,
    /// The code that is accepted next, with its PKCE challenge and ID token.
    accepted: Option<(String, String, String)>,
    userinfo: Option<Value>,
    /// The refresh token that comes with the next code.
    given: Option<String>,
    /// The refresh token that is accepted, and what it is answered.
    renewed: Option<(String, Value)>,
}

struct Shared {
    address: SocketAddr,
    /// With what it answers https; None for http.
    tls: Option<Mutex<Arc<ServerConfig>>>,
    state: Mutex<State>,
    is_broken: AtomicBool,
    ends: AtomicBool,
    discoveries: Arc<AtomicUsize>,
    key_fetches: Arc<AtomicUsize>,
    redeemed: Arc<AtomicUsize>,
    refreshed: Arc<AtomicUsize>,
}

pub struct Provider {
    shared: Arc<Shared>,
    pub discoveries: Arc<AtomicUsize>,
    pub key_fetches: Arc<AtomicUsize>,
    /// Codes that were presented.
    pub redeemed: Arc<AtomicUsize>,
    /// Refresh tokens that were presented.
    pub refreshed: Arc<AtomicUsize>,
}

impl Provider {
    pub fn start() -> Provider {
        Provider::listening(None)
    }

    /// Over https.
    pub fn start_with(tls: Arc<ServerConfig>) -> Provider {
        Provider::listening(Some(tls))
    }

    fn listening(tls: Option<Arc<ServerConfig>>) -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let provider = Provider::at(listener.local_addr().expect("an address"), tls);
        let shared = Arc::clone(&provider.shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if shared.ends.load(Ordering::SeqCst) {
                    return;
                }
                let shared = Arc::clone(&shared);
                std::thread::spawn(move || shared.serve(stream));
            }
        });
        provider
    }

    /// At an address where nothing listens.
    pub fn unreachable() -> Provider {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        Provider::at(listener.local_addr().expect("an address"), None)
    }

    fn at(address: SocketAddr, tls: Option<Arc<ServerConfig>>) -> Provider {
        let counts = [(); 4].map(|()| Arc::new(AtomicUsize::new(0)));
        let [discoveries, key_fetches, redeemed, refreshed] = counts;
        let key_id = "first".to_owned();
        let state = State {
            issuer: None,
            names_itself: false,
            key_id,
            accepted: None,
            userinfo: None,
            given: None,
            renewed: None,
        };
        let shared = Arc::new(Shared {
            address,
            tls: tls.map(Mutex::new),
            state: Mutex::new(state),
            is_broken: AtomicBool::new(false),
            ends: AtomicBool::new(false),
            discoveries: Arc::clone(&discoveries),
            key_fetches: Arc::clone(&key_fetches),
            redeemed: Arc::clone(&redeemed),
            refreshed: Arc::clone(&refreshed),
        });
        Provider { shared, discoveries, key_fetches, redeemed, refreshed }
    }

    pub fn issuer(&self) -> String {
        self.shared.issuer()
    }

    /// Answers https with another certificate from now on.
    pub fn present(&self, tls: Arc<ServerConfig>) {
        *self.shared.tls.as_ref().expect("https").lock().expect("not poisoned") = tls;
    }

    /// Its discovery document names another issuer.
    pub fn claim_to_be(&self, issuer: &str) {
        self.state(|state| state.issuer = Some(issuer.to_owned()));
    }

    /// Its discovery document says that it names itself where it sends a browser back.
    pub fn announce(&self) {
        self.state(|state| state.names_itself = true);
    }

    /// It answers with errors.
    pub fn break_down(&self) {
        self.shared.is_broken.store(true, Ordering::SeqCst);
    }

    pub fn recover(&self) {
        self.shared.is_broken.store(false, Ordering::SeqCst);
    }

    pub fn change_key(&self, id: &str) {
        self.state(|state| state.key_id = id.to_owned());
    }

    /// Answers this code, once, with this ID token.
    pub fn accept(&self, code: &str, challenge: &str, token: &str) {
        let accepted = (code.to_owned(), challenge.to_owned(), token.to_owned());
        self.state(|state| state.accepted = Some(accepted));
    }

    /// Gives this refresh token with the next code.
    pub fn give(&self, refresh: &str) {
        self.state(|state| state.given = Some(refresh.to_owned()));
    }

    /// Accepts this refresh token and no other, answers the next and these claims in an ID token, if there are any.
    pub fn renew(&self, refresh: &str, next: &str, claims: Option<&Value>) {
        self.renew_with(refresh, next, claims.map(|claims| self.sign(claims)).as_deref());
    }

    /// The same with an ID token of one's own.
    pub fn renew_with(&self, refresh: &str, next: &str, token: Option<&str>) {
        let mut answer = json!({"access_token": "a", "token_type": "Bearer", "refresh_token": next});
        if let Some(token) = token {
            answer["id_token"] = json!(token);
        }
        self.state(|state| state.renewed = Some((refresh.to_owned(), answer)));
    }

    /// What its userinfo endpoint answers.
    pub fn tell(&self, claims: &Value) {
        self.state(|state| state.userinfo = Some(claims.clone()));
    }

    /// Signs claims with the present key.
    pub fn sign(&self, claims: &Value) -> String {
        let id = self.shared.state.lock().expect("not poisoned").key_id.clone();
        self.sign_as(&id, claims)
    }

    /// Signs claims with the key of this id.
    pub fn sign_as(&self, id: &str, claims: &Value) -> String {
        let text = parts(&json!({"alg": "EdDSA", "kid": id}), claims);
        let signature = key(id).sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).expect("signed");
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// Signed with the first key, with a type in its header.
    pub fn typed(&self, kind: &str, claims: &Value) -> String {
        let text = parts(&json!({"alg": "EdDSA", "kid": "first", "typ": kind}), claims);
        let signature = key("first").sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).expect("signed");
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// Signed with another key under the id of the present one.
    pub fn signed_by_another(&self, claims: &Value) -> String {
        let text = parts(&json!({"alg": "EdDSA", "kid": "first"}), claims);
        let signature = key("another").sign(&CoreJwsSigningAlgorithm::EdDsa, text.as_bytes()).expect("signed");
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    pub fn unsigned(&self, claims: &Value) -> String {
        format!("{}.", parts(&json!({"alg": "none"}), claims))
    }

    /// HS256 with a text that others know, too.
    pub fn signed_with_text(&self, claims: &Value, text: &[u8]) -> String {
        let signed = parts(&json!({"alg": "HS256", "kid": "first"}), claims);
        let mac = Hmac::<Sha256>::new_from_slice(text).expect("any length").chain_update(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// The bytes of the public key.
    pub fn public_key(&self) -> Vec<u8> {
        let key = serde_json::to_value(key("first").as_verification_key()).expect("JSON");
        URL_SAFE_NO_PAD.decode(key["x"].as_str().expect("a point")).expect("base64url")
    }

    fn state(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.shared.state.lock().expect("not poisoned"));
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.shared.ends.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.shared.address);
    }
}

impl Shared {
    fn issuer(&self) -> String {
        format!("{}://{}", if self.tls.is_some() { "https" } else { "http" }, self.address)
    }

    fn serve(&self, stream: TcpStream) {
        let Some(tls) = &self.tls else { return self.answer(stream) };
        let tls = Arc::clone(&tls.lock().expect("not poisoned"));
        self.answer(StreamOwned::new(ServerConnection::new(tls).expect("a connection"), stream));
    }

    fn answer(&self, mut stream: impl Read + Write) {
        let Some((path, body)) = request(&mut stream) else { return };
        let (status, answer) =
            if self.is_broken.load(Ordering::SeqCst) { (500, json!("broken")) } else { self.of(&path, &body) };
        let answer = answer.to_string();
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
            answer.len()
        );
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(answer.as_bytes()));
    }

    fn of(&self, path: &str, body: &str) -> (u16, Value) {
        let base = self.issuer();
        let mut state = self.state.lock().expect("not poisoned");
        match path {
            "/.well-known/openid-configuration" => {
                self.discoveries.fetch_add(1, Ordering::SeqCst);
                let mut document = json!({
                    "issuer": state.issuer.as_ref().unwrap_or(&base),
                    "authorization_endpoint": format!("{base}/authorize"),
                    "token_endpoint": format!("{base}/token"),
                    "jwks_uri": format!("{base}/keys"),
                    "end_session_endpoint": format!("{base}/end"),
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    // It says that it signs with anything; Bond has its own list.
                    "id_token_signing_alg_values_supported": ["EdDSA", "HS256", "none", "RS256"],
                });
                if state.names_itself {
                    document["authorization_response_iss_parameter_supported"] = json!(true);
                }
                document["userinfo_endpoint"] = json!(format!("{base}/userinfo"));
                (200, document)
            }
            "/keys" => {
                self.key_fetches.fetch_add(1, Ordering::SeqCst);
                let key = serde_json::to_value(key(&state.key_id).as_verification_key()).expect("JSON");
                (200, json!({ "keys": [key] }))
            }
            "/userinfo" => (200, state.userinfo.clone().unwrap_or_else(|| json!({ "sub": super::SUBJECT }))),
            "/token" => {
                self.redeemed.fetch_add(1, Ordering::SeqCst);
                let field = |name: &str| {
                    let pairs = body.split('&').filter_map(|pair| pair.split_once('='));
                    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| unescaped(value))
                };
                if field("grant_type").as_deref() == Some("refresh_token") {
                    self.redeemed.fetch_sub(1, Ordering::SeqCst);
                    self.refreshed.fetch_add(1, Ordering::SeqCst);
                    return match state.renewed.take() {
                        Some((expected, answer)) if field("refresh_token") == Some(expected.clone()) => (200, answer),
                        _ => (400, json!({"error": "invalid_grant"})),
                    };
                }
                let verifier = field("code_verifier").unwrap_or_default();
                let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
                match state.accepted.take() {
                    Some((code, expected, token)) if field("code") == Some(code.clone()) && challenge == expected => {
                        let mut answer = json!({"access_token": "a", "token_type": "Bearer", "id_token": token});
                        if let Some(refresh) = state.given.take() {
                            answer["refresh_token"] = json!(refresh);
                        }
                        (200, answer)
                    }
                    kept => {
                        state.accepted = kept;
                        (400, json!({"error": "invalid_grant"}))
                    }
                }
            }
            _ => (404, json!("nothing")),
        }
    }
}

/// The path and the body of a request.
fn request(stream: &mut impl Read) -> Option<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut length = 0;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let header = header.trim().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(text) = header.strip_prefix("content-length:") {
            length = text.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((path, String::from_utf8(body).ok()?))
}

/// The signing key with this id, always the same.
fn key(id: &str) -> CoreEdDsaPrivateSigningKey {
    const PKCS8: [u8; 16] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];
    let der = [&PKCS8[..], &Sha256::digest(id)].concat();
    let kind = "PRIVATE KEY";
    let pem = format!("-----BEGIN {kind}-----\n{}\n-----END {kind}-----\n", STANDARD.encode(der));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(id.to_owned()))).expect("a key")
}

fn parts(header: &Value, claims: &Value) -> String {
    format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()))
}

/// A part of a query or form.
pub fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = [rest.next().unwrap_or(0), rest.next().unwrap_or(0)];
                let digits = str::from_utf8(&digits).expect("ASCII");
                bytes.push(u8::from_str_radix(digits, 16).expect("two digits"));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}
