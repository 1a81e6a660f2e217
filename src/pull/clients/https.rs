//! Files at addresses.

use std::io::Read;

use ureq::http::Response;
use ureq::{Agent, Body};

use super::super::{Basket, Days};
use super::net;
use super::system::csv_name;
use crate::config::{HttpsOrigin, with_days};
use crate::egress::{Egress, Purpose};
use crate::trust::Trust;

/// A header to send.
type Header = Option<(String, String)>;

struct Https<'a> {
    agent: Agent,
    trust: Trust,
    header: Header,
    origin: &'a HttpsOrigin,
    days: Option<Days>,
}

impl<'a> Https<'a> {
    fn open(egress: &Egress, origin: &'a HttpsOrigin, days: Option<Days>) -> Result<Https<'a>, String> {
        let trust = net::trust(origin.ca_file.as_deref())?;
        let header = origin.header_file.as_deref().map(|path| {
            let line = net::secret("header_file", path)?;
            let wanted =
                || format!("header_file {}: expected a line such as Authorization: Bearer ...", path.display());
            let (name, value) = line.split_once(':').ok_or_else(wanted)?;
            Ok::<_, String>((name.trim().to_owned(), value.trim().to_owned()))
        });
        Ok(Https { agent: net::agent(egress, Purpose::Pull, &trust), trust, header: header.transpose()?, origin, days })
    }

    fn get(&self, name: &str, address: &str) -> Result<Response<Body>, String> {
        let address = self.days.map_or_else(|| address.to_owned(), |days| with_days(address, days.since, days.until));
        let mut request = self.agent.get(&address);
        if let Some((name, value)) = &self.header {
            request = request.header(name, value);
        }
        let answer =
            request.call().map_err(|error| format!("{name}: {}", net::of_request(&self.trust, &address, &error)))?;
        let (host, status) = (net::host(&address), answer.status().as_u16());
        match status {
            200 => Ok(answer),
            300..=399 => Err(format!(
                "{name}: {host} answered {status}: redirects are not followed, as they could carry a secret away; give the \
                 address itself"
            )),
            401 | 403 => Err(format!("{name}: {host} answered {status}: look at the header in header_file")),
            404 => Err(format!("{name}: {host} answered 404: there is nothing at this address")),
            _ => Err(format!("{name}: {host} answered {status}; ask whoever runs it")),
        }
    }
}

pub(super) fn fetch(
    egress: &Egress,
    origin: &HttpsOrigin,
    days: Option<Days>,
    basket: &mut Basket<'_>,
) -> Result<(), String> {
    let https = Https::open(egress, origin, days)?;
    for (name, address) in &https.origin.addresses {
        let answer = https.get(name, address)?;
        let mut sink = basket.file(&csv_name(name), "")?;
        net::save(name, &net::host(address), answer, &mut sink)?;
        sink.end()?;
    }
    Ok(())
}

pub(super) fn attempt(egress: &Egress, origin: &HttpsOrigin, days: Days) -> Result<String, String> {
    let https = Https::open(egress, origin, Some(days))?;
    for (name, address) in &https.origin.addresses {
        let mut byte = [0];
        let _ = https.get(name, address)?.into_body().into_reader().read(&mut byte);
    }
    let names: Vec<String> = https.origin.addresses.keys().map(|name| csv_name(name)).collect();
    Ok(format!("It answers for {}.", names.join(", ")))
}
