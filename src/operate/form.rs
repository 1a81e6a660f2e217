//! A multipart form with files, for the calls that take feed files.

use std::path::Path;
use std::time::{Duration, Instant};

use actix_multipart::{Multipart, MultipartError};
use actix_web::http::StatusCode;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::{HttpRequest, web};
use futures_util::TryStreamExt;
use tokio::io::AsyncWriteExt;

use crate::app::App;
use crate::error::ApiError;
use crate::http::body::{content_type, still_admitted};
use crate::loads::{Incoming, IncomingError, Packed};
use crate::warehouse;

/// What a form may contain.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of all files as they are sent.
    pub files: u64,
    /// Bytes of a field that is not a file.
    pub field: usize,
    /// Bytes that are kept of a file that is text: its head. The rest is read and left out.
    pub head: u64,
    /// Bytes that are kept of any other file, and of all files that come out of a packed one.
    pub whole: u64,
}

/// A form that was received. Its files are in the spool, archives unpacked; they are removed when it is dropped.
pub struct Form {
    pub incoming: Incoming,
    /// Names and values of the fields that are no files, in order.
    pub fields: Vec<(String, String)>,
}

impl Form {
    /// Writes the files into the spool, and reads the fields.
    ///
    /// # Errors
    /// 400, 413 or 415, with the field or file at fault.
    pub async fn receive(app: &App, request: &HttpRequest, form: Multipart, limits: Limits) -> Result<Form, ApiError> {
        if content_type(request) != "multipart/form-data" {
            return Err(ApiError::unsupported_media_type("The body must be multipart/form-data."));
        }
        let incoming = Incoming::create(app.data_dir().path()).map_err(refused)?;
        let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        incoming.require_room("the upload", length.unwrap_or_default()).map_err(refused)?;
        let pace = Pace::of(app);
        let mut form = Received { form, limits, pace, total: 0, fields: Vec::new(), packed: Vec::new(), files: 0 };
        form.read(&incoming).await?;
        if form.files == 0 {
            return Err(ApiError::field("files", "send at least one file"));
        }
        let (packed, most) = (form.packed, limits.whole);
        let unpack = web::block(move || {
            packed.iter().try_for_each(|(packed, name)| incoming.unpack_own(*packed, name, most))?;
            Ok(incoming)
        });
        let incoming = unpack.await.map_err(|error| ApiError::internal(&error))?.map_err(refused)?;
        still_admitted(request)?;
        Ok(Form { incoming, fields: form.fields })
    }
}

struct Received {
    form: Multipart,
    limits: Limits,
    pace: Pace,
    /// Bytes of files so far.
    total: u64,
    fields: Vec<(String, String)>,
    packed: Vec<(Packed, String)>,
    files: usize,
}

/// The most files of a form, as of a zip archive. An empty file takes space too.
const MOST_FILES: usize = 1_000;
/// The most other fields.
const MOST_FIELDS: usize = 20;

impl Received {
    async fn read(&mut self, incoming: &Incoming) -> Result<(), ApiError> {
        while let Some(field) = self.pace.keeps(self.form.try_next()).await? {
            let file = field.content_disposition().and_then(|disposition| disposition.get_filename());
            if self.files == MOST_FILES || self.fields.len() == MOST_FIELDS {
                let what = format!(
                    "the form has more than {MOST_FILES} files or {MOST_FIELDS} fields; send the files as a zip archive"
                );
                return Err(ApiError::fault(what));
            }
            match file.map(str::to_owned) {
                Some(file) => self.file(field, &file, incoming).await?,
                None => self.field(field).await?,
            }
        }
        Ok(())
    }

    async fn file(&mut self, mut field: actix_multipart::Field, name: &str, to: &Incoming) -> Result<(), ApiError> {
        let packed = Packed::of(name);
        // A part of anything else cannot be read.
        let is_text = packed.is_none() && warehouse::is_text(Path::new(name));
        let mut head = if is_text { self.limits.head } else { u64::MAX };
        let mut output = tokio::fs::File::from_std(to.file(name).map_err(refused)?);
        let mut written = 0;
        while let Some(chunk) = self.pace.keeps(field.try_next()).await? {
            self.pace.got(chunk.len())?;
            self.total += chunk.len() as u64;
            written += chunk.len() as u64;
            if self.total > self.limits.files || (!is_text && written > self.limits.whole) {
                return Err(ApiError::of_status(StatusCode::PAYLOAD_TOO_LARGE));
            }
            let kept = usize::try_from(head).unwrap_or(usize::MAX).min(chunk.len());
            output.write_all(&chunk[..kept]).await.map_err(|error| ApiError::unwritten(&error))?;
            head -= kept as u64;
        }
        output.flush().await.map_err(|error| ApiError::unwritten(&error))?;
        self.packed.extend(packed.map(|packed| (packed, name.to_owned())));
        self.files += 1;
        Ok(())
    }

    async fn field(&mut self, mut field: actix_multipart::Field) -> Result<(), ApiError> {
        let name = field.name().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        while let Some(chunk) = self.pace.keeps(field.try_next()).await? {
            self.pace.got(chunk.len())?;
            bytes.extend_from_slice(&chunk);
            if bytes.len() > self.limits.field {
                return Err(ApiError::field(&name, "the value is too long"));
            }
        }
        self.fields.push((name, String::from_utf8_lossy(&bytes).into_owned()));
        Ok(())
    }
}

/// How fast a form must arrive: something within each pause, and an average once the first pause is over.
struct Pace {
    started: Instant,
    bytes: u64,
    pause: Duration,
    least: u64,
}

impl Pace {
    fn of(app: &App) -> Pace {
        let pause = Duration::from_secs(u64::from(app.config.stalled_seconds));
        Pace { started: Instant::now(), bytes: 0, pause, least: app.config.upload_pace }
    }

    async fn keeps<T>(&self, next: impl Future<Output = Result<T, MultipartError>>) -> Result<T, ApiError> {
        match tokio::time::timeout(self.pause, next).await {
            Ok(next) => next.map_err(unreadable),
            Err(_) => Err(ApiError::of_status(StatusCode::REQUEST_TIMEOUT)),
        }
    }

    fn got(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.bytes += bytes as u64;
        let took = self.started.elapsed();
        if took > self.pause && self.bytes < self.least.saturating_mul(took.as_secs()) {
            return Err(ApiError::of_status(StatusCode::REQUEST_TIMEOUT));
        }
        Ok(())
    }
}

fn unreadable(_: MultipartError) -> ApiError {
    ApiError::invalid("The form could not be read; send multipart/form-data.")
}

/// The answer where files were not taken in.
pub fn refused(error: IncomingError) -> ApiError {
    match error {
        IncomingError::Twice(_) | IncomingError::Name(_) | IncomingError::Link(_) | IncomingError::Packed { .. } => {
            ApiError::fault(error.to_string())
        }
        IncomingError::NoRoom { needed, room, .. } => ApiError::no_room(needed, room),
        IncomingError::Write { source, .. } => ApiError::unwritten(&source),
        IncomingError::Read { .. } => ApiError::internal(&error),
    }
}
