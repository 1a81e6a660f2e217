//! Recipes: forms of files that are known by their header, with the mapping that reads them.

use super::form::form_of;
use super::rules::{UNKNOWN_MEMBERS, quoted};
use super::source::Source;
use crate::warehouse::load::MappingFile;
use crate::warehouse::mapping::{MappedFile, matches_name};

/// A mapping, and the names of columns that each of its files is known by.
struct Recipe {
    name: String,
    text: String,
    files: Vec<MappedFile>,
    headers: Vec<Vec<String>>,
    /// Whether somebody has saved it for files of its form.
    is_saved: bool,
}

/// The part of a recipe that reads a file.
pub(super) struct Known {
    pub(super) recipe: String,
    pub(super) file: MappedFile,
    /// Whether the recipe reads members from one of its files.
    pub(super) has_members: bool,
    /// `[[file]]` with all that belongs to it, for the name of the file.
    pub(super) text: String,
    /// The keys of its `[program]`, as in [`super::plan::Plan`].
    pub(super) program: Vec<(String, String)>,
}

macro_rules! recipe {
    ($name:literal, $headers:expr) => {
        ($name, include_str!(concat!("../../../data/recipes/", $name, "/mapping.toml")), $headers)
    };
}

/// The header of orders, with or without refunds.
macro_rules! shopify_orders {
    ($refunds:literal) => {
        &[&[
            "Name",
            "Email",
            "Financial Status",
            "Lineitem quantity",
            "Lineitem price",
            "Created at",
            "Total",
            "Discount Amount",
            $refunds,
        ]]
    };
}

/// The recipes of Bond: the folder in `data/recipes`, its mapping, and for each of its files what the header must have; what
/// begins with `!` it must not have.
pub(super) const RECIPES: &[(&str, &str, &[&[&str]])] = &[
    recipe!(
        "activecampaign-contacts",
        &[&["id", "email", "cdate", "udate", "deleted", "sentcnt", "created_utc_timestamp"]]
    ),
    recipe!("brevo-logs", &[&["st_text", "ts", "sub", "frm", "email", "tag", "mid", "link"]]),
    recipe!(
        "hubspot",
        &[
            &["Record ID", "First Name", "Last Name", "Email", "Create Date"],
            &["id", "created", "type", "recipient", "emailCampaignId", "portalId", "sentBy.created"]
        ]
    ),
    recipe!(
        "google-analytics-4",
        &[&["event_date", "event_timestamp", "event_name", "user_id", "user_pseudo_id", "stream_id"]]
    ),
    recipe!("klaviyo-profiles", &[&["Email", "Klaviyo ID", "Profile Created On"]]),
    recipe!(
        "mailchimp",
        &[
            &["Email Address", "MEMBER_RATING", "OPTIN_TIME", "CONFIRM_TIME", "LEID", "EUID"],
            &["Title", "Subject", "Send Date", "Total Recipients", "Unique Id"]
        ]
    ),
    recipe!(
        "mailchimp-fivetran",
        &[
            &["id", "list_id", "email_address", "unique_email_id", "timestamp_opt", "timestamp_signup", "vip"],
            &["id", "list_id", "type", "status", "title", "subject_line", "send_time", "long_archive_url"],
            &["action", "campaign_id", "member_id", "list_id", "timestamp", "bounce_type", "url"]
        ]
    ),
    recipe!(
        "matomo-visits",
        &[&[
            "idSite",
            "idVisit",
            "visitorId",
            "userId",
            "firstActionTimestamp",
            "lastActionTimestamp",
            "visitDuration"
        ]]
    ),
    recipe!(
        "open-loyalty",
        &[
            &["memberId", "tenantId", "loyaltyCardNumber", "createdAt", "levelId", "transactionsCount"],
            &[
                "issuedRewardId",
                "tenantId",
                "memberId",
                "name",
                "costInPoints",
                "redemptionDate",
                "rewardType",
                "status"
            ]
        ]
    ),
    recipe!(
        "plausible-devices",
        &[&["date", "device", "visitors", "visits", "visit_duration", "bounces", "pageviews"]]
    ),
    recipe!(
        "salesforce-loyalty",
        &[
            &["Id", "MembershipNumber", "ProgramId", "MemberStatus", "EnrollmentDate", "EnrollmentChannel"],
            &["MemberId", "LoyaltyProgramId", "JournalTypeId", "ActivityDate", "Status", "TransactionAmount"]
        ]
    ),
    recipe!(
        "sendgrid-activity",
        &[&["processed", "message_id", "event", "recv_message_id", "subject", "email", "originating_ip", "url"]]
    ),
    recipe!(
        "sfmc-extracts",
        &[
            &["SubscriberKey", "EmailAddress", "SubscriberID", "DateCreated", "DateUnsubscribed"],
            &["SendID", "SentTime", "Subject", "EmailName", "PreviewURL"],
            &[
                "SendID",
                "SubscriberKey",
                "EventDate",
                "EventType",
                "ListID",
                "BatchID",
                "!URL",
                "!Domain",
                "!BounceCategory"
            ],
            &["SendID", "SubscriberKey", "EventDate", "SendURLID", "URL", "Alias"]
        ]
    ),
    recipe!("shopify-customers", &[&["Email", "Accepts Email Marketing", "Total Spent", "Total Orders"]]),
    recipe!("shopify-orders", shopify_orders!("Refunded Amount")),
    recipe!("shopify-orders-before-refunds", shopify_orders!("!Refunded Amount")),
    recipe!(
        "square-items",
        &[&[
            "Date",
            "Item",
            "Qty",
            "Gross Sales",
            "Discounts",
            "Net Sales",
            "Event Type",
            "Customer ID",
            "Location",
            "Category"
        ]]
    ),
    recipe!("stripe-payments", &[&["id", "Created date (UTC)", "Amount", "Amount Refunded", "Status", "Customer ID"]]),
    recipe!(
        "surveymonkey-satisfaction",
        &[&[
            "Respondent ID",
            "Collector ID",
            "End Date",
            "Custom Data 1",
            "Overall, how satisfied or dissatisfied are you with our company?"
        ]]
    ),
    recipe!(
        "talon-one",
        &[
            &["programid", "subledgerid", "customerprofileid", "tiername", "startdate", "expirydate"],
            &["integrationid", "profileintegrationid", "state", "cartitems", "discounts", "total", "closedat"]
        ]
    ),
    recipe!("universal-analytics", &[&["fullVisitorId", "userId", "visitId", "visitNumber", "visitStartTime", "date"]]),
    recipe!(
        "woocommerce-customers",
        &[&["Name", "Username", "Last Active", "Sign Up", "Email", "Orders", "Total Spend", "AOV"]]
    ),
    recipe!(
        "woocommerce-orders",
        &[&["order_id", "order_number", "order_date", "status", "discount_total", "order_total", "billing_email"]]
    ),
];

