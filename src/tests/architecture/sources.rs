//! Parses the sources with syn: which modules exist, and which paths each file names.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, Meta, UseTree, VisRestricted, Visibility};

/// All Rust files under `src`.
pub struct Sources {
    pub files: Vec<SourceFile>,
    /// The file of each library module, by its path without `crate`.
    modules: HashMap<Vec<String>, usize>,
}

/// A file and the names its code uses, ignoring comments and strings.
#[derive(Default)]
pub struct SourceFile {
    /// The path relative to `src`, with slashes.
    pub path: String,
    pub names: Vec<Name>,
    /// The names of called macros.
    pub macros: BTreeSet<String>,
    /// The names of declared modules.
    pub modules: BTreeSet<String>,
    /// Compiled for tests only.
    pub is_test: bool,
    /// What `use` imports into the file's module: a name (`*` for all) and its path.
    aliases: Vec<(String, Vec<String>)>,
    /// The names that the file's module defines.
    items: BTreeSet<String>,
}

/// A path named in a file. The first part is `crate` for this project's own code, otherwise a crate or a local name.
#[derive(Clone, Debug)]
pub struct Name {
    pub parts: Vec<String>,
    /// Used in tests only.
    pub is_test: bool,
    /// Re-exported rather than used.
    is_export: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files under `src`, by relative path.
pub fn files() -> Vec<PathBuf> {
    fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() { collect(&path, into) } else { into.push(path) }
        }
    }
    let mut files = Vec::new();
    collect(&root(), &mut files);
    files.sort();
    files.into_iter().map(|file| file.strip_prefix(root()).expect("below src").to_path_buf()).collect()
}

/// The text of a file under `src`.
pub fn text(path: &Path) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Sources {
    pub fn read() -> Sources {
        let rust = files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
        Sources::of(rust.map(|path| (path.to_string_lossy().replace('\\', "/"), text(&path))))
    }

    /// Parses files given as paths relative to `src` and their texts.
    pub fn of(texts: impl IntoIterator<Item = (String, String)>) -> Sources {
        let mut files = Vec::new();
        let mut modules = HashMap::new();
        let mut for_tests = Vec::new();
        for (path, text) in texts {
            let code = syn::parse_file(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
            let module = module_of(&path);
            let mut reader = Reader { module: module.clone(), depth: module.len(), ..Reader::default() };
            reader.children.push(declared(&code.items));
            reader.visit_file(&code);
            for_tests.extend(reader.test_modules);
            modules.insert(module, files.len());
            files.push(SourceFile { path, ..reader.source });
        }
        for module in for_tests {
            if let Some(file) = modules.get(&module) {
                files[*file].is_test = true;
            }
        }
        Sources { files, modules }
    }

    /// The file that defines the item a path names, following re-exports. `None` for items of other crates.
    fn defined_in(&self, name: &Name) -> Option<usize> {
        let mut path: Vec<String> = name.parts.strip_prefix(&["crate".to_owned()][..])?.to_vec();
        // A longer chain of re-exports must be a cycle.
        for _ in 0..20 {
            let depth = (0..=path.len()).rev().find(|depth| self.modules.contains_key(&path[..*depth]))?;
            let file = self.modules[&path[..depth]];
            let Some((item, rest)) = path[depth..].split_first() else { return Some(file) };
            let source = &self.files[file];
            if source.items.contains(item) {
                return Some(file);
            }
            let alias = source.aliases.iter().find(|(alias, _)| alias == item).map(|(_, target)| target.clone());
            let glob = || {
                let (_, target) = source.aliases.iter().find(|(alias, _)| alias == "*")?;
                Some([target.as_slice(), std::slice::from_ref(item)].concat())
            };
            match alias.or_else(glob) {
                Some(target) if target.first().is_some_and(|first| first == "crate") => {
                    path = [&target[1..], rest].concat();
                }
                _ => return Some(file),
            }
        }
        panic!("{:?} is re-exported in a cycle", name.parts)
    }

    /// Dependencies between files as (from, to), without tests and re-exports.
    pub fn dependencies(&self) -> BTreeSet<(&str, &str)> {
        let mut dependencies = BTreeSet::new();
        for source in self.files.iter().filter(|source| source.is_library() && !source.is_test) {
            for name in source.names.iter().filter(|name| !name.is_test && !name.is_export) {
                if let Some(file) = self.defined_in(name) {
                    let to = &self.files[file];
                    if to.path != source.path {
                        dependencies.insert((source.path.as_str(), to.path.as_str()));
                    }
                }
            }
        }
        dependencies
    }
}

impl SourceFile {
    /// Whether it is one of the files, in one of the folders (`warehouse/`), or a file of a name in any folder of one
    /// (`features/*/stored.rs`).
    pub fn is_of(&self, paths: &[&str]) -> bool {
        paths.iter().any(|path| match path.split_once('*') {
            Some((folder, name)) => self.path.starts_with(folder) && self.path.ends_with(name),
            None if path.ends_with('/') => self.path.starts_with(path),
            None => self.path == *path,
        })
    }

    /// Whether it is part of the library, rather than of an executable, a test or a benchmark.
    pub fn is_library(&self) -> bool {
        !self.is_of(&["tests/", "bench/", "lib.rs", "main.rs"]) && !self.path.ends_with("/main.rs")
    }

    /// The folder or file directly under `src` that it belongs to.
    pub fn layer(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    /// Whether the code uses a crate: imports it, or starts a path with it.
    pub fn names_crate(&self, name: &str) -> bool {
        self.names.iter().any(|named| named.parts.len() > 1 && named.parts[0] == name)
    }
}

/// `["metrics", "filter"]` for metrics/filter.rs, `["metrics"]` for metrics/mod.rs, empty for lib.rs.
fn module_of(path: &str) -> Vec<String> {
    let mut parts: Vec<String> = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| last == "mod" || last == "lib") {
        parts.pop();
    }
    parts
}

/// The names of the modules declared among these items.
fn declared(items: &[Item]) -> BTreeSet<String> {
    let modules = items.iter().filter_map(|item| if let Item::Mod(module) = item { Some(module) } else { None });
    modules.map(|module| module.ident.to_string()).collect()
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => {
            list.path.is_ident("cfg") && matches!(&*list.tokens.to_string(), "test" | "all (test , unix)")
        }
        _ => attribute.path().is_ident("test"),
    })
}

