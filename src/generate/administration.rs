//! `administration.ts`: the types of the calls of the administration, from the Rust types themselves.

use crate::loads::{Step, TaskKind};
use crate::operate::audit::{AuditChain, AuditPage};
use crate::operate::backups::{BackupFile, BackupList, TaskAnswer};
use crate::operate::loads::{AcceptedLoad, LoadDetails, LoadList};
use crate::operate::mappings::{MappingDetails, MappingList};
use crate::operate::settings::{OtherSetting, SettingAnswer, SettingList};
use crate::operate::suggest::{PreviewAnswer, RecognisedColumn, RecognisedFile, SuggestAnswer};
use crate::operate::system::{SystemAnswer, SystemCheck, SystemConnection, SystemFolder};
use crate::operate::webhooks::WebhookSecret;
use crate::screens::loaded::{ByUnit, Gap, LoadedData, LoadedState, LoadedTable};
use crate::store::audit::AuditLine;
use crate::store::loads::{Kind, Load, LoadFault, LoadFile, Origin, State};
use crate::store::mappings::SavedMapping;

use super::wire::declare_all;

pub fn types() -> String {
    declare_all!(
        Kind,
        Origin,
        State,
        Load,
        LoadFile,
        LoadFault,
        Step,
        LoadList,
        AcceptedLoad,
        LoadDetails,
        ByUnit,
        Gap,
        LoadedState,
        LoadedTable,
        LoadedData,
        SavedMapping,
        MappingList,
        MappingDetails,
        RecognisedColumn,
        RecognisedFile,
        PreviewAnswer,
        SuggestAnswer,
        AuditLine,
        AuditPage,
        AuditChain,
        TaskKind,
        TaskAnswer,
        BackupFile,
        BackupList,
        SettingAnswer,
        OtherSetting,
        SettingList,
        SystemCheck,
        SystemFolder,
        SystemConnection,
        SystemAnswer,
        WebhookSecret,
    )
}