/// How many columns the header of a company's own mapping needs at least, to know a file by them.
const LEAST_COLUMNS: usize = 3;

/// The recipes of Bond, and mappings that a company saved.
pub(super) struct Recipes(Vec<Recipe>);

impl Recipes {
    pub(super) fn with(saved: &[MappingFile]) -> Recipes {
        let mut recipes = Vec::new();
        for (name, text, headers) in RECIPES {
            let file = MappingFile { name: format!("{name}.toml"), text: (*text).to_owned() };
            if let Ok(parsed) = file.parse() {
                let headers =
                    headers.iter().map(|names| names.iter().map(|name| (*name).to_owned()).collect()).collect();
                let name = (*name).to_owned();
                recipes.push(Recipe { name, text: file.text, files: parsed.files, headers, is_saved: false });
            }
        }
        for mapping in saved {
            let Ok(parsed) = mapping.parse() else { continue };
            let headers = parsed.files.iter().map(used).collect();
            let name = mapping.name.trim_end_matches(".toml").to_owned();
            let is_saved = !name.starts_with(OF_LOAD);
            recipes.push(Recipe { name, text: mapping.text.clone(), files: parsed.files, headers, is_saved });
        }
        Recipes(recipes)
    }

    /// What knows the header of a file: of several, what somebody has saved, then what knows most of it.
    pub(super) fn knows(&self, source: &Source) -> Option<Known> {
        let names: Vec<&str> = source.detected.columns.iter().map(|contents| contents.name.as_str()).collect();
        let has = |name: &String| match name.strip_prefix('!') {
            Some(name) => !names.contains(&name),
            None => names.contains(&name.as_str()),
        };
        let all = self.0.iter().flat_map(|recipe| {
            recipe
                .files
                .iter()
                .zip(&recipe.headers)
                .enumerate()
                .map(move |(at, (file, header))| (recipe, at, file, header))
        });
        let known = all.filter(|(_, _, file, header)| {
            let reads = used(file).iter().all(|name| names.contains(&name.as_str()));
            header.len() >= LEAST_COLUMNS && reads && header.iter().all(has)
        });
        let (recipe, at, file, _) = known.max_by_key(|(recipe, _, _, header)| (recipe.is_saved, header.len()))?;
        // Queries over this file alone belong to it.
        let queried = || recipe.files.iter().filter_map(|entry| Some((entry.query.as_ref()?, &entry.tables)));
        let is_own = queried().all(|(query, _)| query.tables.iter().all(|named| file.names.contains(&named.file)));
        let text = section(&recipe.text, at, file, source, is_own)?;
        let mut file = file.clone();
        let has_members = recipe.files.iter().any(MappedFile::fills_members);
        file.tables.extend(queried().filter(|_| is_own).flat_map(|(_, tables)| tables.clone()));
        Some(Known { recipe: recipe.name.clone(), file, has_members, text, program: program(&recipe.text) })
    }
}

