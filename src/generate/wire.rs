//! `wire.ts`: the types of bodies and answers, from the Rust types themselves.

use crate::accounts::account::{
    Account, AccountChange, ApiTokenList, MadeToken, NewToken, OwnSessions, PasswordChange,
};
use crate::accounts::oidc::{OidcAnswer, OidcOffer, OidcRequest};
use crate::accounts::preferences::{Preferences, Theme};
use crate::accounts::roles::{NewRole, RoleDetails, RoleList, RoleRemoval, RoleRights};
use crate::accounts::session::{LoginAnswer, LoginRequest, SsoAnswer, SsoQuestion, SsoRequest};
use crate::accounts::session_user::SessionUser;
use crate::accounts::setup::{ChosenPassword, FirstAdministrator, LinkOwner, LinkSecret, SetupState};
use crate::accounts::users::{
    AddedUser, ListedUser, PasswordLink, RolesChange, UserChange, UserDetails, UserList, UserToAdd,
};
use crate::config::{ChangeColours, FirstWeekday};
use crate::error::{ErrorBody, FieldFault};
use crate::features::alerts::routes::{AlertAnswer, AlertList, NewAlert, WatchableFigure};
use crate::features::annotations::routes::{AnnotationAnswer, AnnotationList, NewAnnotation};
use crate::features::destinations::Destinations;
use crate::features::exports::progress::ExportProgress;
use crate::features::exports::routes::{DossierParams, Extent, ScreensParams, TablesParams};
use crate::features::insights::routes::{InsightNote, InsightNotes, NewInsightNote};
use crate::features::links::LinkCall;
use crate::features::links::routes::{LinkAnswer, LinkList, LinkState, MadeLink, NewLink};
use crate::features::links::visits::{LinkQuestion, LinkToOpen, SharedPoll, SharedScreen};
use crate::features::planner::plans::{NewPlan, PartTarget, PlanAnswer, PlanList, PlanPoint, PlannedValue};
use crate::features::reports::routes::{NewReport, ReportAnswer, ReportList};
use crate::features::score::routes::{
    DraftApproval, DraftToPublish, DraftToSave, MethodDraft, MethodList, MethodPart, MethodProposal, MethodPublication,
    MethodVersion,
};
use crate::features::targets::routes::{NewTarget, TargetAnswer, TargetGroup, TargetList};
use crate::features::views::first::FirstView;
use crate::features::views::routes::{NewView, ViewAnswer, ViewList};
use crate::figures::chart::ChartPeriod;
use crate::figures::close::CloseTo;
use crate::figures::compare::{Change, ComparedWith};
use crate::figures::explain::{CauseKind, CauseNode, CauseTree, Chance, DivisionOffer};
use crate::figures::filter::{BlockFilter, FilterParams};
use crate::figures::insights::{CohortCell, CohortRow, CohortsAnswer, MovedGroup};
use crate::figures::period::{Comparison, Grain, Period};
use crate::figures::planner::forecast::{ForecastAnswer, ForecastPart, ForecastPoint, ForecastTry};
use crate::figures::planner::{
    Mixture, MixturePart, Needed, PartChange, PlannedPart, PlannerAnswer, Target, WhatIf, Wish,
};
use crate::figures::score::{
    Explain, GroupEffect, MethodEffect, MethodNumbers, MonthEffect, PartEffect, PartKey, PartMethod, PartState, Pillar,
    ScoreAnswer, ScorePart, Tenure,
};
use crate::figures::target::TargetGrain;
use crate::figures::{Hidden, Polarity, Unit};
use crate::groupings::{Grouping, ViewBy, ViewByH2};
use crate::http::confirm::Confirmation;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::render::Separator;
use crate::scope::GroupLimit;
use crate::screens::corrections::Correction;
use crate::screens::explain::{Calendar, ExplainParams, Explanation, OpenedCauses};
use crate::screens::insights::{AlsoMoved, EndingOffer, ExpiringAnswer, Move, MovesAnswer, UnusualAnswer, UnusualItem};
use crate::screens::issued::{ChangingLoad, IssuedAnswer, IssuedDay};
use crate::screens::planner::{CloseAnswer, ClosePeople};
use crate::screens::receipts::{
    Receipt, ReceiptData, ReceiptDefinition, ReceiptFigure, ReceiptFilter, ReceiptGroup, ReceiptMetric, ReceiptPart,
    ReceiptScope, ReceiptScore, ReceiptSegment, ReceiptTable, ReceiptValue, ReceiptWindow, SegmentsLeftOut,
};
use crate::screens::targets::{FittingTarget, FittingTargets, GroupOfTarget, TargetLine, TargetPoint};
use crate::screens::wire::{
    AccountManager, BlockAnswer, IndicatorRow, ProgramInfo, Series, TrendRow, TrendsAnswer, UserGroup,
};
use crate::store::api_tokens::ApiToken;
use crate::store::destinations::{AlertRule, AlertState, Channel, DeliveryState, Direction, Every, ReportFormat};
use crate::store::roles::{Permission, PermissionModule, Role};
use crate::store::sessions::LiveSession;

