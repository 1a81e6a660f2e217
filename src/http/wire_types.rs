//! The types of bodies and answers in TypeScript, for the page.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ts_rs::{Config, TS, TypeVisitor};

/// Declarations by name.
#[derive(Default)]
pub struct WireTypes(BTreeMap<String, String>);

impl WireTypes {
    /// Adds a type, and all types that it has.
    pub fn add<T: TS + 'static>(&mut self) {
        self.visit::<T>();
        T::visit_generics(self);
    }

    /// The declarations, each exported with its documentation.
    pub fn declarations(&self) -> String {
        self.0.values().map(|declaration| format!("{declaration}\n\n")).collect()
    }
}

impl TypeVisitor for WireTypes {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types of Rust, such as lists and numbers, have no declaration.
        if T::output_path().is_none() {
            return;
        }
        let config = Config::new().with_large_int("number");
        if let Entry::Vacant(entry) = self.0.entry(T::ident(&config)) {
            let docs = T::docs().unwrap_or_default();
            entry.insert(format!("{docs}export {}", T::decl(&config)));
            T::visit_dependencies(self);
        }
    }
}