/// What the name of the mapping of an earlier load begins with, before its number.
pub const OF_LOAD: &str = "load ";

impl Known {
    /// Why the file is what it is.
    pub(super) fn reason(&self) -> String {
        match self.recipe.strip_prefix(OF_LOAD) {
            Some(load) => format!("its header is that of a file of load {load}"),
            None => format!("its header is that of the recipe {}", self.recipe),
        }
    }
}

impl MappedFile {
    pub(super) fn fills_members(&self) -> bool {
        self.tables.iter().any(|table| table.table.name == "members")
    }
}

/// The columns that a mapping reads of a file.
fn used(file: &MappedFile) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // A query reads several files, and is no recipe for one.
    for table in file.tables.iter().filter(|_| file.query.is_none()) {
        let of_rules = table.rules.iter().flatten().flat_map(|rule| rule.source.columns());
        for name in of_rules.chain(table.only.iter().map(|condition| condition.column.as_str())) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// The keys and values of `[program]`: text, or other TOML as it is written.
fn program(text: &str) -> Vec<(String, String)> {
    let written: toml::Table = toml::from_str(text).unwrap_or_default();
    let values = written.get("program").and_then(toml::Value::as_table).into_iter().flatten();
    let text = |key: &str, value: &toml::Value| match value.as_str() {
        Some(text) if key != UNKNOWN_MEMBERS => text.to_owned(),
        _ => value.to_string(),
    };
    values.map(|(key, value)| (key.clone(), text(key, value))).collect()
}

/// The `[[file]]` at an index, with the queries below it or without, for the name and the form of another file; None if that cannot be written.
fn section(text: &str, at: usize, file: &MappedFile, source: &Source, with_queries: bool) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &&str| line.trim_start().starts_with("[[file]]");
    let starts: Vec<usize> = (0..lines.len()).filter(|index| begins(&lines[*index])).collect();
    let start = *starts.get(at)?;
    let end = starts.get(at + 1).copied().unwrap_or(lines.len());
    let end = (start + 1..end)
        .find(|index| {
            (lines[*index].starts_with("[[query]]") && !with_queries) || lines[*index].starts_with("[program]")
        })
        .unwrap_or(end);
    let own = &lines[start..end];
    let has =
        |key: &str| own.iter().take_while(|line| !line.starts_with("[[file.table]]")).any(|line| line.starts_with(key));
    let mut out = String::new();
    let matches = file.names.iter().any(|pattern| matches_name(pattern, &source.file));
    for line in own {
        if line.starts_with("name = ") && !out.contains("name = ") {
            if !matches && line.trim_end().ends_with('[') {
                return None;
            }
            let name = quoted(&source.file);
            out += &if matches { format!("{line}\n") } else { format!("name = {name}\n") };
            let form = form_of(&source.detected.dialect);
            form.into_iter().filter(|(key, _)| !has(key)).for_each(|(key, value)| out += &format!("{key} = {value}\n"));
        } else {
            match file.names.iter().find(|pattern| !matches && line.contains(&format!("from \"{pattern}\""))) {
                Some(pattern) => out += &line.replace(pattern.as_str(), &source.file.replace('"', "\\\"\\\"")),
                None => out += line,
            }
            out.push('\n');
        }
    }
    out.truncate(out.trim_end().len());
    // What follows up to the next file may be its comment.
    while let Some((before, last)) = out.rsplit_once('\n').filter(|(_, last)| last.is_empty() || last.starts_with('#'))
    {
        let _ = last;
        out.truncate(before.len());
    }
    out.push('\n');
    Some(out)
}