/// Types without a Rust counterpart.
const ALIASES: &str = include_str!("aliases.ts");

/// The declarations of types that the page knows, in TypeScript.
macro_rules! declare_all {
    ($($wire:ty),* $(,)?) => {{
        let config = ts_rs::Config::new().with_large_int("number");
        let mut text = String::from("// Generated from the Rust types by `make generate`. Do not edit.\n\n");
        $({
            text.push_str(&<$wire as ts_rs::TS>::docs().unwrap_or_default());
            text.push_str("export ");
            text.push_str(&<$wire as ts_rs::TS>::decl(&config));
            text.push_str("\n\n");
        })*
        text
    }};
}
pub(super) use declare_all;

pub fn wire() -> String {
    declare_all!(
        Period,
        Comparison,
        Grain,
        ViewBy,
        ViewByH2,
        Grouping,
        Unit,
        Polarity,
        Hidden,
        FilterParams,
        BlockFilter,
        BlockAnswer,
        ChartPeriod,
        Series,
        Change,
        ComparedWith,
        IndicatorRow,
        TrendRow,
        TrendsAnswer,
        Tenure,
        PartState,
        Pillar,
        ScorePart,
        Explain,
        ScoreAnswer,
        PartKey,
        Target,
        PartChange,
        Wish,
        Needed,
        PlannedPart,
        MixturePart,
        Mixture,
        WhatIf,
        PlannerAnswer,
        ForecastPart,
        ForecastPoint,
        ForecastTry,
        ForecastAnswer,
        CloseTo,
        ClosePeople,
        CloseAnswer,
        GroupLimit,
        PartTarget,
        NewPlan,
        PlannedValue,
        PlanPoint,
        PlanAnswer,
        PlanList,
        NewView,
        ViewAnswer,
        ViewList,
        FirstView,
        NewAnnotation,
        AnnotationAnswer,
        Correction,
        AnnotationList,
        TargetGrain,
        GroupOfTarget,
        TargetGroup,
        NewTarget,
        TargetAnswer,
        TargetList,
        FittingTarget,
        TargetPoint,
        TargetLine,
        FittingTargets,
        Every,
        Channel,
        ReportFormat,
        DeliveryState,
        Destinations,
        NewReport,
        ReportAnswer,
        ReportList,
        LinkCall,
        NewLink,
        LinkState,
        LinkAnswer,
        LinkList,
        MadeLink,
        LinkToOpen,
        LinkQuestion,
        SharedPoll,
        SharedScreen,
        AlertRule,
        Direction,
        AlertState,
        NewAlert,
        WatchableFigure,
        AlertAnswer,
        AlertList,
        MovedGroup,
        AlsoMoved,
        Move,
        MovesAnswer,
        UnusualItem,
        UnusualAnswer,
        CohortCell,
        CohortRow,
        CohortsAnswer,
        EndingOffer,
        ExpiringAnswer,
        InsightNote,
        InsightNotes,
        Separator,
        DossierParams,
        ExportProgress,
        Extent,
        ScreensParams,
        TablesParams,
        NewInsightNote,
        OpenedCauses,
        ExplainParams,
        Chance,
        Calendar,
        DivisionOffer,
        CauseKind,
        CauseNode,
        CauseTree,
        Explanation,
        ReceiptMetric,
        ReceiptDefinition,
        ReceiptGroup,
        ReceiptFilter,
        ReceiptWindow,
        ReceiptScope,
        ReceiptTable,
        ReceiptData,
        ReceiptValue,
        ReceiptSegment,
        SegmentsLeftOut,
        ReceiptFigure,
        ReceiptPart,
        ReceiptScore,
        Receipt,
        ChangingLoad,
        IssuedDay,
        IssuedAnswer,
        ChangeColours,
        FirstWeekday,
        AccountManager,
        ProgramInfo,
        UserGroup,
        Module,
        PermissionModule,
        Permission,
        Role,
        Theme,
        Language,
        Preferences,
        SessionUser,
        LoginRequest,
        LoginAnswer,
        SsoRequest,
        SsoQuestion,
        SsoAnswer,
        SetupState,
        FirstAdministrator,
        LinkSecret,
        ChosenPassword,
        LinkOwner,
        Account,
        AccountChange,
        PasswordChange,
        LiveSession,
        OwnSessions,
        ApiToken,
        ApiTokenList,
        NewToken,
        MadeToken,
        ListedUser,
        UserList,
        UserDetails,
        UserToAdd,
        UserChange,
        RolesChange,
        Confirmation,
        PasswordLink,
        AddedUser,
        RoleDetails,
        RoleList,
        RoleRights,
        RoleRemoval,
        NewRole,
        PartMethod,
        MethodNumbers,
        MethodPart,
        MethodPublication,
        MethodVersion,
        MethodProposal,
        MethodDraft,
        MethodList,
        DraftToSave,
        DraftToPublish,
        DraftApproval,
        PartEffect,
        MonthEffect,
        GroupEffect,
        MethodEffect,
        OidcOffer,
        OidcRequest,
        OidcAnswer,
        ErrorBody,
        FieldFault,
    ) + ALIASES
}
