//! The command line.

mod audit;
mod backup;
mod copies;
mod data;
mod decode;
mod demo;
mod doctor;
mod failure;
mod import;
mod keys;
mod loads;
mod log_file;
mod mappings;
mod mcp;
mod members;
mod output;
mod password;
mod place;
mod progress;
mod pull;
mod query;
mod receipt;
mod reload;
mod retention;
mod roles;
mod serve;
mod service;
mod settings;
mod sso;
mod table;
mod tokens;
mod users;
mod who;

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::figures::end_shared_work;
use crate::platform::desktop;
use crate::store::audit::act_for;
use crate::{config, warehouse};

use failure::Failure;
use output::{note, say};
use settings::ServerFlags;

/// Member-engagement analytics for loyalty and affinity programs, as one executable.
#[derive(Parser)]
#[command(name = "bond", version = env!("VERSION_AND_COMMIT"), after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the dashboards.
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Serve),
    /// Create a demo program with an account, and serve it.
    #[command(after_help = demo::EXAMPLES)]
    Demo(demo::Demo),
    /// Load files into the warehouse, all or nothing; works while the server runs.
    #[command(after_help = import::EXAMPLES)]
    Import(import::Import),
    /// Decode a file that is not text, for a load.
    #[command(hide = true)]
    Decode(decode::Decode),
    /// Run a query of a mapping, for a load.
    #[command(hide = true)]
    Query(query::Query),
    /// Ask the systems of the settings file for data; works while the server runs.
    #[command(after_help = pull::EXAMPLES)]
    Pull(pull::Pull),
    /// Have the running server read its settings and certificate anew.
    #[command(after_help = reload::EXAMPLES)]
    Reload(reload::Reload),
    /// List the loads, or undo the last one.
    #[command(subcommand)]
    Loads(loads::LoadsCommand),
    /// Show what is loaded of each table, and what is late; works while the server runs.
    #[command(after_help = data::EXAMPLES)]
    Data(data::Data),
    /// Manage the mappings that are saved by name; works while the server runs.
    #[command(subcommand)]
    Mapping(mappings::MappingCommand),
    /// See which old data wait to be deleted, and allow it; works while the server runs.
    #[command(subcommand)]
    Retention(retention::RetentionCommand),
    /// Erase members; works while the server runs.
    #[command(subcommand)]
    Member(members::MemberCommand),
    /// Make a backup, in one verified file.
    #[command(after_help = backup::EXAMPLES)]
    Backup(backup::Backup),
    /// Verify backups.
    #[command(after_help = backup::VERIFY_EXAMPLES)]
    Verify(backup::Verify),
    /// Copy backups elsewhere, try the copies and fetch them; works while the server runs.
    #[command(subcommand, after_help = copies::EXAMPLES)]
    Copies(copies::CopiesCommand),
    /// Restore a backup.
    #[command(after_help = backup::RESTORE_EXAMPLES)]
    Restore(backup::Restore),
    /// Say what this version would do to a data directory.
    #[command(after_help = backup::UPGRADE_EXAMPLES)]
    Upgrade(backup::Upgrade),
    /// Check the data directory, the server and the backups, and say what to do.
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::Doctor),
    /// Run Bond as a Windows service.
    #[command(subcommand, after_help = service::EXAMPLES)]
    Service(service::ServiceCommand),
    /// Check the unpacked files of a backup.
    #[command(name = crate::backup::CHECK_COMMAND, hide = true)]
    CheckCopy(backup::CheckCopy),
    /// Read the audit log, or verify that nobody changed it; works while the server runs.
    #[command(subcommand)]
    Audit(audit::AuditCommand),
    /// Manage the users; works while the server runs.
    #[command(subcommand)]
    User(users::UserCommand),
    /// Manage the roles; works while the server runs.
    #[command(subcommand)]
    Role(roles::RoleCommand),
    /// Manage the API tokens; works while the server runs.
    #[command(subcommand)]
    Token(tokens::TokenCommand),
    /// Change the keys of sessions; works while the server runs.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Check a receipt of a figure, or a pasted answer with the number of one.
    #[command(after_help = receipt::VERIFY_EXAMPLES)]
    VerifyReceipt(receipt::Verify),
    /// Print the public key that checks receipts; works while the server runs.
    #[command(after_help = receipt::KEY_EXAMPLES)]
    ReceiptKey(receipt::PrintKey),
    /// Speak MCP for a program on this machine, and hand it to a Bond elsewhere.
    #[command(after_help = mcp::EXAMPLES)]
    Mcp(mcp::Mcp),
    /// Manage the keys of single sign-on; works while the server runs.
    #[command(subcommand)]
    SsoKey(sso::KeyCommand),
    /// Create a single sign-on link, to try one out.
    #[command(after_help = sso::LINK_EXAMPLES)]
    SsoLink(sso::Link),
    /// Print what a warehouse file holds; for Bond itself.
    #[command(hide = true)]
    ProbeWarehouse {
        file: PathBuf,
        /// Read every row.
        #[arg(long)]
        thoroughly: bool,
    },
    /// List every setting with its value and origin.
    #[command(after_help = CONFIG_EXAMPLES)]
    Config(ServerFlags),
}

