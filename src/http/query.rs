//! The parameters after the question mark of an address. Every call that has some reads them here, so that an unknown
//! parameter and a wrong value are answered alike: 400 with the name.

use std::future::{Ready, ready};
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::error::ApiError;

/// The largest offset of a list.
pub const LARGEST_OFFSET: u32 = 100_000_000;
/// The most rows of a page of a list, and how many it has by default.
pub const LARGEST_LIMIT: u32 = 200;

/// The parameters. The fields of `T` are texts that the handler reads with [`parsed`].
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = ApiError;
    type Future = Ready<Result<Query<T>, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let read = web::Query::<T>::from_query(request.query_string());
        ready(read.map(|query| Query(query.into_inner())).map_err(|fault| {
            let web_fault = fault.to_string();
            ApiError::fault(format!("The parameters are not valid: {web_fault}."))
        }))
    }
}

/// The value of a parameter; None where it is missing or empty.
///
/// # Errors
/// 400 with its name and what is expected.
pub fn parsed<T: FromStr>(name: &str, text: Option<&str>, expected: &str) -> Result<Option<T>, ApiError> {
    let text = text.filter(|text| !text.is_empty());
    text.map(|text| text.parse().map_err(|_| ApiError::field(name, format!("expected {expected}")))).transpose()
}

/// Which part of a list is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paging {
    pub offset: Option<String>,
    pub limit: Option<String>,
}

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageOfList {
    /// How many rows are left out before it.
    pub offset: u32,
    /// The most rows that it has.
    pub limit: u32,
}

impl Paging {
    /// # Errors
    /// 400 where a number is not one.
    pub fn window(&self) -> Result<PageOfList, ApiError> {
        let number = |name: &str, text: &Option<String>, from: u32, to: u32, default: u32| {
            let expected = format!("a number from {from} to {to}");
            let number = parsed::<u32>(name, text.as_deref(), &expected)?.unwrap_or(default);
            if (from..=to).contains(&number) {
                Ok(number)
            } else {
                Err(ApiError::field(name, format!("expected {expected}")))
            }
        };
        Ok(PageOfList {
            offset: number("offset", &self.offset, 0, LARGEST_OFFSET, 0)?,
            limit: number("limit", &self.limit, 1, LARGEST_LIMIT, LARGEST_LIMIT)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_limits_and_faults_name_the_parameter() {
        let window = |offset: Option<&str>, limit: Option<&str>| {
            Paging { offset: offset.map(str::to_owned), limit: limit.map(str::to_owned) }.window()
        };
        assert_eq!(window(None, None).expect("valid"), PageOfList { offset: 0, limit: LARGEST_LIMIT });
        assert_eq!(window(Some("400"), Some("50")).expect("valid"), PageOfList { offset: 400, limit: 50 });
        for (offset, limit, name) in [
            (Some("-1"), None, "offset"),
            (Some("x"), None, "offset"),
            (None, Some("0"), "limit"),
            (None, Some("201"), "limit"),
        ] {
            let fault = window(offset, limit).expect_err("refused").body().errors.join(" ");
            assert!(fault.starts_with(&format!("{name}: expected a number from")), "{fault}");
        }
    }
}
