//! `bond mcp`: for programs that start an MCP server and speak to it over its input and output. It hands each message to a
//! Bond elsewhere, and its answer back. It decides nothing and keeps nothing.

use std::env;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use ureq::Agent;
use url::Url;

use super::failure::Failure;
use super::output::note;
use crate::config::{first_line, is_this_machine};
use crate::egress::{Egress, Purpose};
use crate::features::agents::protocol::{BEFORE, METHOD_HEADER, NAME_HEADER, VERSION_HEADER};
use crate::trust::{Peer, Trust};

/// The environment variable with the token.
const TOKEN: &str = "BOND_AGENT_TOKEN";
/// Bond answers within two minutes, or says that it does not.
const LIMIT: Duration = Duration::from_secs(150);
/// The most bytes of an answer.
const LARGEST: u64 = 1 << 20;
const INTERNAL: i32 = -32_603;
/// Where a message of the current revision has its version.
const VERSION: &str = "io.modelcontextprotocol/protocolVersion";

static PEER: Peer = Peer {
    name: "the Bond of --url",
    ca_file: "--ca-file",
    address: "--url",
    trusts_machine: true,
    reads_file_again: false,
};

/// `bond mcp`
#[derive(Args)]
pub struct Mcp {
    /// The address of Bond's MCP, such as https://bond.example.com/mcp.
    #[arg(long, value_parser = address)]
    url: Url,
    /// File whose first line is an API token with the ability agents; without it, the environment variable BOND_AGENT_TOKEN
    /// has the token.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Certificates of authorities (PEM) to trust beside those of this machine.
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
}

pub const EXAMPLES: &str = "\
For assistants on a desktop that start a program and speak MCP with it (stdio). Messages go to the Bond at the address,
which must allow agents (setting allow_agents); nothing else is needed here, and nothing is kept. Of http only addresses of
this machine are taken: whoever is on the way would read the token.

Example, in the settings of an assistant:
  \"command\": \"bond\", \"args\": [\"mcp\", \"--url\", \"https://bond.example.com/mcp\", \"--token-file\", \"/home/ann/bond-token\"]";

fn address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|_| "expected an address such as https://bond.example.com/mcp".to_owned())?;
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_this_machine(&url) => Ok(url),
        _ => Err("expected https, or http of this machine".to_owned()),
    }
}

/// Bridges until the input ends.
pub fn run(command: &Mcp) -> Result<(), Failure> {
    let token = match &command.token_file {
        Some(path) => first_line("--token-file", path).map_err(Failure::usage)?,
        None => env::var(TOKEN).ok().filter(|token| !token.is_empty()).ok_or_else(|| {
            Failure::usage(format!("give --token-file, or the token in the environment variable {TOKEN}"))
        })?,
    };
    let trust = Trust::new(&PEER, command.ca_file.as_deref()).map_err(Failure::usage)?;
    let config = trust.http().timeout_global(Some(LIMIT)).build();
    let bridge = Bridge {
        agent: Egress::new(false).agent(Purpose::Agents, config),
        trust,
        url: command.url.to_string(),
        token: format!("Bearer {token}"),
    };
    for line in io::stdin().lock().lines() {
        let line = line.map_err(Failure::new)?;
        if line.trim().is_empty() {
            continue;
        }
        let Some(reply) = bridge.handed(&line) else { continue };
        let mut output = io::stdout().lock();
        if writeln!(output, "{reply}").and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    Ok(())
}

struct Bridge {
    agent: Agent,
    trust: Trust,
    url: String,
    token: String,
}

impl Bridge {
    /// The answer to a message; None for one that has none.
    fn handed(&self, line: &str) -> Option<Value> {
        let message: Value = match serde_json::from_str(line) {
            Ok(message) => message,
            Err(error) => {
                return Some(json!({ "jsonrpc": "2.0", "error": { "code": -32_700, "message": error.to_string() } }));
            }
        };
        // Bond hears of no message that belongs to another: it remembers none.
        let id = message.get("id").cloned()?;
        let failed =
            |text: String| json!({ "jsonrpc": "2.0", "id": id, "error": { "code": INTERNAL, "message": text } });
        Some(match self.sent(&message, line) {
            Ok(reply) if reply.get("jsonrpc").is_some() => reply,
            Ok(other) => {
                failed(other["message"].as_str().unwrap_or("This is no answer of Bond: look at --url.").to_owned())
            }
            Err(text) => {
                note(format!("bond mcp: {text}"));
                failed(text)
            }
        })
    }

    fn sent(&self, message: &Value, line: &str) -> Result<Value, String> {
        let (method, params) = (message["method"].as_str(), &message["params"]);
        let version = params["_meta"][VERSION].as_str().or((method != Some("initialize")).then_some(BEFORE));
        let name = params["name"].as_str().filter(|_| method == Some("tools/call"));
        let mut request = self.agent.post(&self.url).header("content-type", "application/json");
        request = request.header("accept", "application/json, text/event-stream").header("authorization", &self.token);
        for (header, value) in [(VERSION_HEADER, version), (METHOD_HEADER, method), (NAME_HEADER, name)] {
            if let Some(value) = value {
                request = request.header(header, value);
            }
        }
        let mut answer = request
            .send(line)
            .map_err(|error| self.trust.advice(&error).unwrap_or_else(|| format!("Bond cannot be reached: {error}")))?;
        let status = answer.status();
        let text = answer.body_mut().with_config().limit(LARGEST).read_to_string();
        let text = text.map_err(|error| format!("the answer cannot be read: {error}"))?;
        serde_json::from_str(&text).map_err(|_| format!("Bond answered {status} without JSON: look at --url."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_only_where_nobody_reads_it_on_the_way() {
        for right in ["https://bond.example.com/mcp", "http://127.0.0.1:8080/mcp", "http://localhost:8080/bond/mcp"] {
            assert!(address(right).is_ok(), "{right}");
        }
        for wrong in ["http://bond.example.com/mcp", "ftp://127.0.0.1/mcp", "bond"] {
            assert!(address(wrong).is_err(), "{wrong}");
        }
    }
}