const EXAMPLES: &str = "\
First look, with made-up data:
  bond demo
  bond demo --open    in your browser, signed in

Your own data:
  bond user add --data-dir D --first-name Ann --role ROLE_ADMIN --generate-password ann@example.com
  bond import --data-dir D folder-of-csv-files
  bond serve --data-dir D --listen 127.0.0.1:8080

Exit codes: 0 done; 1 failed; 2 wrong usage, setting or input; 3 the data directory is in use;
4 `bond doctor`, `bond audit verify` or `bond verify-receipt` found something wrong.
`bond COMMAND --help` explains each command.";

const CONFIG_EXAMPLES: &str = "\
Set a setting by a flag, by an environment variable or in a TOML file: the one named by --config or
BOND_CONFIG, else bond.toml in the data directory. The first of these, in this order, takes precedence.

Examples:
  BOND_LISTEN=127.0.0.1:9000 bond config
  printf 'program_name = \"Horizon Rewards\"\\ncurrency = \"EUR\"\\n' > D/bond.toml && bond config --data-dir D";

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    // A double click gives no arguments: it wants to see Bond.
    let is_double_clicked = env::args_os().len() == 1 && desktop::is_double_clicked();
    // Wrong usage exits here, with clap's message and code 2.
    let cli = if is_double_clicked { Cli::parse_from(["bond", "demo", "--open"]) } else { Cli::parse() };
    // What a server does by itself nobody did.
    if !matches!(cli.command, Command::Serve(_) | Command::Demo(_) | Command::Service(_)) {
        act_for(who::who());
    }
    let done = match cli.command {
        Command::Serve(command) => serve::run(command),
        Command::Demo(command) => demo::run(command),
        Command::Import(command) => import::run(command),
        Command::Decode(command) => decode::run(&command),
        Command::Query(command) => query::run(&command),
        Command::Pull(command) => pull::run(command),
        Command::Reload(command) => reload::run(command),
        Command::Loads(command) => loads::run(command),
        Command::Data(command) => data::run(command),
        Command::Mapping(command) => mappings::run(command),
        Command::Retention(command) => retention::run(command),
        Command::Member(command) => members::run(command),
        Command::Backup(command) => backup::run(command),
        Command::Verify(command) => backup::verify(command),
        Command::Copies(command) => copies::run(command),
        Command::Restore(command) => backup::restore(command),
        Command::Upgrade(command) => backup::upgrade(command),
        Command::Doctor(command) => doctor::run(command),
        Command::Service(command) => service::run(command),
        Command::CheckCopy(command) => backup::check_copy(&command),
        Command::Audit(command) => audit::run(command),
        Command::User(command) => users::run(command),
        Command::Role(command) => roles::run(command),
        Command::Token(command) => tokens::run(command),
        Command::Keys(command) => keys::run(command),
        Command::VerifyReceipt(command) => receipt::verify(command),
        Command::ReceiptKey(command) => receipt::print_key(&command),
        Command::Mcp(command) => mcp::run(&command),
        Command::SsoKey(command) => sso::run(command),
        Command::SsoLink(command) => sso::link(command),
        Command::ProbeWarehouse { file, thoroughly } => probe_warehouse(&file, thoroughly),
        Command::Config(flags) => list_settings(&flags),
    };
    end_shared_work();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(format!("bond: {failure}"));
            if is_double_clicked {
                // The window closes with the process, and with it what it says.
                note("Press Enter to close this window.");
                let _ = io::stdin().read_line(&mut String::new());
            }
            failure.exit_code()
        }
    }
}

fn probe_warehouse(file: &Path, thoroughly: bool) -> Result<(), Failure> {
    let probed = warehouse::probe(file, thoroughly)?;
    say(serde_json::to_string(&probed).map_err(Failure::new)?);
    Ok(())
}

