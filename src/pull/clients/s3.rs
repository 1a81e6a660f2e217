//! Objects of a bucket of a store that speaks S3.

use std::io::{self, Read, Write};
use std::time::Duration;

use rusty_s3::actions::{CreateMultipartUpload, ListObjectsV2};
use rusty_s3::{Bucket as Named, Credentials, S3Action, UrlStyle};
use ureq::http::{Method, Request, Response};
use ureq::{Agent, Body, SendBody};
use url::Url;

use super::net;
use super::system::{Found, HasFiles, plain};
use crate::config::S3Origin;
use crate::egress::{Egress, Purpose};
use crate::trust::Trust;

/// For how long a signed address is valid.
const VALID: Duration = Duration::from_secs(15 * 60);
/// The longest page of a list, in bytes.
const LONGEST_PAGE: u64 = 16 << 20;
/// The bytes of a part of an object that is put there: at most 10,000 make an object.
const PART: u64 = 128 << 20;
/// The most objects that are looked at.
const MOST: usize = 100_000;

pub(super) struct Bucket<'a> {
    agent: Agent,
    trust: Trust,
    named: Named,
    credentials: Credentials,
    origin: &'a S3Origin,
}

impl<'a> Bucket<'a> {
    pub(super) fn open(egress: &Egress, purpose: Purpose, origin: &'a S3Origin) -> Result<Bucket<'a>, String> {
        let trust = net::trust(origin.ca_file.as_deref())?;
        let (name, region) = (origin.bucket.clone(), origin.region.clone());
        // With the bucket in the path: stores on premises have no names for each bucket.
        let named = Named::new(origin.endpoint.clone(), UrlStyle::Path, name, region)
            .map_err(|error| format!("endpoint and bucket make no address: {error}"))?;
        let secret = net::secret("secret_file", &origin.secret_file)?;
        let credentials = Credentials::new(origin.key_id.clone(), secret);
        Ok(Bucket { agent: net::agent(egress, purpose, &trust), trust, named, credentials, origin })
    }

    fn ask(&self, address: &Url) -> Result<Response<Body>, String> {
        let answer = self.agent.get(address.as_str()).call();
        self.accepted(address, answer.map_err(|error| net::of_request(&self.trust, address.as_str(), &error))?)
    }

    /// Sends so many bytes.
    fn send(&self, method: Method, address: &Url, from: &mut dyn Read, bytes: u64) -> Result<Response<Body>, String> {
        let request = Request::builder().method(method).uri(address.as_str()).header("content-length", bytes);
        let request = request.body(SendBody::from_reader(from)).map_err(|error| error.to_string())?;
        let answer = self.agent.run(request);
        self.accepted(address, answer.map_err(|error| net::of_request(&self.trust, address.as_str(), &error))?)
    }

    /// Sends the parts of an object under an upload, and puts them together.
    fn put_parts(&self, key: &str, upload: &str, from: &mut dyn Read, bytes: u64) -> Result<(), String> {
        let mut tags = Vec::new();
        let mut left = bytes;
        while left > 0 {
            let part = left.min(PART);
            let number = u16::try_from(tags.len() + 1).map_err(|_| "it is too large for a bucket".to_owned())?;
            let address = self.named.upload_part(Some(&self.credentials), key, number, upload).sign(VALID);
            let answer = self.send(Method::PUT, &address, &mut from.take(part), part)?;
            let tag = answer.headers().get("etag").and_then(|tag| tag.to_str().ok());
            tags.push(tag.ok_or("the store gives no ETag for a part; it does not speak S3 as it should")?.to_owned());
            left -= part;
        }
        let tags = tags.iter().map(String::as_str);
        let action = self.named.complete_multipart_upload(Some(&self.credentials), key, upload, tags);
        let (address, body) = (action.sign(VALID), action.body());
        let answer = self.send(Method::POST, &address, &mut body.as_bytes(), body.len() as u64)?;
        let said = answer.into_body().with_config().limit(1 << 16).read_to_string().unwrap_or_default();
        // It may have failed after it began to answer.
        if said.contains("<Error>") {
            Err(format!("the store could not put the parts together: {}", plain(&said)))
        } else {
            Ok(())
        }
    }

    fn accepted(&self, address: &Url, answer: Response<Body>) -> Result<Response<Body>, String> {
        let status = answer.status().as_u16();
        if matches!(status, 200 | 204) {
            return Ok(answer);
        }
        let said = answer.into_body().with_config().limit(1 << 16).read_to_string().unwrap_or_default();
        Err(refusal(&net::host(address.as_str()), &self.origin.bucket, status, &said))
    }
}

/// Why a store refuses, by the XML of its answer, and what to do.
fn refusal(host: &str, bucket: &str, status: u16, said: &str) -> String {
    let of = |tag: &str| {
        let (_, rest) = said.split_once(&format!("<{tag}>"))?;
        rest.split_once("</").map(|(text, _)| plain(text)).filter(|text| !text.is_empty())
    };
    let (code, message) = (of("Code").unwrap_or_else(|| status.to_string()), of("Message").unwrap_or_default());
    // An address that is signed is valid for a while. By a clock that is wrong it is over, or has not begun.
    let is_of_clocks = ["expired", "yet valid", "valid yet"].iter().any(|part| message.contains(part));
    match (code.as_str(), of("Region")) {
        ("NoSuchBucket", _) => format!("{host} has no bucket {bucket}; correct the key bucket"),
        ("InvalidAccessKeyId", _) => format!("{host} does not know the key_id; correct it, or have it made there"),
        ("SignatureDoesNotMatch", _) => {
            format!("{host} refuses the secret: the first line of secret_file is not that of the key_id")
        }
        ("RequestTimeTooSkewed" | "RequestExpired" | "ExpiredRequest", _) => clocks(host),
        ("AccessDenied", _) if is_of_clocks => clocks(host),
        ("AccessDenied", _) => {
            format!(
                "{host} refuses access to {bucket}: the key needs the rights to list it and to get its objects, and for \
                 backups to put and delete them"
            )
        }
        ("NoSuchKey", _) => "an object was removed while it was to be read; try again".to_owned(),
        (_, Some(region)) => format!("{host} has {bucket} in the region {region}; correct the key region"),
        (code, None) => format!("{host} answered {code}; look at endpoint, region and bucket"),
    }
}

fn clocks(host: &str) -> String {
    format!("the clocks of this machine and of {host} differ too much; set them right")
}

impl HasFiles for Bucket<'_> {
    fn list(&mut self) -> Result<Vec<Found>, String> {
        let (mut found, mut next) = (Vec::new(), None::<String>);
        loop {
            let mut action = ListObjectsV2::new(&self.named, Some(&self.credentials));
            action.with_prefix(self.origin.prefix.as_str());
            if let Some(token) = &next {
                action.with_continuation_token(token.as_str());
            }
            let page = self.ask(&action.sign(VALID))?;
            let text = page.into_body().with_config().limit(LONGEST_PAGE).read_to_string();
            let text = text.map_err(|error| format!("the list of objects was cut off: {error}"))?;
            let page = ListObjectsV2::parse_response(&text)
                .map_err(|error| format!("the list of objects is not as S3 has it ({error}); look at the endpoint"))?;
            for object in page.contents {
                let Some(name) = object.key.strip_prefix(&self.origin.prefix) else { continue };
                let tag = object.etag.unwrap_or_default();
                let (size, at) = (object.size.unwrap_or_default(), object.last_modified.unwrap_or_default());
                if !name.is_empty() && !name.contains('/') {
                    let version = format!("{size} {at} {tag}");
                    found.push(Found { name: name.to_owned(), bytes: size, version });
                }
            }
            if found.len() > MOST {
                return Err(format!(
                    "more than {MOST} objects begin with {:?}; set a longer prefix",
                    self.origin.prefix
                ));
            }
            next = page.next_continuation_token;
            if next.is_none() {
                return Ok(found);
            }
        }
    }