#[derive(Default)]
struct Reader {
    source: SourceFile,
    /// The current module, including inline modules.
    module: Vec<String>,
    /// How many of its parts belong to the file itself.
    depth: usize,
    /// Modules declared in each enclosing module, innermost last.
    children: Vec<BTreeSet<String>>,
    is_test: bool,
    test_modules: Vec<Vec<String>>,
}

impl Reader {
    fn add(&mut self, parts: Vec<String>, is_export: bool) -> Vec<String> {
        let parts = self.absolute(parts);
        self.source.names.push(Name { parts: parts.clone(), is_test: self.is_test, is_export });
        parts
    }

    /// The path from `crate`, if it is in this project.
    fn absolute(&self, parts: Vec<String>) -> Vec<String> {
        let mut rest = parts.as_slice();
        let mut from = self.module.clone();
        match parts.first().map(String::as_str) {
            Some("crate" | "bond") => return [&["crate".to_owned()][..], &parts[1..]].concat(),
            Some("self" | "super") => {
                while let Some((first, others)) = rest.split_first() {
                    match first.as_str() {
                        "super" => drop(from.pop()),
                        "self" => {}
                        _ => break,
                    }
                    rest = others;
                }
            }
            Some(first) if self.children.last().is_some_and(|children| children.contains(first)) => {}
            _ => return parts,
        }
        [&["crate".to_owned()][..], &from, rest].concat()
    }

    fn add_use(&mut self, tree: &UseTree, mut prefix: Vec<String>, is_export: bool) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_use(&path.tree, prefix, is_export);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.add_use(tree, prefix.clone(), is_export));
            }
            UseTree::Glob(_) => self.add_alias("*".to_owned(), prefix, is_export),
            UseTree::Name(name) => self.add_imported(name.ident.to_string(), None, prefix, is_export),
            UseTree::Rename(rename) => {
                self.add_imported(rename.ident.to_string(), Some(rename.rename.to_string()), prefix, is_export);
            }
        }
    }

    fn add_imported(&mut self, name: String, renamed: Option<String>, mut prefix: Vec<String>, is_export: bool) {
        if name != "self" {
            prefix.push(name);
        }
        let alias = renamed.or_else(|| prefix.last().cloned()).unwrap_or_default();
        self.add_alias(alias, prefix, is_export);
    }

    fn add_alias(&mut self, alias: String, path: Vec<String>, is_export: bool) {
        let is_single = path.len() == 1;
        let target = self.add(path, is_export);
        if is_single && target.len() == 1 {
            // `use serde;` imports a crate.
            self.source.names.push(Name {
                parts: vec![target[0].clone(), alias.clone()],
                is_test: self.is_test,
                is_export,
            });
        }
        if self.module.len() == self.depth {
            self.source.aliases.push((alias, target));
        }
    }

    /// Adds paths in macro arguments, which syn does not parse.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut parts: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_path(&mut parts);
                    }
                    parts.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' && !parts.is_empty() => colons += 1,
                other => {
                    self.end_path(&mut parts);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.end_path(&mut parts);
    }

    fn end_path(&mut self, parts: &mut Vec<String>) {
        if parts.len() > 1 {
            self.add(parts.clone(), false);
        }
        parts.clear();
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a Item) {
        if self.module.len() == self.depth {
            let name = match item {
                Item::Const(item) => Some(&item.ident),
                Item::Enum(item) => Some(&item.ident),
                Item::Fn(item) => Some(&item.sig.ident),
                Item::Macro(item) => item.ident.as_ref(),
                Item::Static(item) => Some(&item.ident),
                Item::Struct(item) => Some(&item.ident),
                Item::Trait(item) => Some(&item.ident),
                Item::Type(item) => Some(&item.ident),
                _ => None,
            };
            self.source.items.extend(name.map(ToString::to_string));
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, module: &'a ItemMod) {
        let name = module.ident.to_string();
        let was_test = self.is_test;
        self.is_test |= is_for_tests(&module.attrs);
        self.source.modules.insert(name.clone());
        self.module.push(name);
        match &module.content {
            Some((_, items)) => {
                self.children.push(declared(items));
                visit::visit_item_mod(self, module);
                self.children.pop();
            }
            None if self.is_test => self.test_modules.push(self.module.clone()),
            None => {}
        }
        self.module.pop();
        self.is_test = was_test;
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let is_export = !matches!(item.vis, Visibility::Inherited);
        self.add_use(&item.tree, Vec::new(), is_export);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        // A single name is local or imported.
        if path.segments.len() > 1 {
            self.add(path.segments.iter().map(|part| part.ident.to_string()).collect(), false);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'a Macro) {
        self.source.macros.extend(called.path.segments.last().map(|last| last.ident.to_string()));
        self.add_tokens(called.tokens.clone());
        visit::visit_macro(self, called);
    }

    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.add_tokens(list.tokens.clone());
        }
        visit::visit_attribute(self, attribute);
    }

    /// Ignores `pub(super)`, which is not a use.
    fn visit_vis_restricted(&mut self, _: &'a VisRestricted) {}
}
