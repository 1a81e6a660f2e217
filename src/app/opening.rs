//! The link that opens the page of a demo, signed in: for the person at this machine, once and soon. `bond demo --open`
//! gives it to the browser, at its start or asking the server that runs.

use std::net::SocketAddr;

use super::App;

/// The login of the account of a demo, whom the link signs in.
pub const LOGIN: &str = "demo";

/// The page of the link; the secret is behind the `#`, which browsers send to nobody.
const PAGE: &str = "opened";

impl App {
    /// Where the server listens; None before it does.
    pub fn listens_on(&self) -> Option<SocketAddr> {
        self.listens_on.get().copied()
    }

    /// Says where the server listens.
    pub fn listen_on(&self, address: SocketAddr) {
        self.listens_on.get_or_init(|| address);
    }

    /// Whether nobody but this machine's own programs reaches the server: neither the network nor a proxy.
    pub fn is_for_this_machine(&self) -> bool {
        self.config.trusted_proxies.is_empty() && self.listens_on().is_some_and(|address| address.ip().is_loopback())
    }

    /// Makes the link, in the place of an earlier one.
    ///
    /// # Errors
    /// Why there is none, in words for the person.
    pub async fn opening_link(&self) -> Result<String, String> {
        let Some(address) = self.listens_on().filter(|_| self.is_for_this_machine()) else {
            return Err("other machines may reach this server, so nobody is signed in by a link".to_owned());
        };
        let catalogue = self.engine.catalogue().await.map_err(|error| error.to_string())?;
        if !catalogue.demo {
            return Err("its data are not those of a demo, so nobody is signed in by a link".to_owned());
        }
        let user = self.store.user_by_login(LOGIN).map_err(|error| error.to_string())?;
        if user.is_none_or(|user| user.disabled) {
            return Err(format!("there is no user {LOGIN} who may sign in"));
        }
        let secret = self.auth.opening.issue(self.clock.now());
        Ok(format!("{}{PAGE}#{secret}", self.config.page_at(address)))
    }
}