    fn get(&mut self, name: &str, to: &mut dyn Write) -> Result<(), String> {
        let key = format!("{}{name}", self.origin.prefix);
        let answer = self.ask(&self.named.get_object(Some(&self.credentials), &key).sign(VALID))?;
        net::save(name, &net::host(self.origin.endpoint.as_str()), answer, to)
    }

    fn put(&mut self, name: &str, from: &mut dyn Read, bytes: u64) -> Result<(), String> {
        let key = format!("{}{name}", self.origin.prefix);
        if bytes <= PART {
            let address = self.named.put_object(Some(&self.credentials), &key).sign(VALID);
            return self.send(Method::PUT, &address, from, bytes).map(drop);
        }
        let action = self.named.create_multipart_upload(Some(&self.credentials), &key);
        let answer = self.send(Method::POST, &action.sign(VALID), &mut io::empty(), 0)?;
        let text = answer.into_body().with_config().limit(1 << 16).read_to_string().unwrap_or_default();
        let upload = CreateMultipartUpload::parse_response(&text)
            .map_err(|error| format!("the store begins no upload as S3 has it ({error}); look at the endpoint"))?;
        self.put_parts(&key, upload.upload_id(), from, bytes).inspect_err(|_| {
            let action = self.named.abort_multipart_upload(Some(&self.credentials), &key, upload.upload_id());
            // The store forgets parts that are left, or its owner has it do so.
            let _ = self.agent.delete(action.sign(VALID).as_str()).call();
        })
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        let key = format!("{}{name}", self.origin.prefix);
        let address = self.named.delete_object(Some(&self.credentials), &key).sign(VALID);
        let answer = self.agent.delete(address.as_str()).call();
        self.accepted(&address, answer.map_err(|error| net::of_request(&self.trust, address.as_str(), &error))?)
            .map(drop)
    }
}
