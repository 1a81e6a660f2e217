//! The failure of a command: its message and exit code.

use std::fmt;
use std::process::ExitCode;

use crate::app::OpenError;
use crate::auth::AuthError;
use crate::backup::BackupError;
use crate::clock::ClockError;
use crate::config::ConfigError;
use crate::data_dir::DataDirError;
use crate::loads::ReconcileError;
use crate::loads::mappings::MappingError;
use crate::recovery::Damage;
use crate::server::ServeError;
use crate::store::StoreError;
use crate::warehouse::WarehouseError;
use crate::warehouse::load::ImportError;

/// Why a command failed.
#[derive(Debug)]
pub struct Failure {
    message: String,
    code: u8,
}

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const IN_USE: u8 = 3;
const PROBLEMS: u8 = 4;

impl Failure {
    pub fn new(message: impl fmt::Display) -> Failure {
        Failure { message: message.to_string(), code: FAILED }
    }

    pub fn usage(message: impl fmt::Display) -> Failure {
        Failure { message: message.to_string(), code: USAGE }
    }

    /// What `bond doctor` looked at is not as it should be.
    pub fn problems(message: impl fmt::Display) -> Failure {
        Failure { message: message.to_string(), code: PROBLEMS }
    }

    /// Whether another process has the data directory.
    pub fn is_in_use(&self) -> bool {
        self.code == IN_USE
    }

    /// The exit code of the process.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Failure {
        Failure::usage(error)
    }
}

impl From<ClockError> for Failure {
    fn from(error: ClockError) -> Failure {
        Failure::usage(error)
    }
}

impl From<DataDirError> for Failure {
    fn from(error: DataDirError) -> Failure {
        match error {
            DataDirError::InUse { .. } => Failure { message: error.to_string(), code: IN_USE },
            DataDirError::Foreign { .. }
            | DataDirError::Missing { .. }
            | DataDirError::Network { .. }
            | DataDirError::NotADirectory { .. }
            | DataDirError::NotOwned { .. } => Failure::usage(error),
            DataDirError::Io { .. } => Failure::new(error),
        }
    }
}

impl From<MappingError> for Failure {
    fn from(error: MappingError) -> Failure {
        match error {
            MappingError::Store(error) => error.into(),
            error => Failure::usage(error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::LoginTaken(_)
            | StoreError::NoSuchUser(_)
            | StoreError::IdentityTaken(_)
            | StoreError::NoSuchRole(_)
            | StoreError::LastAdministrator
            | StoreError::SignsInElsewhere(_)
            | StoreError::IsService(_)
            | StoreError::NotEmpty
            | StoreError::TooMany { .. }
            | StoreError::TargetTaken
            | StoreError::NoSuchToken(_)
            | StoreError::NoSuchSession(_)
            | StoreError::RoleTaken(_)
            | StoreError::BuiltInRole(_)
            | StoreError::RoleInUse { .. }
            | StoreError::MethodTaken(_)
            | StoreError::DraftChanged
            | StoreError::NotProposed
            | StoreError::OwnProposal
            | StoreError::NoSuchSsoKey(_) => Failure::usage(error),
            StoreError::TooOld { .. } => Failure { message: error.to_string(), code: IN_USE },
            StoreError::Sqlite(_) | StoreError::Json(_) | StoreError::Damaged { .. } | StoreError::TooNew { .. } => {
                Failure::new(error)
            }
        }
    }
}

impl From<WarehouseError> for Failure {
    fn from(error: WarehouseError) -> Failure {
        match error {
            WarehouseError::Invalid(_) => Failure::usage(error),
            _ => Failure::new(error),
        }
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Failure {
        if error.is_input_at_fault() { Failure::usage(error) } else { Failure::new(error) }
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Settings(_) | ServeError::Tls(_) => Failure::usage(error),
            ServeError::Listen { .. } | ServeError::Io(_) => Failure::new(error),
        }
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        match error {
            OpenError::DataDir(error) => error.into(),
            OpenError::Store(error) => error.into(),
            OpenError::Warehouse(error) | OpenError::Loads(ReconcileError::Warehouse(error)) => error.into(),
            OpenError::Loads(ReconcileError::Store(error)) => error.into(),
            OpenError::Auth(AuthError::Store(error)) => error.into(),
            OpenError::Auth(AuthError::Oidc(error)) => Failure::usage(error),
            OpenError::Damage(error) => error.into(),
            error @ OpenError::Traces(_) => Failure::new(error),
            OpenError::Backup(error) => error.into(),
        }
    }
}

impl From<Damage> for Failure {
    fn from(error: Damage) -> Failure {
        match error {
            Damage::Backup(error) => error.into(),
            error => Failure::new(error),
        }
    }
}

impl From<BackupError> for Failure {
    fn from(error: BackupError) -> Failure {
        match error {
            BackupError::DataDir(error) => error.into(),
            BackupError::Store(error) => error.into(),
            BackupError::Warehouse(error) => error.into(),
            BackupError::NotABackup(_)
            | BackupError::Missing(_)
            | BackupError::NoneIn(_)
            | BackupError::Encrypted { .. }
            | BackupError::WrongKey { .. }
            | BackupError::Newer { .. }
            | BackupError::OtherInstall { .. }
            | BackupError::Key(_)
            | BackupError::NotEmpty(_)
            | BackupError::MountPoint(_) => Failure::usage(error),
            BackupError::NoRoom { .. }
            | BackupError::Running
            | BackupError::Stopped
            | BackupError::Damaged { .. }
            | BackupError::BadCopy(_)
            | BackupError::BeforeMigration(_)
            | BackupError::NewerData { .. }
            | BackupError::Io { .. } => Failure::new(error),
        }
    }
}
