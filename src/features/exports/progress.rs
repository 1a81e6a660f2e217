//! How far the files in the making are: the page asks while it waits for one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use ts_rs::TS;

use crate::error::ApiError;
use crate::http::class::Class;
use crate::http::route::{Answer, Route};
use crate::http::signed_in::SignedIn;

/// The header of a call for a file with the number under which its progress can be asked for.
pub const HEADER: &str = "bond-export-id";

/// The files in the making, by their user and number.
static MAKING: Mutex<BTreeMap<(i64, u64), Arc<Steps>>> = Mutex::new(BTreeMap::new());

/// How far a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
pub struct ExportProgress {
    /// The steps that are done.
    pub done: u32,
    /// All steps: the answers and receipts that it has, and writing it. 0 where no file is being made under this number.
    pub all: u32,
}

#[derive(Debug, Default)]
struct Steps {
    done: AtomicU32,
    all: AtomicU32,
}

/// A file in the making, which ends when this is dropped.
#[derive(Debug)]
pub struct Making {
    key: Option<(i64, u64)>,
    steps: Arc<Steps>,
}

impl Making {
    /// Begins a file of a user, under the number in the header of the request if it has one.
    ///
    /// # Errors
    /// 400 where the header is no whole number.
    pub fn begin(user_id: i64, request: &HttpRequest) -> Result<Making, ApiError> {
        let number = |value: &actix_web::http::header::HeaderValue| value.to_str().ok()?.parse::<u64>().ok();
        let id = request
            .headers()
            .get(HEADER)
            .map(|value| number(value).ok_or_else(|| ApiError::field(HEADER, "expected a whole number")));
        let key = id.transpose()?.map(|id| (user_id, id));
        let steps = Arc::new(Steps::default());
        if let Some(key) = key {
            making(|making| making.insert(key, Arc::clone(&steps)));
        }
        Ok(Making { key, steps })
    }

    /// So many more steps.
    pub fn expect(&self, steps: usize) {
        self.steps.all.fetch_add(steps as u32, Ordering::Relaxed);
    }

    /// A step is done.
    pub fn step(&self) {
        self.steps.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            making(|making| making.remove(&key));
        }
    }
}

fn making<T>(change: impl FnOnce(&mut BTreeMap<(i64, u64), Arc<Steps>>) -> T) -> T {
    change(&mut MAKING.lock().unwrap_or_else(PoisonError::into_inner))
}

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/export/progress/{id}", Class::Export, progress)
            .says("How far a file is that the user is making: the one whose call had this number in its header Bond-Export-Id.")
            .with("id", json!({ "type": "integer", "minimum": 0 }))
            .answers::<ExportProgress>(),
    ]
}

async fn progress(user: SignedIn, id: web::Path<u64>) -> Answer {
    let steps = making(|making| making.get(&(user.session().user_id, *id)).map(Arc::clone));
    let found = steps.map_or(ExportProgress { done: 0, all: 0 }, |steps| {
        let all = steps.all.load(Ordering::Relaxed);
        // A call that was made again because of a load counts once.
        ExportProgress { done: steps.done.load(Ordering::Relaxed).min(all), all }
    });
    Ok(HttpResponse::Ok().json(found))
}
