//! `bond service`

use std::env;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::{note, say, say_to};
use super::serve::{self, Serve};
use crate::data_dir;
use crate::platform::service::{self, State};

#[derive(Subcommand)]
pub enum ServiceCommand {
    /// Install Bond as a service that starts with Windows, or replace an older Bond in it, and start it.
    Install(Place),
    /// Stop the service and remove it; the data stay.
    Uninstall,
    /// Say whether the service runs, and where its files are.
    Status(Place),
    /// Serve as the service; Windows runs this.
    #[command(hide = true)]
    Run(Serve),
}

/// Where the service has its files.
#[derive(Args)]
pub struct Place {
    /// Folder for the settings file, the data and the log [default: %ProgramData%\Bond]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub const EXAMPLES: &str = "\
For Windows, in a terminal that was opened as administrator. The program is copied to %ProgramFiles%\\Bond. The folder
has the settings (bond.toml), the data and the log; only administrators and the service's own account, NT SERVICE\\Bond,
may open it. The service starts with Windows, and again when it fails.
On Linux the Debian package has a systemd unit for this; the manual has one for other systems.

Examples:
  bond service install
  bond service status
  bond user add --config C:\\ProgramData\\Bond\\bond.toml --first-name Ann --role ROLE_ADMIN --generate-password ann";

/// The settings of a new service: every one with its default, and its meaning.
const SETTINGS: &str = include_str!("../../assets/packaging/bond.toml");

pub fn run(command: ServiceCommand) -> Result<(), Failure> {
    // Elsewhere than on Windows it says what to do instead.
    let usual = service::folder().map_err(Failure::usage)?;
    match command {
        ServiceCommand::Install(place) => install(&Files::of(place, usual)?),
        ServiceCommand::Uninstall => {
            service::uninstall().map_err(Failure::new)?;
            say("The service is removed. Its folder is as it was: settings, data and log.");
            Ok(())
        }
        ServiceCommand::Status(place) => status(&Files::of(place, usual)?),
        ServiceCommand::Run(command) => serve_as_service(command),
    }
}

/// The files of the service.
struct Files {
    folder: PathBuf,
    settings: PathBuf,
    data: PathBuf,
    log: PathBuf,
}

impl Files {
    fn of(place: Place, usual: PathBuf) -> Result<Files, Failure> {
        let folder = place.folder.map_or(Ok(usual), std::path::absolute).map_err(Failure::new)?;
        Ok(Files {
            settings: folder.join("bond.toml"),
            data: folder.join("data"),
            log: folder.join("log").join("bond.log"),
            folder,
        })
    }

    /// The settings of a new service, with the data in its folder.
    fn first_settings(&self) -> Result<String, Failure> {
        let data = toml::Value::from(self.data.to_str().ok_or_else(|| Failure::usage("the folder is not Unicode"))?);
        let is_of_data = |line: &str| line.starts_with("data_dir = ");
        let lines = SETTINGS.lines();
        Ok(lines
            .map(|line| if is_of_data(line) { format!("data_dir = {data}\n") } else { format!("{line}\n") })
            .collect())
    }
}

fn install(files: &Files) -> Result<(), Failure> {
    data_dir::check_file_system(&files.data, false)?;
    let failed = |doing: &'static str, path: &Path| {
        let path = path.to_owned();
        move |error| Failure::new(format!("cannot {doing} {}: {error}", path.display()))
    };
    // First the folder with its rights, then what is in it: at no time may others open it.
    service::make_private(&files.folder).map_err(failed("make", &files.folder))?;
    for folder in [Some(files.data.as_path()), files.log.parent()].into_iter().flatten() {
        fs::create_dir_all(folder).map_err(failed("make", folder))?;
    }
    if !files.settings.exists() {
        fs::write(&files.settings, files.first_settings()?).map_err(failed("write", &files.settings))?;
    }
    let program = env::current_exe().map_err(Failure::new)?;
    let words = ["service", "run", "--config"].map(Into::into);
    let words = words.into_iter().chain([files.settings.clone().into_os_string()]).collect();
    service::install(&program, words).map_err(Failure::new)?;
    say(format!(
        "Bond runs as a service, and starts with Windows.\n  Settings: {}\n  Data:     {}\n  Log:      {}\n\
         Nobody can sign in until there is a user. The log has a link that makes the first; or:\n  \
         bond user add --config \"{0}\" --first-name NAME --role ROLE_ADMIN --generate-password LOGIN\n\
         After a change of the settings: net stop Bond && net start Bond",
        files.settings.display(),
        files.data.display(),
        files.log.display(),
    ));
    Ok(())
}

fn status(files: &Files) -> Result<(), Failure> {
    match service::state().map_err(Failure::new)? {
        State::Missing => Err(Failure::problems("the service is not installed: bond service install")),
        State::Stopped => Err(Failure::problems(format!(
            "the service is installed and does not run: net start Bond. Its log: {}",
            files.log.display()
        ))),
        State::Changing => Err(Failure::problems("the service starts or stops at this moment")),
        State::Running(pid) => {
            say(format!(
                "The service runs (PID {pid}).\n  Settings: {}\n  Data:     {}\n  Log:      {}",
                files.settings.display(),
                files.data.display(),
                files.log.display()
            ));
            Ok(())
        }
    }
}

/// What Windows runs. There is no terminal: all that is said goes to the log.
fn serve_as_service(command: Serve) -> Result<(), Failure> {
    if let Some(settings) = command.settings_file() {
        let log = settings.with_file_name("log").join("bond.log");
        say_to(&log).map_err(|error| Failure::new(format!("cannot write {}: {error}", log.display())))?;
        panic::set_hook(Box::new(|panicked| note(panicked)));
    }
    service::run(Box::new(move || {
        let served = serve::run(command);
        if let Err(failure) = &served {
            note(format!("bond: {failure}"));
        }
        served.is_ok()
    }))
    .map_err(Failure::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_settings_name_the_folder_of_the_data() {
        let folder = PathBuf::from(r"C:\ProgramData\Bönd 1");
        let (settings, data, log) = (folder.join("bond.toml"), folder.join("data"), folder.join("bond.log"));
        let text = Files { folder, settings, data: data.clone(), log }.first_settings().expect("text");
        let table: toml::Table = text.parse().expect("TOML");
        assert_eq!(table["data_dir"].as_str(), data.to_str());
        assert_eq!(text.lines().count(), SETTINGS.lines().count());
    }
}