fn list_settings(flags: &ServerFlags) -> Result<(), Failure> {
    let resolved = flags.resolve()?;
    for setting in config::settings() {
        let name = setting.get_id().as_str();
        let value = Some(resolved.shown(name)).filter(|value| !value.is_empty());
        let meaning = config::meaning(&setting);
        // A secret has no flag.
        let flag = if setting.is_hide_set() { String::new() } else { format!("--{} or ", name.replace('_', "-")) };
        say(format!(
            "{name} = {}\n    from {}; {flag}{}\n    {meaning}.",
            value.as_deref().unwrap_or("(empty)"),
            resolved.origins[name],
            config::env_name(name),
        ));
    }
    for (name, setting, value, origin) in resolved.config.oidc_table_settings() {
        let value = Some(value).filter(|value| !value.is_empty());
        let meaning = config::meaning(&setting);
        say(format!("{name} = {}\n    from {origin}\n    {meaning}.", value.as_deref().unwrap_or("(empty)")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_valid_and_every_command_has_a_description() {
        let mut command = Cli::command();
        command.clone().debug_assert();
        command.build();
        fn walk(command: &clap::Command) {
            assert!(command.get_about().is_some() || command.get_name() == "help", "{}", command.get_name());
            command.get_subcommands().for_each(walk);
        }
        walk(&command);
    }

    #[test]
    fn each_command_has_the_flags_of_its_settings() {
        let parse = |line: &str| Cli::try_parse_from(line.split_whitespace());
        assert!(parse("bond serve --data-dir d --listen 127.0.0.1:0 --session-hours 4").is_ok());
        assert!(parse("bond serve --data-dir d --oidc-client-secret x").is_err(), "a secret is no argument");
        assert!(parse("bond user list --data-dir d").is_ok());
        assert!(parse("bond user link --data-dir d ann https://login.example.com s-1").is_ok());
        assert!(parse("bond user list --data-dir d --listen 127.0.0.1:0").is_err());
        assert!(parse("bond user add --first-name A --password-stdin a").is_err(), "a role is needed");
        assert!(parse("bond user add --first-name A --role USERS a").is_ok(), "the password is read from the terminal");
        assert!(parse("bond user add --first-name A --role USERS --password-stdin --generate-password a").is_err());
        assert!(parse("bond user add --first-name A --role USERS --password-stdin a").is_ok());
        assert!(parse("bond user add --first-name A --role USERS --link a").is_ok());
        assert!(parse("bond user add --first-name A --role USERS --link --password-stdin a").is_err());
        assert!(parse("bond token add --name n --days 30 --module offers a").is_ok());
        assert!(parse("bond token add --name n --days 30 --module ADMIN a").is_err());
        assert!(parse("bond keys rotate --sso-keys --grace-days 366").is_err());
        assert!(parse("bond demo --members 1000 --seed 7 --years 2 --no-serve").is_ok());
        assert!(parse("bond demo --no-serve --listen 127.0.0.1:0").is_ok());
        assert!(parse("bond import --days 2026-01-01..2026-01-31 --allow-shrink folder").is_ok());
        assert!(parse("bond import --days yesterday folder").is_err());
        assert!(parse("bond import").is_err());
        assert!(parse("bond retention allow --data-dir d facts load-files").is_ok());
        assert!(parse("bond retention allow --data-dir d").is_err(), "what is needed");
        assert!(parse("bond mapping add --replace ledger mapping.toml").is_ok());
        assert!(parse("bond mapping add ledger").is_err());
        assert!(parse("bond role set gold --read MEMBERS,offers --edit DATA --group TIER=1,2 --group LOB=3").is_ok());
        assert!(parse("bond role set gold --read KINGS").is_err());
        assert!(parse("bond data --json --expected-by logins=1d").is_ok(), "values are checked later");
        assert!(parse("bond backup --to b --keep 3 --recipient age1x --recipient age1y").is_ok());
        assert!(parse("bond backup --keep 0").is_err());
        assert!(parse("bond backup --passphrase-file p --recipient age1x").is_err());
        assert!(parse("bond verify --passphrase-file p --identity-file i b").is_err());
        assert!(parse("bond restore b --data-dir d --replace").is_ok());
        assert!(parse("bond upgrade --data-dir d").is_err(), "only --check exists");
        assert!(parse("bond audit list --who ann --what sign_in --from 2026-01-01 --limit 5 --json").is_ok());
        assert!(parse("bond audit list --from yesterday").is_err());
        assert!(parse("bond audit verify --head 3:ab").is_err());
        assert!(
            parse("bond verify-receipt r.json --key AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= --data-dir d").is_ok()
        );
        assert!(parse("bond verify-receipt r.json --key AAAA").is_err());
        assert!(parse("bond mcp --url http://127.0.0.1:8080/mcp --token-file t").is_ok());
        assert!(parse("bond mcp --url http://127.0.0.1:8080/mcp --token t").is_err(), "a secret is no argument");
    }
}
