// Generated from the Rust types by `make generate`. Do not edit.

/**
 * Something that an API token may do.
 */
export type Ability = "read" | "load" | "members:erase" | "users" | "backup" | "audit:read" | "agents";

/**
 * A load that was accepted.
 */
export type AcceptedLoad = { 
/**
 * Its number. Its files are safe: it will be loaded or refused, also after a restart.
 */
id: number, };

/**
 * A user's own account.
 */
export type Account = { login: string, firstName: string, 
/**
 * Whether the user has a password here; one who signs in through another system has none.
 */
hasPassword: boolean, 
/**
 * The system that the user signs in by; null for a password.
 */
issuer: string | null, 
/**
 * The user's second factor; null for none.
 */
secondFactor: OwnSecondFactor | null, 
/**
 * Whether the settings demand one of the user.
 */
requiresSecondFactor: boolean, 
/**
 * Days after which an API token expires at the latest; 0 allows no tokens.
 */
longestTokenDays: number, 
/**
 * What the user's API tokens may do.
 */
tokenAbilities: Array<Ability>, preferences: Preferences, };

/**
 * A change of the account.
 */
export type AccountChange = { 
/**
 * For the greeting, 1 to 100 characters.
 */
firstName: string, };

/**
 * Who looks after the program at its vendor. Name and phone may be empty.
 */
export type AccountManager = { name: string, mail: string, phone: string, };

/**
 * An alert whose rule holds.
 */
export type ActiveAlert = { id: number, name: string, 
/**
 * Null for late data.
 */
metric: string | null, label: string | null, 
/**
 * What was found, as a sentence in the language of the request.
 */
found: string, 
/**
 * When the rule began to hold, in seconds since 1970-01-01 UTC.
 */
begunAt: number, 
/**
 * The last day of the figure, and the path of its explanation in the page; null for late data.
 */
day: string | null, explanation: string | null, };

/**
 * The user's own alerts whose rules hold, as the last checks found them: those that began last come first.
 */
export type ActiveAlerts = { alerts: Array<ActiveAlert>, };

/**
 * A user that was added, with the link to choose a password.
 */
export type AddedUser = { user: ListedUser, link: PasswordLink, };

/**
 * An alert, and how it stands.
 */
export type AlertAnswer = { id: number, name: string, 
/**
 * Null for late data.
 */
metric: string | null, label: string | null, unit: Unit | null, filters: string, rule: AlertRule, direction: Direction, amount: number | null, table: string | null, 
/**
 * Null where the page alone shows it.
 */
channel: Channel | null, recipients: Array<string>, folder: string, 
/**
 * The address; of another's only the host.
 */
webhook: string, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, 
/**
 * The state that the last check found, and a text about it, for the owner only; null before the first check.
 */
state: AlertState | null, found: string | null, 
/**
 * All times in seconds since 1970-01-01 UTC.
 */
checkedAt: number | null, 
/**
 * When the rule last began to hold, and when it ceased to; null where it did not.
 */
begunAt: number | null, endedAt: number | null, 
/**
 * When a message that failed, or a check that did, is tried again.
 */
againAt: number | null, 
/**
 * When and how it was sent last, and to whom or why not; null before.
 */
lastAt: number | null, lastState: DeliveryState | null, lastText: string | null, };

/**
 * The alerts of a user, by name, and what can be watched. Administrators see those of all users.
 */
export type AlertList = { alerts: Array<AlertAnswer>, destinations: Destinations, 
/**
 * The figures that the user may watch.
 */
figures: Array<WatchableFigure>, 
/**
 * The feed tables that are expected at a time.
 */
tables: Array<string>, };

/**
 * When an alert fires: the figure is above or below an amount; it changed by more than so many percent or points; it is
 * unlike the same weekday; it changed by more than normal variation; data are late.
 */
export type AlertRule = "above" | "below" | "percent" | "points" | "weekday" | "chance" | "late";

/**
 * What the last check of an alert found: whether its rule holds, or that this cannot be said.
 */
export type AlertState = "holds" | "ceased" | "unknown";

/**
 * A figure that moved with another.
 */
export type AlsoMoved = { metric: string, label: string, change: number, changePercent: number | null, unit: Unit, };

/**
 * A saved annotation.
 */
export type AnnotationAnswer = { id: number, 
/**
 * The first day and the last: yyyy-mm-dd.
 */
starts: string, ends: string, text: string, 
/**
 * The id of a figure; null for all charts.
 */
metric: string | null, shared: boolean, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, };

/**
 * What is to be marked in charts.
 */
export type AnnotationList = { 
/**
 * The annotations of the user, and those that are shared of figures that are open to the user, in order of days.
 */
annotations: Array<AnnotationAnswer>, 
/**
 * The days that the latest loads corrected.
 */
corrections: Array<Correction>, };

/**
 * A token without its secret, which nobody has but who made it.
 */
export type ApiToken = { 
/**
 * What it is revoked by.
 */
id: number, 
/**
 * The login of its user.
 */
login: string, 
/**
 * Given by whoever made it.
 */
name: string, 
/**
 * What it may do, as far as the roles of its user allow.
 */
abilities: Array<Ability>, 
/**
 * The codes of the modules that it reads; null for all that its user may see.
 */
modules: Array<string> | null, 
/**
 * The networks that it may be used from; null for any.
 */
addresses: Array<string> | null, 
/**
 * The login of who made it; null for the command line.
 */
madeBy: string | null, 
/**
 * Seconds since 1970-01-01 UTC.
 */
createdAt: number, 
/**
 * From then on it is refused, in seconds since 1970-01-01 UTC.
 */
expiresAt: number, 
/**
 * At most a minute behind, in seconds since 1970-01-01 UTC; null before its first use.
 */
lastUsedAt: number | null, 
/**
 * The address of that use.
 */
lastAddress: string | null, 
/**
 * The one table that it opens; null for every other token.
 */
shows: ShownTable | null, };

/**
 * The API tokens of a user, or of all.
 */
export type ApiTokenList = { 
/**
 * The latest first.
 */
tokens: Array<ApiToken>, };

/**
 * How to ask.
 */
export type AskPull = { 
/**
 * Do everything but publish.
 */
check: boolean, };

/**
 * That a system is being asked.
 */
export type AskedPull = { name: string, };

/**
 * Whether the audit log is unbroken.
 */
export type AuditChain = { 
/**
 * What is wrong; null if nothing is.
 */
fault: string | null, lines: number, 
/**
 * Lines whose texts were redacted by an erasure.
 */
redacted: number, 
/**
 * The newest line, as `bond audit verify --head` takes it; null while there is none.
 */
head: string | null, };

/**
 * A line of the log.
 */
export type AuditLine = { 
/**
 * Its number.
 */
line: number, 
/**
 * Seconds since 1970-01-01 UTC.
 */
at: number, 
/**
 * What happened, for example `sign_in`.
 */
event: string, 
/**
 * The login of the user who did it, or the user of the system who ran a command; null for the server itself and
 * unknown users.
 */
actor: string | null, 
/**
 * What it was done to.
 */
subject: string | null, 
/**
 * The client's IP address.
 */
address: string | null, 
/**
 * Further details.
 */
detail: string | null, };

/**
 * Lines of the audit log.
 */
export type AuditPage = { 
/**
 * Newest first, but after a number the oldest.
 */
lines: Array<AuditLine>, 
/**
 * The number of all lines that the filter lets through.
 */
total: number, 
/**
 * Every event that the log has, for the choice of one.
 */
events: Array<string>, };

/**
 * What the provider sends when somebody has signed out there.
 */
export type BackChannelLogout = { 
/**
 * Names the user or the provider's session, signed by the provider.
 */
logout_token: string, };

/**
 * A backup. What its name says.
 */
export type BackupFile = { file: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
madeAt: number, 
/**
 * The number of the last load in it.
 */
dataVersion: number, encrypted: boolean, bytes: number, 
/**
 * Whether it counts: it was made or verified here, and belongs to the present history of the data.
 */
isOfThisHistory: boolean, };

/**
 * The backups.
 */
export type BackupList = { 
/**
 * The folder that they are in.
 */
folder: string, 
/**
 * The data directory, for the command that restores one.
 */
dataDir: string, 
/**
 * The time of day at which the server makes one, such as `02:30`; null if it does not.
 */
dailyAt: string | null, 
/**
 * How many the server leaves after it made one.
 */
keep: number, 
/**
 * Whether new ones are encrypted.
 */
encrypts: boolean, 
/**
 * Free space of the data directory in bytes; null if it cannot be read.
 */
freeBytes: number | null, 
/**
 * Newest first.
 */
backups: Array<BackupFile>, 
/**
 * Where backups are copied to.
 */
places: Array<BackupPlaceAnswer>, 
/**
 * The task that runs, or else the last one since the server started.
 */
task: TaskAnswer | null, };

/**
 * A place that backups are copied to.
 */
export type BackupPlaceAnswer = { 
/**
 * As the settings file names it.
 */
name: string, 
/**
 * `folder`, `s3` or `sftp`.
 */
kind: string, 
/**
 * Host and port, or the folder.
 */
place: string, isRunning: boolean, 
/**
 * How many backups lie there.
 */
copies: number, 
/**
 * When the newest of them was sent, in seconds since 1970-01-01 UTC; null without one.
 */
sentAt: number | null, 
/**
 * When one of them was last fetched and tried; null if never.
 */
testedAt: number | null, 
/**
 * What that test found.
 */
found: string | null, 
/**
 * When it was last tried to send or test one; null if never.
 */
triedAt: number | null, 
/**
 * Why that failed; null if it did not.
 */
fault: string | null, };

/**
 * The password, and a code where there is a second factor.
 */
export type BeginSetUp = { 
/**
 * The user's password.
 */
password: string, 
/**
 * Six digits from the present device, or a recovery code; null where there is none.
 */
code?: string, };

/**
 * One block of a breakdown screen. The block's shape says what `data` is.
 */
export type Block = { type: string, filterParams: BlockFilter, data: unknown, 
/**
 * By period: the key and label of each figure of a row, in order.
 */
series?: Array<Series>, 
/**
 * By period: the rows of the same dates one year earlier.
 */
previous?: PeriodRow[], 
/**
 * By period: as `previous`, but if the data end within a period, its row ends on the same day a year earlier.
 * Absent where it would be the same.
 */
previousToDate?: PeriodRow[], 
/**
 * By period: the dates and coverage of each period, in the order of the rows.
 */
periods?: Array<ChartPeriod>, 
/**
 * A capped list: its full number of rows; for several lists, that of the longest.
 */
total?: number, 
/**
 * Several capped lists: the full number of rows of each, by its key.
 */
totals?: { [key in string]: number }, 
/**
 * How many figures are null because too few members are behind them, or because they would tell such a figure; absent
 * if none is. Where rows are objects, their `hidden` says which and why.
 */
hidden?: number, 
/**
 * A feed table that all figures of the block are computed from and that was never loaded; absent without one.
 */
notLoaded?: string, 
/**
 * A table by groups, or a list with figures: those whose data begin after the first day of the period, so that they
 * count a part of it, or that have none in it; absent without one.
 */
partial?: Array<string>, };

/**
 * A block's own filter, with its defaults filled in.
 */
export type BlockFilter = { timeScale: TimeScale, viewBy: ViewBy, viewByH1: GroupType, viewByH2: ViewByH2, recordCount: number | null, };

/**
 * What a number of the calendar counts.
 */
export type ByUnit = "day" | "month";

/**
 * How the two windows differ as calendars.
 */
export type Calendar = { 
/**
 * The days of the period that have data.
 */
days: number, daysBefore: number, 
/**
 * The figure for each day; null where it does not add up over days.
 */
perDay: number | null, perDayBefore: number | null, 
/**
 * In words.
 */
text: string, };

/**
 * The place of a `[[file.table]]` in the text of the mapping, as changes name it.
 */
export type CardPlace = { file: number, table: number, };

/**
 * What a cause is.
 */
export type CauseKind = "slice" | "others" | "mix" | "part" | "coverage";

/**
 * A part of a change.
 */
export type CauseNode = { 
/**
 * Unique among its siblings.
 */
key: string, name: string, kind: CauseKind, 
/**
 * The figure in it; null where it is hidden or has none.
 */
now: number | null, before: number | null, 
/**
 * The unit of both: of the explained figure, or of the part of the score; null for a cause without figures.
 */
unit: Unit | null, 
/**
 * Its part of all, in percent: of the sum, or of the denominator of a ratio.
 */
share: number | null, shareBefore: number | null, 
/**
 * What it contributes, in the unit of the whole change; null where it is hidden.
 */
effect: number | null, 
/**
 * Of the effect, what is because the figure in it changed, and what because its part of all did; null for a sum.
 */
rateEffect: number | null, mixEffect: number | null, hidden: Hidden | null, canOpen: boolean, inside: CauseTree | null, };

/**
 * A change divided: the effects of the causes add up to it.
 */
export type CauseTree = { by: string, label: string, 
/**
 * None within a cause whose figures would tell what few members are behind.
 */
causes: Array<CauseNode>, 
/**
 * The key of the cause that stands out; null where none does.
 */
leading: string | null, 
/**
 * What this part can be divided by.
 */
divisions: Array<string>, };

/**
 * How a change of a rate or mean, or of the score, compares with normal variation.
 */
export type Chance = { 
/**
 * One standard error of the change, in its unit; of a percentage, in points (docs/explain.md).
 */
standardError: number, 
/**
 * Whether the change is within two of them.
 */
isWithin: boolean, };

/**
 * A figure compared with an earlier window, and its sparkline.
 */
export type Change = { 
/**
 * The figure in months, where its card has whole years and months; absent elsewhere, and where it is hidden.
 */
now?: number, 
/**
 * The figure of the earlier window; null without a comparison, where the calendar does not go back that far, and where
 * it is hidden.
 */
before: number | null, 
/**
 * Why `before` is hidden, or stands for nothing because it has no data; else absent.
 */
beforeHidden?: Hidden, 
/**
 * 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less. Null too where history
 * is missing, where either is hidden, and without a comparison.
 */
changePercent: number | null, 
/**
 * Difference in percentage points; null where the figure is no percentage.
 */
points: number | null, 
/**
 * Whether the change of a rate or mean is at most two standard errors (docs/explain.md); absent where there is no
 * change, where its error is not known, and for other figures.
 */
withinChance?: boolean, note?: string, line: Point[], 
/**
 * The last day that the last point of the line counts, where that is not the end of its period; yyyy-mm-dd.
 */
lineThrough?: string, 
/**
 * The places of the points of the line that have no data, counted from 0: their 0 stands for nothing. Absent without
 * any.
 */
lineGaps?: Array<number>, };

/**
 * The meaning of the colour of a change.
 */
export type ChangeColours = "meaning" | "sign";

/**
 * Values to choose.
 */
export type ChangeSettings = { 
/**
 * By name; null goes back to the default.
 */
settings: { [key in string]: string | null }, 
/**
 * The password of the administrator who asks, where one of the settings asks for it.
 */
password: string | null, };

/**
 * A load that changed what a figure is computed from.
 */
export type ChangingLoad = { 
/**
 * Its number; null for one that the ledger does not have.
 */
load: number | null, dataVersion: number, 
/**
 * yyyy-mm-dd hh:mm, UTC.
 */
at: string, 
/**
 * Such as import, undo or erase.
 */
origin: string, 
/**
 * The feed tables of the figure that it changed.
 */
tables: Array<string>, 
/**
 * The first and last of the figure's days that it replaced; null where it is not known, or no day was replaced.
 */
firstDay: string | null, lastDay: string | null, };

/**
 * Where a report or alert goes.
 */
export type Channel = "mail" | "folder" | "webhook";

/**
 * A period of a chart. Dates are yyyy-mm-dd.
 */
export type ChartPeriod = { label: string, 
/**
 * Its first and last day within the window.
 */
start: string, end: string, 
/**
 * The last day that its figures count: its end, or the last day with data where that is earlier; null where no
 * day of it has data.
 */
through: string | null, 
/**
 * Whether the figures are those of the whole month, quarter or year: all its days are in the window, and the
 * data reach from its first day to its last.
 */
complete: boolean, 
/**
 * Whether the figures have data: their tables are loaded, from before the period's end, up to a day of it, and with at
 * least one of its days. Where they are not, a 0 is no figure.
 */
covered: boolean, 
/**
 * Whether they reach back to the same dates a year earlier, and one of those days is loaded.
 */
previousCovered: boolean, };

/**
 * What was pasted, judged.
 */
export type Checked = { 
/**
 * One for each receipt or number; none where the text has neither.
 */
found: Array<CheckedQuote>, };

/**
 * A figure that is quoted.
 */
export type CheckedFigure = { row: string, column: string, 
/**
 * As it was pasted.
 */
quoted: string, 
/**
 * What Bond answered; null where the figure is hidden now.
 */
was: string | null, 
/**
 * What it is now; null where it is hidden or no longer there.
 */
now: string | null, isSame: boolean, };

/**
 * What is wrong with a new password.
 */
export type CheckedPassword = { 
/**
 * Null if it may be set.
 */
fault: string | null, };

/**
 * A receipt or what is quoted with its number.
 */
export type CheckedQuote = { verdict: Verdict, 
/**
 * The number of the receipt; null for a receipt as JSON.
 */
number: string | null, 
/**
 * What the table or figure is called; null where the verdict is unknown.
 */
title: string | null, 
/**
 * The days that it is of: yyyy-mm-dd.
 */
firstDay: string | null, lastDay: string | null, 
/**
 * When it was answered first, in UTC.
 */
answeredAt: string | null, 
/**
 * The figures that are quoted, or those of the table that are others now; at most 200.
 */
figures: Array<CheckedFigure>, 
/**
 * What is quoted and is not in the table.
 */
strange: Array<string>, 
/**
 * Of a receipt as JSON: what `bond verify-receipt` says, in the language of whoever asks.
 */
says: Array<string>, };

/**
 * A password chosen by a link.
 */
export type ChosenPassword = { 
/**
 * What is behind the `#` of the link.
 */
secret: string, 
/**
 * 12 to 128 characters.
 */
password: string, };

/**
 * How many members are close to a threshold, by group.
 */
export type CloseAnswer = { 
/**
 * The day that dormancy is said as of: the last of the period that is loaded; null where none is. yyyy-mm-dd.
 */
asOf: string | null, 
/**
 * The first day of the period, whose qualifying sessions are counted.
 */
startDate: string | null, viewByH1: GroupType, 
/**
 * Who has not logged in for so many days is dormant.
 */
dormantDays: number, 
/**
 * Within so many days those of `dormant` become so without a login.
 */
noticeDays: number, 
/**
 * In the order of the groups, the total last; without groups none.
 */
rows: Array<ClosePeople>, 
/**
 * How many numbers are null because too few members are behind them, or because they would tell such a number.
 */
hidden?: number, };

/**
 * The members of a group who are close to a threshold.
 */
export type ClosePeople = { 
/**
 * The group's id; null for the total.
 */
id: number | null, name: string, isTotal: boolean, 
/**
 * With one more qualifying session in the period they are active.
 */
active: number | null, 
/**
 * With one more they are engaged.
 */
engaged: number | null, 
/**
 * They become dormant within the days of notice unless they log in.
 */
dormant: number | null, 
/**
 * Why numbers are null.
 */
hidden?: HiddenFields, };

/**
 * A threshold that members are close to.
 */
export type CloseTo = "active" | "engaged" | "dormant";

/**
 * The members of a cohort at an age.
 */
export type CohortCell = { 
/**
 * The share of the cohort that logged in in the month, in percent; null where it is hidden or nobody registered.
 */
percent: number | null, hidden: Hidden | null, };

/**
 * The members who registered in a month.
 */
export type CohortRow = { 
/**
 * yyyy-mm.
 */
month: string, registered: number | null, 
/**
 * Why `registered` is null.
 */
hidden: Hidden | null, 
/**
 * By age in months, from 1.
 */
ages: Array<CohortCell>, };

/**
 * Members by month of registration.
 */
export type CohortsAnswer = { cohorts: Array<CohortRow>, 
/**
 * How many numbers are null because few members are behind them.
 */
hidden?: number, };

/**
 * What the page compares a month, quarter or year to date with at first.
 */
export type CompareToDate = "last_year" | "previous_period";

/**
 * What the figures of an answer are compared with. Dates are yyyy-mm-dd; null without a comparison, and where the
 * calendar does not go back that far.
 */
export type ComparedWith = { comparison: Comparison, startDate: string | null, endDate: string | null, };

/**
 * What the figures of a window are compared with. The BOND Score is always compared with a month earlier.
 */
export type Comparison = "PREVIOUS_PERIOD" | "SAME_DATES_LAST_YEAR" | "SAME_WEEKDAYS_LAST_YEAR" | "PREVIOUS_FULL_PERIOD" | "SELECTED_DATES" | "NONE";

/**
 * The password of the administrator who asks.
 */
export type Confirmation = { password: string, };

/**
 * A code that confirms that a device is set up.
 */
export type ConfirmedSetUp = { 
/**
 * From the call that began.
 */
ticket: string, 
/**
 * Six digits from the device.
 */
code: string, };

/**
 * Days that a load replaced, which had rows before.
 */
export type Correction = { 
/**
 * The number of the load.
 */
load: number, 
/**
 * Whether the load took another one back.
 */
isUndo: boolean, 
/**
 * The first day and the last: yyyy-mm-dd.
 */
starts: string, ends: string, 
/**
 * The ids of the figures that are computed from these days.
 */
metrics: Array<string>, };

/**
 * How the last try to send something ended: `stopped` where trying again is of no use.
 */
export type DeliveryState = "sent" | "failed" | "stopped";

/**
 * Where reports and alerts may go.
 */
export type Destinations = { 
/**
 * Whether a mail server is set up, and the domains to which it may send.
 */
canMail: boolean, mailDomains: Array<string>, 
/**
 * Whether a folder is set up.
 */
canWrite: boolean, 
/**
 * The hosts whose webhooks may be sent to.
 */
webhookHosts: Array<string>, };

/**
 * The changes that an alert is about: all, or only rises or falls.
 */
export type Direction = "any" | "up" | "down";

/**
 * Something that a change can be divided by.
 */
export type DivisionOffer = { by: string, label: string, 
/**
 * 0 where every part changed like the whole, up to 1 where one did all of it and more; half where none stands out. In
 * tenths where small groups are protected. Of new and established members, and of moves between groups, it is
 * estimated, unless they are asked for.
 */
tells: number, 
/**
 * The name of the part that stands out; null where none does.
 */
leading: string | null, };

/**
 * A filter, and what a file is of.
 */
export type DossierBody = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, extent: Extent, 
/**
 * The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
 */
compared: Array<string>, };

/**
 * What a mapping makes of the files of a draft.
 */
export type DraftAnswer = { 
/**
 * The text of the mapping, as TOML, with the change.
 */
mapping: string, 
/**
 * What is wrong with the text, by its lines. There are only cards without a table then.
 */
faults: Array<LoadFault>, 
/**
 * By file: one for each table that it fills, or one without a table.
 */
cards: Array<DraftCard>, 
/**
 * The first rows of each table that a query of the mapping fills.
 */
queries: Array<PreviewAnswer>, 
/**
 * What the dashboards can show once the files are loaded.
 */
screens: Array<ScreenOutlook>, 
/**
 * What a load would find in all files together and with what is loaded, besides the faults of the cards. Null where the
 * files are too large for that, where a load is at work, and while the mapping has faults: a check says it then.
 */
check: DraftCheck | null, 
/**
 * Tables with days that neither a file nor the loaded data fill, with the figures that stay empty without them.
 */
lacks: Array<LackingTable>, 
/**
 * What all rows of the program have in common.
 */
program: Array<ProgramValue>, 
/**
 * What becomes of rows of members that nobody loads.
 */
unknownMembers: UnknownMembers, };

/**
 * The approval of a draft.
 */
export type DraftApproval = { 
/**
 * That of the draft that was looked at.
 */
revision: number, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * A file, or a sheet of one, and the table that it fills.
 */
export type DraftCard = { file: string, sheet: string | null, 
/**
 * Null for a file that fills no table by itself: unless a query reads it, it is not loaded.
 */
filled: FilledTable | null, 
/**
 * Whether a query of the mapping reads the file.
 */
isQueried: boolean, 
/**
 * The columns of the file.
 */
names: Array<string>, 
/**
 * Its first rows as they are, for a file that fills no table. Without a header the columns are numbered.
 */
firstRows: Array<Array<string>>, 
/**
 * Why the file cannot be read.
 */
refused: string | null, 
/**
 * What was proposed: for the table that is filled, else for the rows of the file.
 */
proposed: RecognisedFile | null, 
/**
 * Why it was proposed to leave the file out.
 */
ignored: IgnoredFile | null, };

/**
 * What a load of all files would find.
 */
export type DraftCheck = { 
/**
 * The first 100, such as rows whose member nobody has loaded.
 */
faults: Array<LoadFault>, 
/**
 * All of them, with those of the cards.
 */
faultCount: number, 
/**
 * Why else it would be refused.
 */
refused: string | null, 
/**
 * What a load would say, and load all the same.
 */
warnings: Array<string>, 
/**
 * Columns of tables that no load has filled then, such as `email_messages.opened_at`.
 */
unfilled: Array<string>, };

/**
 * Drafts that are kept.
 */
export type DraftList = { drafts: Array<KeptDraft>, };

/**
 * A draft to publish.
 */
export type DraftToPublish = { 
/**
 * That of the draft that was looked at.
 */
revision: number, 
/**
 * 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit. Unique in any case.
 */
name: string, 
/**
 * 1 to 500 characters.
 */
reason: string, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * A draft to save.
 */
export type DraftToSave = { 
/**
 * That of the draft in whose place it is saved; null where there is none.
 */
revision: number | null, numbers: MethodNumbers, };

/**
 * An offer that ends.
 */
export type EndingOffer = { id: number, name: string, partner: string, 
/**
 * yyyy-mm-dd.
 */
ends: string, 
/**
 * Redeem clicks of the 30 days up to the last loaded one.
 */
clicks: number | null, hidden: Hidden | null, };

/**
 * The members to erase.
 */
export type EraseMembers = { 
/**
 * Their ids as the feed has them.
 */
ids: Array<string>, 
/**
 * Keep their facts under another id that leads to nobody.
 */
keepCounts: boolean, 
/**
 * The password of the administrator who asks; an API token needs none.
 */
password: string, };

/**
 * The body of every error answer.
 */
export type ErrorBody = { 
/**
 * The HTTP status.
 */
status: number, 
/**
 * The kind, for programs: `invalid_request`, `not_found`, ...
 */
error: string, 
/**
 * For people.
 */
message: string, 
/**
 * One entry per fault of the request, with the name of its field; empty for other errors.
 */
errors: Array<string>, 
/**
 * The same by field, for forms; left out for other errors.
 */
faults?: Array<FieldFault>, 
/**
 * On signing in and opening a link only: an error for which the page has its own text.
 */
error_description?: string, 
/**
 * With 401 only: why the token was not accepted.
 */
code?: string, };

/**
 * How often a report is sent.
 */
export type Every = "day" | "week" | "month";

/**
 * What ends soon.
 */
export type ExpiringAnswer = { 
/**
 * The last loaded day, yyyy-mm-dd; null where nothing is loaded.
 */
asOf: string | null, 
/**
 * Within so many days after it.
 */
days: number, 
/**
 * The offers that end, the first first; null where the roles do not open the Offers Dashboard.
 */
offers: Array<EndingOffer> | null, 
/**
 * How many offers end; the list has at most 50.
 */
offersTotal: number | null, 
/**
 * Members who are soon dormant after the last loaded day, by group; the filter's period does not matter.
 */
close: CloseAnswer, };

export type Explain = { 
/**
 * The name of the method.
 */
method: string, 
/**
 * yyyy-mm-dd; null when nothing is loaded.
 */
asOf: string | null, windowDays: number, 
/**
 * Share of the weight that counts, 0 to 1.
 */
coverage: number, 
/**
 * The rounded score minus the rounded score of last month, in points.
 */
mom: number | null, 
/**
 * Whether `mom` is at most two standard errors (docs/explain.md); absent where there is none or its error is not known.
 */
withinChance?: boolean, 
/**
 * How much of `mom` is due to parts that count in only one of the two months, in points.
 */
coverageEffect: number | null, 
/**
 * Why there is no score; null when there is one.
 */
missing: string | null, parts: Array<ScorePart>, };

/**
 * The body of a call that explains: a filter, and what is opened. Both are read from the same object.
 */
export type ExplainBody = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, 
/**
 * Which causes are opened; without it the whole is divided by what tells most.
 */
open?: OpenedCauses, };

/**
 * Why a figure moved.
 */
export type Explanation = { metric: string, label: string, unit: Unit, polarity: Polarity, 
/**
 * yyyy-mm-dd
 */
startDate: string, endDate: string, 
/**
 * What it is compared with; null without a comparison.
 */
startDateBefore: string | null, endDateBefore: string | null, 
/**
 * Null where it is hidden.
 */
now: number | null, before: number | null, 
/**
 * In the figure's unit; of a percentage, in points.
 */
change: number | null, 
/**
 * 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less.
 */
changePercent: number | null, 
/**
 * Why there is no explanation; null where there is one.
 */
note: string | null, chance: Chance | null, calendar: Calendar | null, 
/**
 * What the change can be divided by, the division that tells most first.
 */
divisions: Array<DivisionOffer>, tree: CauseTree | null, 
/**
 * The change, and its largest causes.
 */
sentences: Array<string>, };

/**
 * How far a file is.
 */
export type ExportProgress = { 
/**
 * The steps that are done.
 */
done: number, 
/**
 * All steps: the answers and receipts that it has, and writing it. 0 where no file is being made under this number.
 */
all: number, };

/**
 * How much a dossier has.
 */
export type Extent = "screen" | "dashboard" | "everything";

/**
 * A fault of a request.
 */
export type FieldFault = { 
/**
 * The path of the field, such as `name` or `calls[2].path`; null where the whole is at fault.
 */
field: string | null, 
/**
 * What is expected.
 */
text: string, };

/**
 * What fills a column: one of `from`, `value`, `common` and `template`, or nothing.
 */
export type FilledColumn = { column: string, mayBeEmpty: boolean, 
/**
 * A column of the file.
 */
from: string | null, 
/**
 * The same in each row.
 */
value: string | null, 
/**
 * The same in each row of the program.
 */
common: string | null, 
/**
 * Text and columns.
 */
template: string | null, };

/**
 * What a mapping makes of a file.
 */
export type FilledTable = { place: CardPlace, table: string, 
/**
 * Whether the lines of the mapping that say so are about other files, too.
 */
ofSeveral: boolean, 
/**
 * In the order of the table.
 */
columns: Array<FilledColumn>, 
/**
 * The first rows of the table.
 */
rows: Array<FirstRow>, 
/**
 * The rows of the file; see `isAll`.
 */
fileRows: number, 
/**
 * The rows that would be loaded, without what other files and the loaded data have.
 */
takenRows: number, 
/**
 * Why others would not.
 */
leftOut: Array<RowsLeftOut>, 
/**
 * False if the file has more rows than were read. A check reads all.
 */
isAll: boolean, 
/**
 * yyyy-mm-dd; null for a table without days.
 */
firstDay: string | null, lastDay: string | null, 
/**
 * The first 100.
 */
faults: Array<LoadFault>, faultCount: number, };

/**
 * The body of a data call as it is sent. Every field may be omitted or null; calls refuse unknown ones.
 */
export type FilterParams = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, };

/**
 * The first administrator.
 */
export type FirstAdministrator = { 
/**
 * The token that the server printed when it started.
 */
token: string, 
/**
 * Such as an e-mail address: 1 to 320 characters.
 */
login: string, 
/**
 * For the greeting, 1 to 100 characters.
 */
firstName: string, 
/**
 * 12 to 128 characters.
 */
password: string, };

/**
 * A row as Bond reads it.
 */
export type FirstRow = { 
/**
 * Of the file.
 */
line: number, 
/**
 * In the order of the columns.
 */
cells: Array<string>, };

/**
 * The saved view that opens after signing in.
 */
export type FirstView = { id: number, 
/**
 * The route of the screen.
 */
screen: string, 
/**
 * JSON, as the page has them in its address.
 */
filters: string, blocks: string, };

/**
 * The day that begins the week.
 */
export type FirstWeekday = "sunday" | "monday";

/**
 * What a figure of the filter's period is compared with.
 */
export type FittingTarget = { 
/**
 * The id of the figure.
 */
metric: string, 
/**
 * The target of the one period or, of a figure that adds up, the sum of those of several.
 */
value: number, grain: TargetGrain, periods: number, 
/**
 * The first day and the last of these periods: yyyy-mm-dd.
 */
starts: string, ends: string, 
/**
 * How much of these days the figure has counted, in percent; null where it has counted all of them.
 */
counted: number | null, 
/**
 * Whether the figure grows in the course of a period, so that less of it is expected before the end.
 */
grows: boolean, 
/**
 * The direction that is good.
 */
polarity: Polarity, 
/**
 * The group that it is of; null for all members.
 */
group: GroupOfTarget | null, };

/**
 * The targets that fit a filter.
 */
export type FittingTargets = { 
/**
 * For the figures of the filter's period.
 */
targets: Array<FittingTarget>, 
/**
 * For charts by period.
 */
lines: Array<TargetLine>, };

/**
 * Where the score would be, and how well earlier forecasts did.
 */
export type ForecastAnswer = { 
/**
 * The score's method.
 */
method: string, 
/**
 * The score's day, yyyy-mm-dd; null when nothing is loaded.
 */
asOf: string | null, score: number | null, 
/**
 * Why there is no forecast; null where there is one.
 */
missing: string | null, 
/**
 * One of so many members is read to know what their habits lead to; 1 where all are.
 */
oneIn: number, points: Array<ForecastPoint>, 
/**
 * The score as of earlier days (yyyy-mm-dd) and the last one.
 */
past: Array<[string, number]>, 
/**
 * What would have been forecast on earlier days, and what came.
 */
tries: Array<ForecastTry>, };

/**
 * A part of the score after some days. Those that do not count are left out.
 */
export type ForecastPart = { key: PartKey, label: string, unit: Unit, value: number, 
/**
 * Whether it is forecast; other parts stay as they are.
 */
isForecast: boolean, };

/**
 * The score after some days.
 */
export type ForecastPoint = { days: number, 
/**
 * yyyy-mm-dd
 */
day: string, score: number, 
/**
 * Two typical errors below and above the score; null where nothing was tried.
 */
low: number | null, high: number | null, 
/**
 * The root of the mean square of the errors of the tries, in points.
 */
typicalError: number | null, 
/**
 * How much of the change that habits lead to is believed, 0 to 1: as much as proved right in the tries.
 */
believed: number, 
/**
 * How many tries there are.
 */
tried: number, parts: Array<ForecastPart>, };

/**
 * A forecast for a day whose score is known, from what was known before.
 */
export type ForecastTry = { 
/**
 * The day it was forecast from, yyyy-mm-dd.
 */
from: string, 
/**
 * The day it was forecast for, yyyy-mm-dd.
 */
day: string, days: number, forecast: number, 
/**
 * The score that came.
 */
score: number, };

/**
 * Whose password is forgotten.
 */
export type Forgotten = { 
/**
 * The login, which must be a mail address to get an answer.
 */
login: string, };

/**
 * Days that are not loaded, both included.
 */
export type Gap = { 
/**
 * yyyy-mm-dd
 */
from: string, to: string, };

/**
 * The score of a group.
 */
export type GroupEffect = { grouping: GroupType, id: number, name: string, published: number | null, drafted: number | null, 
/**
 * Drafted less published, in points; null if either is.
 */
difference: number | null, };

/**
 * The groups of one grouping that a role is limited to: members in any of them.
 */
export type GroupLimit = { type: GroupType, 
/**
 * At least one. A group need not exist, or no longer.
 */
ids: Array<number>, };

/**
 * A group of members.
 */
export type GroupOfTarget = { type: GroupType, id: number, 
/**
 * Null where there is no such group any more.
 */
name: string | null, };

/**
 * What members can be grouped by.
 */
export type GroupType = "TIER" | "LOB" | "AUDIENCE";

/**
 * The day whose groups of members count.
 */
export type GroupsAsOf = "NOW" | "WINDOW";

/**
 * All that is held about a member.
 */
export type Held = { 
/**
 * The id that was asked for.
 */
id: string, 
/**
 * Whether it was erased: Bond keeps a keyed hash of its id, so that no feed brings it back.
 */
erased: boolean, 
/**
 * What is loaded and computed: one member, or two where a mapping hashed the id in some files and not in others.
 */
members: Array<HeldMember>, 
/**
 * Where texts name it: those of loads, of the audit log, and what users wrote.
 */
mentions: Array<Mention>, 
/**
 * What may have it, and is not searched: files that were kept of loads, backups, and what was put aside.
 */
notSearched: Array<string>, };

/**
 * A member with all rows about it.
 */
export type HeldMember = { 
/**
 * The id that is loaded: the given one, or what a mapping made of it.
 */
id: string, 
/**
 * The tables with rows about it: the loaded ones, those that are computed, and what an undo would bring back.
 */
tables: Array<HeldTable>, };

/**
 * The rows of a table about a member.
 */
export type HeldTable = { 
/**
 * Such as `feed.logins`.
 */
name: string, rows: number, 
/**
 * The first and last day of its rows; null for a table without days.
 */
firstDay: string | null, lastDay: string | null, 
/**
 * The columns of `values`.
 */
columns: Array<string>, 
/**
 * Each row as texts: of loaded tables and of the days in groups. Other tables are computed from these, or have what
 * these had before the last load: their rows are only counted.
 */
values: Array<Array<string>>, };

/**
 * Why a figure is not shown, or is a 0 that stands for nothing. The last two are known of the program, whatever members a
 * figure counts.
 */
export type Hidden = "few" | "other" | { "notLoaded": string } | { "noDays": string };

/**
 * A file, or a sheet of a workbook, that fills nothing.
 */
export type IgnoredFile = { file: string, sheet: string | null, rows: number, 
/**
 * Why, in a sentence.
 */
reason: string, 
/**
 * Tables that it may be all the same, the likeliest first.
 */
others: Array<string>, 
/**
 * Its columns.
 */
columns: Array<string>, };

/**
 * A row of the Program Monitor's table.
 */
export type IndicatorRow = { type: "TOTAL_ENROLLED_USERS" | "UNIQUE_LOGINS" | "TOTAL_ACTIVE_USERS" | "TOTAL_ENGAGED_USERS", typeName: string, 
/**
 * Of registered members; of eligible ones for TOTAL_ENROLLED_USERS.
 */
percent: number | null, sum: number | null, 
/**
 * The figure minus the one it is compared with; null without a comparison, and where the calendar does not go back
 * that far.
 */
popSum: number | null, popPercent: number | null, 
/**
 * Why there is no change; absent where the figure before was 0, and without a comparison.
 */
note?: string, 
/**
 * The figure of the first and last period of `trend`.
 */
trendStart: number | null, trendEnd: number | null, trend: Point[], 
/**
 * The last day that the last point counts, where that is not the end of its period; yyyy-mm-dd.
 */
trendThrough?: string, 
/**
 * The places of the points of `trend` that have no data, counted from 0: their 0 stands for nothing. Absent without
 * any.
 */
trendGaps?: Array<number>, 
/**
 * Why `percent` or `sum` is null, or has no data; absent where both are shown. `popSum` says that the figure before has
 * no data. Other figures are null where one they need is hidden.
 */
hidden?: HiddenFields, };

/**
 * What Insights says of a period and of the last loaded day.
 */
export type InsightNews = { 
/**
 * With the three largest of those that are unusual or, if none is, of the others.
 */
moves: MovesAnswer, 
/**
 * With the two most unusual figures.
 */
unusual: UnusualAnswer, };

/**
 * What was said of a move or of something unusual.
 */
export type InsightNote = { key: string, 
/**
 * Whether everybody sees it; otherwise only the user does.
 */
shared: boolean, 
/**
 * The login of who said it last.
 */
login: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
at: number, 
/**
 * Whether it is done with.
 */
dismissed: boolean, 
/**
 * May be empty.
 */
note: string, };

/**
 * Notes about moves and unusual figures, the latest first: those for everybody, and the user's private ones.
 * They name figures only by keys, so that nobody learns figures from them.
 */
export type InsightNotes = { notes: Array<InsightNote>, };

/**
 * A period that was asked for and cannot be judged.
 */
export type InsteadOf = { 
/**
 * yyyy-mm-dd.
 */
startDate: string, endDate: string, 
/**
 * What the period that was judged is compared by.
 */
comparison: Comparison, 
/**
 * Why, and which period was judged: a sentence or two.
 */
why: string, };

/**
 * A figure of the whole program as it was issued on each day, and as it is now.
 */
export type IssuedAnswer = { metric: string, label: string, 
/**
 * Null for the score, which is in points.
 */
unit: Unit | null, 
/**
 * The days that are answered, yyyy-mm-dd: the last ones where the filter has more than are answered at once.
 */
startDate: string, endDate: string, 
/**
 * Each figure is of so many days, the last of them the day that was closed.
 */
windowDays: number, 
/**
 * The first day of which the figure was issued; null while there is none.
 */
firstDay: string | null, 
/**
 * Why there is nothing to show; null where there may be something.
 */
note: string | null, 
/**
 * In order.
 */
days: Array<IssuedDay>, };

/**
 * A figure as it was issued, and as it is now.
 */
export type IssuedDay = { 
/**
 * yyyy-mm-dd
 */
day: string, 
/**
 * Such as `2026-03-15T08:30:00Z`.
 */
issuedAt: string, 
/**
 * The data version from which it was computed.
 */
dataVersion: number, 
/**
 * The name of the score's method; null for other figures.
 */
method: string | null, issued: number, 
/**
 * Computed from the data of now; null where there is no value any more, and where it was not computed.
 */
now: number | null, 
/**
 * Whether it differs from what was issued; a figure's exact value, the score as it is shown.
 */
differs: boolean, 
/**
 * False where it was not computed, because many days may differ: ask for fewer.
 */
isCompared: boolean, 
/**
 * What differs and why; null where nothing does.
 */
sentence: string | null, 
/**
 * The loads that may have done it, the latest first; at most 10.
 */
loads: Array<ChangingLoad>, };

/**
 * A draft that is kept.
 */
export type KeptDraft = { id: string, 
/**
 * Its files, by name.
 */
files: Array<string>, 
/**
 * Until when it is kept if nobody uses it, in seconds since 1970-01-01 UTC.
 */
keptUntil: number, };

/**
 * What a load is to do.
 */
export type Kind = "import" | "check" | "undo" | "erase" | "expire" | "demo";

/**
 * A table that nothing fills.
 */
export type LackingTable = { table: string, 
/**
 * The labels of the figures that stay empty.
 */
figures: Array<string>, };

/**
 * A language of the page.
 */
export type Language = "en" | "de" | "es";

/**
 * A link without its secret, which nobody has but who made it.
 */
export type LinkAnswer = { id: number, name: string, route: string, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, 
/**
 * Seconds since 1970-01-01 UTC.
 */
madeAt: number, 
/**
 * Seconds since 1970-01-01 UTC.
 */
expiresAt: number, hasPassword: boolean, state: LinkState, 
/**
 * How often it was opened, and when last, in seconds since 1970-01-01 UTC; null before the first time.
 */
openings: number, lastOpenedAt: number | null, };

/**
 * A call that a screen makes, and the choices in its blocks. What is left out has its default.
 */
export type LinkCall = { 
/**
 * Such as `api/v1/dashboard/users/logins/breakdowns`.
 */
path: string, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, recordCount?: number, };

/**
 * The links of a user, the newest first, and what may be made. Administrators see those of all users.
 */
export type LinkList = { links: Array<LinkAnswer>, 
/**
 * Whether an administrator allows links. Where not, no link shows anything.
 */
isAllowed: boolean, 
/**
 * The most days that a link may last.
 */
mostDays: number, 
/**
 * The origins whose pages may frame what links show.
 */
frameHosts: Array<string>, };

/**
 * Whom a link to choose a password is for.
 */
export type LinkOwner = { login: string, firstName: string, 
/**
 * When the link expires, in seconds since 1970-01-01 UTC.
 */
expiresAt: number, };

/**
 * A call of a visitor.
 */
export type LinkQuestion = { 
/**
 * The number of one of the link's calls, from 0.
 */
call: number, 
/**
 * With `allRows`, the one of the call's blocks to answer.
 */
block?: string, 
/**
 * Whether lists have all their rows, not only the first.
 */
allRows?: boolean, };

/**
 * The secret of a link to choose a password.
 */
export type LinkSecret = { 
/**
 * What is behind the `#` of the link.
 */
secret: string, };

/**
 * Whether a link shows something.
 */
export type LinkState = "works" | "expired" | "stopped";

/**
 * A link to open.
 */
export type LinkToOpen = { 
/**
 * What is behind the `#` of the link.
 */
secret: string, 
/**
 * Where the link has one.
 */
password?: string, };

/**
 * A user, as an administrator sees it.
 */
export type ListedUser = { 
/**
 * Never given to another user.
 */
id: number, login: string, firstName: string, 
/**
 * Names of roles, in alphabetical order.
 */
roles: Array<string>, disabled: boolean, 
/**
 * Whether it is a service account: no person, so that nothing but its API tokens acts for it.
 */
service: boolean, 
/**
 * Whether it has a password here. One without a password, issuer and provider has not followed its link yet.
 */
hasPassword: boolean, 
/**
 * Whether it has a second factor.
 */
secondFactor: boolean, 
/**
 * The portal by whose links it signs in; null for none.
 */
issuer: string | null, 
/**
 * The OpenID Connect providers that it may sign in by.
 */
providers: Array<string>, 
/**
 * Seconds since 1970-01-01 UTC.
 */
createdAt: number, 
/**
 * The last sign-in, in seconds since 1970-01-01 UTC; null if there was none.
 */
signedInAt: number | null, };

/**
 * A session as its user sees it.
 */
export type LiveSession = { 
/**
 * What it is ended by.
 */
id: number, 
/**
 * The browser and its system, such as Firefox on Linux; empty if they are not known.
 */
device: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
createdAt: number, 
/**
 * At most a minute behind, in seconds since 1970-01-01 UTC.
 */
lastSeenAt: number, };

/**
 * A load of the ledger. Times are seconds since 1970-01-01 UTC.
 */
export type Load = { 
/**
 * Its number.
 */
id: number, kind: Kind, origin: Origin, 
/**
 * The login of the user who asked for it; null for the command line and the inbox.
 */
actor: string | null, state: State, queuedAt: number, startedAt: number | null, endedAt: number | null, 
/**
 * The data version that it made; null if it made none.
 */
dataVersion: number | null, 
/**
 * Rows of its files.
 */
rows: number | null, 
/**
 * Why it was refused or failed.
 */
message: string | null, 
/**
 * The number of its faults.
 */
faultCount: number, };

/**
 * A load with all that is known of it.
 */
export type LoadDetails = { load: Load, 
/**
 * Once it has ended.
 */
files: Array<LoadFile>, 
/**
 * The first 1,000.
 */
faults: Array<LoadFault>, 
/**
 * What it replaced, the mappings that it used and its warnings; for a check the headline figures before and after. Null until it has ended.
 */
report: unknown, 
/**
 * While it waits or runs.
 */
steps: Array<Step>, };

/**
 * A load of a draft.
 */
export type LoadDraft = { 
/**
 * The text of the mapping, as TOML. The files that it names are loaded.
 */
mapping: string, 
/**
 * Checks the files and loads nothing.
 */
check: boolean, 
/**
 * Lets a day lose more than half of its rows.
 */
allowShrink?: boolean, 
/**
 * Lets days be loaded in another time zone than those before.
 */
newTimeZone?: boolean, 
/**
 * FROM..TO: the days that the files replace. By default the days that they have.
 */
days?: string, 
/**
 * The system that reports the rows: its rows replace only its own.
 */
source?: string, };

/**
 * A fault of a file.
 */
export type LoadFault = { file: string, 
/**
 * From 1; null for a fault of the whole file.
 */
line: number | null, column: string | null, 
/**
 * What is wrong and what to do.
 */
text: string, };

/**
 * A table that a file of a load fills.
 */
export type LoadFile = { name: string, 
/**
 * The feed table it fills.
 */
table: string, 
/**
 * The system that reports its rows; empty where none is named, and for reference tables.
 */
source: string, bytes: number, 
/**
 * In hexadecimal.
 */
sha256: string, rows: number, };

/**
 * The latest loads.
 */
export type LoadList = { 
/**
 * Newest first, at most 200.
 */
loads: Array<Load>, 
/**
 * The number of all loads.
 */
total: number, };

/**
 * What is loaded.
 */
export type LoadedData = { 
/**
 * The number of the last load; 0 while nothing is loaded.
 */
dataVersion: number, 
/**
 * yyyy-mm-dd hh:mm in the program's time zone, as all times here.
 */
now: string, 
/**
 * All tables of the feed, in the order of the feed guide.
 */
tables: Array<LoadedTable>, };

/**
 * What one system reports of a feed table.
 */
export type LoadedSource = { 
/**
 * Empty for the rows of loads that named none.
 */
source: string, 
/**
 * First and last day with rows, yyyy-mm-dd; the first day of a month.
 */
firstDay: string, lastDay: string, 
/**
 * The days or months with rows.
 */
days: number, rows: number, };

/**
 * How the data of a table are. Only those with a time at which they are expected are fresh or late.
 */
export type LoadedState = "fresh" | "late" | "loaded" | "neverLoaded";

/**
 * What is loaded of a feed table.
 */
export type LoadedTable = { table: string, 
/**
 * Null for a reference table.
 */
by: ByUnit | null, rows: number, 
/**
 * First and last day with rows, yyyy-mm-dd; the first day of a month. Null for a reference table and where there are
 * no rows.
 */
firstDay: string | null, lastDay: string | null, 
/**
 * The last day that counts as complete: at most the day before the last load.
 */
through: string | null, 
/**
 * The rows of each day or month from the first to the last.
 */
calendar: Array<number>, 
/**
 * Days between the first and the last that are not loaded; a day that was loaded without rows is. What is planned has
 * no gaps.
 */
gaps: Array<Gap>, 
/**
 * The systems that report its rows, by name; none where no load named one.
 */
sources: Array<LoadedSource>, 
/**
 * When the data of a day are due, such as `1d 08:00`; null if they are not expected at any time.
 */
expectedBy: string | null, state: LoadedState, 
/**
 * Since when the data are late: yyyy-mm-dd hh:mm.
 */
lateSince: string | null, };

/**
 * The answer to a sign-in.
 */
export type LoginAnswer = { 
/**
 * To be sent as `Authorization: Bearer` with every call.
 */
token: string, 
/**
 * Who signed in.
 */
user: SessionUser, };

/**
 * The body of a sign-in, as JSON or as a form.
 */
export type LoginRequest = { 
/**
 * Always `password`.
 */
grant_type: string | null, 
/**
 * The login.
 */
username: string | null, 
/**
 * The password.
 */
password: string | null, };

/**
 * What to look at.
 */
export type LookAtDraft = { 
/**
 * The text of the mapping, as TOML. Without it, and without `saved`, it is the one that was looked at last, or a proposed one.
 */
mapping?: string, 
/**
 * The name of a saved mapping, in the place of a text. What it does not name is proposed.
 */
saved?: string, 
/**
 * Names of files for which the text gets what is proposed, where it does not name them.
 */
propose?: Array<string>, 
/**
 * Proposes a mapping anew.
 */
anew?: boolean, 
/**
 * What to change in the text: one of the changes by its name, with its fields. Generators of clients do not manage
 * objects within alternatives.
 */
change?: MappingChange, };

/**
 * What programs use.
 */
export type Machines = { 
/**
 * By login.
 */
accounts: Array<ServiceAccount>, 
/**
 * The API tokens of persons, the latest first.
 */
tokens: Array<ApiToken>, 
/**
 * Days after which an API token expires at the latest; 0 allows no new ones.
 */
longestTokenDays: number, };

/**
 * A link that was made. Its address is shown once.
 */
export type MadeLink = { link: LinkAnswer, 
/**
 * The path of the page with the secret behind `#`, below the address of Bond.
 */
path: string, };

/**
 * An address that was made. Its secret is shown only now.
 */
export type MadeTableAddress = { token: ApiToken, 
/**
 * The paths below the address of Bond, with the secret in them.
 */
csv: string, json: string, };

/**
 * An API token with its secret, which is shown only now.
 */
export type MadeToken = { token: ApiToken, 
/**
 * To be sent as `Authorization: Bearer`.
 */
secret: string, };

/**
 * A change of a mapping.
 */
export type MappingChange = { "table": { place: Place, file: string, table: string, } } | { "describe": { file: string, sheet: string | null, table: string, } } | { "ignore": { place: Place, } } | { "column": { place: Place, column: string, from: string, } } | { "value": { place: Place, column: string, value: string, } } | { "nothing": { place: Place, column: string, } } | { "program": { key: string, value: string, } } | { "unknownMembers": { members: UnknownMembers, } };

/**
 * A saved mapping with its text.
 */
export type MappingDetails = { 
/**
 * TOML.
 */
text: string, name: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
savedAt: number, 
/**
 * The login of the user; null for the command line.
 */
savedBy: string | null, };

/**
 * The saved mappings.
 */
export type MappingList = { 
/**
 * By name.
 */
mappings: Array<SavedMapping>, };

/**
 * A filter and one of the lists of members. The list says who they are.
 */
export type MemberListParams = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, closeTo: CloseTo, };

/**
 * A place with texts that name a member.
 */
export type Mention = { 
/**
 * Such as `annotation.text`; `audit` is the audit log.
 */
place: string, 
/**
 * How many rows or lines.
 */
rows: number, 
/**
 * The texts that people read. Others are only counted: they have much beside the member.
 */
texts: Array<string>, };

/**
 * The draft of a method.
 */
export type MethodDraft = { 
/**
 * Another one after each save.
 */
revision: number, numbers: MethodNumbers, 
/**
 * The login of the administrator.
 */
savedBy: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
savedAt: number, 
/**
 * Null unless it waits for approval.
 */
proposal: MethodProposal | null, };

/**
 * The score by the published method and by a draft.
 */
export type MethodEffect = { 
/**
 * yyyy-mm-dd; null when nothing is loaded.
 */
asOf: string | null, 
/**
 * The name of the published method.
 */
method: string, published: number | null, drafted: number | null, 
/**
 * Why there is no score by the draft; null when there is one.
 */
missing: string | null, parts: Array<PartEffect>, 
/**
 * The ends of the last 24 months, in order.
 */
months: Array<MonthEffect>, 
/**
 * Every group of tier, line of business and audience, those that move most first.
 */
groups: Array<GroupEffect>, };

/**
 * The methods of the score.
 */
export type MethodList = { 
/**
 * The one that the score is computed by, first; then those before it. The last one came with Bond.
 */
versions: Array<MethodVersion>, draft: MethodDraft | null, 
/**
 * In the order of each method's numbers.
 */
parts: Array<MethodPart>, 
/**
 * Whether there is another administrator, who must approve what this one proposes.
 */
needsApproval: boolean, };

/**
 * The numbers of a method, without its name.
 */
export type MethodNumbers = { 
/**
 * Each part once.
 */
parts: Array<PartMethod>, 
/**
 * The share of the weight that must count for there to be a score, in percent: 50 to 100.
 */
leastCoverage: number, };

/**
 * A part that every method has.
 */
export type MethodPart = { part: PartKey, label: string, pillar: Pillar, 
/**
 * The unit of its floor and target.
 */
unit: Unit, };

/**
 * A draft that waits for approval.
 */
export type MethodProposal = { name: string, reason: string, 
/**
 * The login of the administrator.
 */
proposedBy: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
proposedAt: number, 
/**
 * Whether whoever asks may approve it: another administrator than who proposed it, or the only one.
 */
canApprove: boolean, };

/**
 * How a method was published.
 */
export type MethodPublication = { reason: string, 
/**
 * The logins of the administrators.
 */
draftedBy: string, approvedBy: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
at: number, };

/**
 * A method that was published, or came with Bond.
 */
export type MethodVersion = { name: string, 
/**
 * Null where this release cannot read them.
 */
numbers: MethodNumbers | null, 
/**
 * When and by whom it was published, and why; null for the one that came with Bond.
 */
published: MethodPublication | null, };

/**
 * Several parts together.
 */
export type Mixture = { people: number, score: number | null, parts: Array<MixturePart>, };

/**
 * A part with more in its numerator.
 */
export type MixturePart = { key: PartKey, more: number, value: number, };

/**
 * A part of the product with separate permissions.
 */
export type ModuleCode = "ADMIN" | "DATA" | "MONITOR" | "MEMBERS" | "EMAILS" | "WEBSITE" | "OFFERS" | "CONTENT" | "INSIGHTS" | "RECOMMENDATIONS" | "EXPORT" | "PEOPLE";

/**
 * The score at the end of a month.
 */
export type MonthEffect = { 
/**
 * yyyy-mm-dd.
 */
day: string, published: number | null, drafted: number | null, };

/**
 * A change.
 */
export type Move = { 
/**
 * Unique among the moves of all periods and choices of members, for notes.
 */
key: string, 
/**
 * The id of its explanation.
 */
metric: string, label: string, unit: Unit, polarity: Polarity, 
/**
 * Whether it is beyond normal variation.
 */
unusual: boolean, 
/**
 * Null for the whole program and for an item.
 */
group: MovedGroup | null, 
/**
 * Null for the whole program and for a group.
 */
item: MovedItem | null, now: number, before: number, 
/**
 * In the figure's unit; of a percentage, in points.
 */
change: number, 
/**
 * 100 × (now − before) / before, 0 where both are the same; else null where before is 0 or less.
 */
changePercent: number | null, 
/**
 * Of a group or item, how all others changed: of a sum in percent, of a rate or mean in its unit.
 */
restChange: number | null, 
/**
 * What it is worth in points of the score, were it computed over this period; null where it is no part of it.
 */
points: number | null, 
/**
 * Of the change, or of its distance to that of the others: in standard errors.
 */
errors: number, 
/**
 * How likely normal variation is to do as much.
 */
probability: number, sentence: string, 
/**
 * Other figures of the same group or item, and table, that moved the same way.
 */
also: Array<AlsoMoved>, };

/**
 * The group that moved.
 */
export type MovedGroup = { grouping: GroupType, id: number, name: string, };

/**
 * A channel, a partner, an offer, an article, a source of visitors or a search term that moved.
 */
export type MovedItem = { 
/**
 * The division of the explanation that has it, such as `OFFER_PARTNER`, and its name.
 */
by: string, label: string, key: string, name: string, };

/**
 * The largest changes of figures in a period, with whether they are beyond normal variation.
 */
export type MovesAnswer = { 
/**
 * The period that was judged, yyyy-mm-dd: the filter's up to the last loaded day, or that which `insteadOf` says; null where
 * none could be.
 */
startDate: string | null, endDate: string | null, 
/**
 * What it is compared with.
 */
startDateBefore: string | null, endDateBefore: string | null, 
/**
 * What was asked for, where that cannot be judged; null where it was.
 */
insteadOf: InsteadOf | null, 
/**
 * How many changes were tested.
 */
tests: number, 
/**
 * How many of them are beyond normal variation.
 */
real: number, 
/**
 * The most earlier changes that one was compared with.
 */
earlier: number, 
/**
 * Why nothing could be tested; null where something was.
 */
note: string | null, 
/**
 * The unusual ones, at most 30, and as many of the usual ones as make ten: of each those with most points of the score first,
 * then the others by standard errors.
 */
moves: Array<Move>, };

/**
 * What it takes of one part.
 */
export type Needed = { more: number, 
/**
 * What the part would be then, and by how much more than now.
 */
value: number, by: number, 
/**
 * The score that this gives.
 */
score: number | null, };

/**
 * An alert to save.
 */
export type NewAlert = { 
/**
 * 1 to 100 characters: the subject of mail, and the name of its file.
 */
name: string, 
/**
 * The id of a figure of a card, such as `logins.totalLogins`, or `score`. Not with the rule `late`.
 */
metric?: string, 
/**
 * A filter as JSON text, as the call of the figure takes it; at most 8,000 bytes.
 */
filters?: string, rule: AlertRule, 
/**
 * Of changes: `any` by default.
 */
direction?: Direction, 
/**
 * What the figure, or its change in percent or points, is compared with. Without one, `weekday` holds for what chance
 * does on one day in a hundred.
 */
amount?: number, 
/**
 * Of late data, a feed table; without one, all that are expected.
 */
table?: string, 
/**
 * Up to 20 addresses of the domains that the setting `mail_domains` names. At most one of this, `folder` and `webhook`;
 * without any, the page alone shows it.
 */
recipients?: Array<string>, 
/**
 * A subfolder of the folder that the setting `reports_dir` names: 1 to 60 letters, digits, `-`, `_` and `.`.
 */
folder?: string, 
/**
 * An https address whose host the setting `webhook_hosts` names, of at most 500 characters.
 */
webhook?: string, };

/**
 * An annotation to save: a day, or a range of days, with a text.
 */
export type NewAnnotation = { 
/**
 * The first day, yyyy-mm-dd.
 */
starts: string, 
/**
 * The last day; null for one day.
 */
ends: string | null, 
/**
 * 1 to 200 characters.
 */
text: string, 
/**
 * The id of a figure, such as logins.totalLogins; null for all charts.
 */
metric: string | null, 
/**
 * Whether others see it who may see the figure. It needs a role that may change the module of the figure; for all
 * charts, the Program Monitor.
 */
shared: boolean, };

/**
 * A demo to make.
 */
export type NewDemo = { 
/**
 * Its members.
 */
members: number, };

/**
 * What is to be said of a move or of something unusual, in place of what was said before: for everybody, by whom a role lets
 * change the module, or for the user alone. Neither dismissed nor noted, it is as new.
 */
export type NewInsightNote = { 
/**
 * The key of a move or of something unusual.
 */
key: string, dismissed: boolean, 
/**
 * At most 400 characters.
 */
note: string, 
/**
 * Whether everybody sees it.
 */
shared: boolean, };

/**
 * A link to make.
 */
export type NewLink = { 
/**
 * 1 to 100 characters, which visitors see.
 */
name: string, 
/**
 * The route of the screen, such as user-dashboard/logins-breakdown.
 */
route: string, 
/**
 * The path of a dashboard's cards, of a breakdown such as `api/v1/dashboard/users/logins`, of a poll or of the e-mail
 * schedule.
 */
screen: string, 
/**
 * A filter as JSON text, as the call of the screen takes it; at most 8,000 bytes. Visitors cannot change it.
 */
filters: string, 
/**
 * The choices in the blocks of the screen, as the page has them in its address; at most 4,000 bytes.
 */
blocks?: string, 
/**
 * The calls that the screen makes, 1 to 40: its own, that of its cards, and those of single blocks.
 */
calls: Array<LinkCall>, 
/**
 * The days after which it expires, 1 to the setting `link_days`.
 */
days: number, 
/**
 * 12 to 128 characters that visitors are asked for; without it, the link alone opens the screen.
 */
password?: string, };

/**
 * A mapping to save.
 */
export type NewMapping = { 
/**
 * TOML; at most 128 KiB.
 */
text: string, };

/**
 * A password that somebody thinks of.
 */
export type NewPassword = { password: string, 
/**
 * Whose it would be; empty if that is not known.
 */
login: string, };

/**
 * A plan to save. It begins with the newest score.
 */
export type NewPlan = { 
/**
 * 1 to 100 characters.
 */
name: string, 
/**
 * The day by which the score is to be reached, yyyy-mm-dd.
 */
ends: string, 
/**
 * The score.
 */
target: number, parts: Array<PartTarget>, 
/**
 * Of it, the user groups matter.
 */
filter: FilterParams, 
/**
 * Whether others see it.
 */
shared: boolean, };

/**
 * A report to save.
 */
export type NewReport = { 
/**
 * 1 to 100 characters: the subject of mail, and the name of its file.
 */
name: string, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, 
/**
 * A filter as JSON text, as the call of the screen takes it; at most 8,000 bytes. Not with `view`.
 */
filters?: string, 
/**
 * The number of a saved view of a screen of the same dashboard, whose filters are used as they are when the report is
 * made.
 */
view?: number, 
/**
 * The ids of tables and lists of the screen that have the figures of the compared period, and their changes, beside
 * their own.
 */
compared?: Array<string>, every: Every, 
/**
 * For every week 1 (Monday) to 7, for every month 1 to 31: shorter months have their last day.
 */
onDay?: number, 
/**
 * Up to 20 addresses of the domains that the setting `mail_domains` names. Exactly one of this, `folder` and `webhook`.
 */
recipients?: Array<string>, 
/**
 * A subfolder of the folder that the setting `reports_dir` names: 1 to 60 letters, digits, `-`, `_` and `.`.
 */
folder?: string, 
/**
 * An https address whose host the setting `webhook_hosts` names, of at most 500 characters. Not with another of the three.
 */
webhook?: string, 
/**
 * The form of the file; a workbook by default.
 */
format?: ReportFormat, };

/**
 * A role to add.
 */
export type NewRole = { 
/**
 * 1 to 64 letters, digits, dots, hyphens and underscores, the first a letter or a digit. Unique in any case.
 */
name: string, 
/**
 * As in [`RoleRights`].
 */
permissions: Array<Permission>, groups: Array<GroupLimit>, withoutMembers: boolean, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * A service account to add.
 */
export type NewServiceAccount = { 
/**
 * 1 to 320 characters, unique among all logins without regard to case.
 */
login: string, 
/**
 * What it is for, 1 to 100 characters.
 */
name: string, 
/**
 * Names of roles.
 */
roles: Array<string>, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * An address to make.
 */
export type NewTableAddress = { 
/**
 * What it is for, 1 to 60 characters.
 */
name: string, 
/**
 * What the table is called, 1 to 200 characters.
 */
title: string, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, 
/**
 * The id of one of its blocks; without it, the figures of the dashboard's cards.
 */
block?: string, 
/**
 * A filter with the choices in the block as JSON text; at most 8,000 bytes. A period such as LAST_FULL_MONTH moves along.
 */
filters: string, 
/**
 * Whether it has the figures of the compared period, and their changes, beside its own: for a table by groups or a list.
 */
compared: boolean, 
/**
 * Days after which it expires, from 1 to the longest that the settings allow for API tokens.
 */
days: number, 
/**
 * The networks that it may be asked from, such as 10.1.0.0/16, or addresses; null for any.
 */
addresses?: Array<string>, };

/**
 * A target to set.
 */
export type NewTarget = { 
/**
 * The id of a figure of a card, such as logins.totalLogins, or score.
 */
metric: string, grain: TargetGrain, 
/**
 * yyyy-mm of a month. yyyy of a year: the calendar year in which the program's year begins.
 */
starts: string, 
/**
 * Whether it is also of each month or year after it, until another one that repeats.
 */
repeats: boolean, 
/**
 * In the unit of the figure, above 0, with no more decimals than the figure.
 */
value: number, 
/**
 * The one group that it is of; null for all members.
 */
group: TargetGroup | null, 
/**
 * At most 200 characters.
 */
note: string, };

/**
 * An API token to make.
 */
export type NewToken = { 
/**
 * What it is for, 1 to 60 characters.
 */
name: string, 
/**
 * Days after which it expires, from 1 to the longest that the settings allow.
 */
days: number, 
/**
 * What it may do; null for reading figures.
 */
abilities?: Array<Ability>, 
/**
 * The modules that it reads, as far as its user may see them; null for all of them.
 */
modules?: Array<ModuleCode>, 
/**
 * The networks that it may be used from, such as 10.1.0.0/16, or addresses; null for any.
 */
addresses?: Array<string>, 
/**
 * The password of who asks, where the token does more than read figures of their own.
 */
password?: string, };

/**
 * A view to save.
 */
export type NewView = { 
/**
 * 1 to 100 characters.
 */
name: string, 
/**
 * The route of the screen, such as user-dashboard/logins-breakdown.
 */
screen: string, 
/**
 * A filter as JSON text, as the page has it in its address; at most 8,000 bytes.
 */
filters: string, 
/**
 * The choices in the blocks of the screen, as the page has them in its address; at most 4,000 bytes.
 */
blocks: string, 
/**
 * Whether others see it who may see the screen. It needs a role that may change the module of the screen.
 */
shared: boolean, };

/**
 * What happened, in a few sentences.
 */
export type NewsAnswer = { score: ScoreNews, 
/**
 * Null where the roles do not open Insights of the same members.
 */
insights: InsightNews | null, };

/**
 * Something that needs an administrator.
 */
export type Notice = { 
/**
 * The name of the check of `bond doctor`.
 */
condition: string, 
/**
 * What is so, and what to do.
 */
text: string, todo: string, 
/**
 * When it began, in seconds since 1970-01-01 UTC.
 */
since: number, 
/**
 * The route of the page where it is mended.
 */
route: string, };

/**
 * What administrators are told and holds now, the last that began first: what the user may see of it and has not dismissed.
 */
export type NoticeList = { notices: Array<Notice>, };

/**
 * A provider with which people may sign in.
 */
export type OfferedProvider = { 
/**
 * What to begin the sign-in with (`provider`); null for the one of the settings without a table.
 */
name: string | null, 
/**
 * Text of its button.
 */
label: string, };

/**
 * The answer to a sign-in by the provider.
 */
export type OidcAnswer = { 
/**
 * As after a sign-in with a password.
 */
token: string, 
/**
 * Who signed in.
 */
user: SessionUser, 
/**
 * The address of the page with which the sign-in began; null if it had none.
 */
returnUrl: string | null, };

/**
 * How people may sign in, or be helped, beside a password.
 */
export type OidcOffer = { 
/**
 * Text of the button of the first provider; null if there is no provider.
 */
label: string | null, 
/**
 * All providers, in the order of their buttons.
 */
providers: Array<OfferedProvider>, 
/**
 * Whether to offer to sign out of a provider after signing out here.
 */
signOut: boolean, 
/**
 * Text of the button of that provider, with which this browser signed in; null where none is offered.
 */
signOutLabel: string | null, 
/**
 * Whether the field for the password takes more than 30 characters: somebody has chosen such a one.
 */
longPasswords: boolean, 
/**
 * Whether a link to choose a new password can be asked for by mail.
 */
forgotten: boolean, };

/**
 * What the provider gave the browser.
 */
export type OidcRequest = { 
/**
 * The code, used once.
 */
code: string, 
/**
 * The state with which the sign-in began.
 */
state: string, 
/**
 * Who gave the code (RFC 9207), where the provider says so.
 */
iss: string | null, };

/**
 * How a part of the change is divided further.
 */
export type OpenedCauses = { 
/**
 * Such as TIER, NEWCOMERS, TIME or OFFER: one of the answer's divisions. Without it, and where the whole has one part
 * only by it, the one that tells most.
 */
by?: string, 
/**
 * By the key of a cause, how that is divided. A key that no cause has is ignored, so that a link can be kept for other
 * filters.
 */
inside?: { [key in string]: OpenedCauses }, };

/**
 * The way a load came in.
 */
export type Origin = "command line" | "page" | "inbox" | "schedule";

/**
 * A setting that is read when the server starts.
 */
export type OtherSetting = { name: string, 
/**
 * What it means.
 */
help: string, 
/**
 * As a flag would give it; a secret is not shown.
 */
value: string, 
/**
 * What says the value, such as `bond.toml:3` or `the environment`; null for the default.
 */
origin: string | null, };

/**
 * What is owed after the password.
 */
export type OwedStep = { secondStep: SecondStep, };

/**
 * A user's second factor.
 */
export type OwnSecondFactor = { 
/**
 * When it was set up, in seconds since 1970-01-01 UTC.
 */
since: number, 
/**
 * Recovery codes that were not used.
 */
codesLeft: number, };

/**
 * The live sessions of a user.
 */
export type OwnSessions = { 
/**
 * The latest used first.
 */
sessions: Array<LiveSession>, 
/**
 * The id of the session that asks.
 */
current: number, };

/**
 * More in the numerator of a part, or fewer.
 */
export type PartChange = { part: PartKey, more: number, };

/**
 * A part by both methods, and the score by the draft with another weight of it.
 */
export type PartEffect = { part: PartKey, label: string, pillar: Pillar, unit: Unit, 
/**
 * In the part's own unit.
 */
value: number | null, 
/**
 * By the draft.
 */
state: PartState, 
/**
 * The points that it brings.
 */
publishedPoints: number | null, draftedPoints: number | null, 
/**
 * The points that it can bring by the draft.
 */
possiblePoints: number | null, 
/**
 * The score with a quarter less of its weight, a quarter more, and without it; null where there is none.
 */
less: number | null, more: number | null, without: number | null, };

/**
 * The field of [`super::ScoreAnswer`] that contains a part's value.
 */
export type PartKey = "enrolled2Eligible" | "clientsRetentionRate" | "programActiveRate" | "returnRate" | "redemptionRate" | "engagementRate" | "faActivityLevel" | "csat" | "averageTenure";

/**
 * What a part is measured against.
 */
export type PartMethod = { part: PartKey, 
/**
 * In the part's own unit: 0 points at or below the floor, all at or above the target. At most two decimals.
 */
floor: number, target: number, 
/**
 * 0 to 100; with 0 the part is left out.
 */
weight: number, 
/**
 * With a smaller denominator the part does not count.
 */
least: number, };

export type PartState = "ok" | "notApplicable" | "insufficient" | "hidden" | "leftOut";

/**
 * A value that a part is to have.
 */
export type PartTarget = { part: PartKey, value: number, };

/**
 * The password and a code.
 */
export type PasswordAndCode = { 
/**
 * The user's password.
 */
password: string, 
/**
 * Six digits from the device, or a recovery code.
 */
code: string, };

/**
 * The answer to a right password: a session, or what is owed first.
 */
export type PasswordAnswer = LoginAnswer | OwedStep;

/**
 * A change of the password.
 */
export type PasswordChange = { 
/**
 * The present password.
 */
present: string, 
/**
 * The new one, 12 to 128 characters.
 */
password: string, };

/**
 * A link to choose a password. It works once and is shown only now.
 */
export type PasswordLink = { 
/**
 * Below the address of the page: `/choose-password#…`.
 */
path: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
expiresAt: number, 
/**
 * Whether it is on its way to the user by mail, too.
 */
mailed: boolean, };

/**
 * What is pasted.
 */
export type PastedText = { 
/**
 * A receipt as JSON, rows of a table with their receipt, or sentences with figures and the number of their receipt.
 */
text: string, };

/**
 * The period chosen in the filter bar.
 */
export type Period = "SELECTED_DATE" | "LAST_7DAYS" | "LAST_30DAYS" | "LAST_90DAYS" | "LAST_12MONTHS" | "PREVIOUS_YEAR" | "THIS_YEAR" | "LAST_FULL_WEEK" | "LAST_FULL_MONTH" | "LAST_FULL_QUARTER" | "YESTERDAY" | "MONTH_TO_DATE" | "QUARTER_TO_DATE";

/**
 * A role's permission for one module.
 */
export type Permission = { 
/**
 * The module.
 */
module: PermissionModule, 
/**
 * Whether the module may be changed, not only read.
 */
editable: boolean, };

/**
 * The module of a permission.
 */
export type PermissionModule = { code: ModuleCode, };

/**
 * What a part of the score is about.
 */
export type Pillar = "Reach" | "Habit" | "Value" | "Loyalty" | "Voice";

/**
 * A `[[file.table]]` by its place in the text: both numbers from 0.
 */
export type Place = { 
/**
 * Which `[[file]]`.
 */
file: number, 
/**
 * Which of its tables.
 */
table: number, };

/**
 * That a place is at work.
 */
export type PlaceAtWork = { name: string, };

/**
 * What to do at a place.
 */
export type PlaceJob = { 
/**
 * Fetch the newest copy and try it, in place of sending the newest backup.
 */
test: boolean, };

/**
 * A saved plan, and how it goes among the members that the user sees.
 */
export type PlanAnswer = { id: number, name: string, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, shared: boolean, starts: string, ends: string, target: number, 
/**
 * The groups that the score is of; without any, of all.
 */
groups: Array<GroupLimit>, parts: Array<PlannedValue>, 
/**
 * In order of days: the first, ends of months, the newest and the last.
 */
points: Array<PlanPoint>, };

/**
 * The saved plans of a user and those that are shared, the latest first.
 */
export type PlanList = { plans: Array<PlanAnswer>, };

/**
 * The score on a day of a plan.
 */
export type PlanPoint = { 
/**
 * yyyy-mm-dd.
 */
day: string, 
/**
 * Null where there is none, and on days that have not come.
 */
score: number | null, 
/**
 * Where the straight line to the target is; null where there was no score on the first day.
 */
planned: number | null, };

/**
 * A part of the score. One that does not count, or is hidden, is not planned.
 */
export type PlannedPart = { key: PartKey, label: string, unit: Unit, state: PartState, value: number | null, 
/**
 * The value with which the part has all its points.
 */
target: number, pointsEarned: number | null, pointsPossible: number | null, 
/**
 * What its numerator counts: one, and several.
 */
one: string, many: string, 
/**
 * Whether somebody does each of them; days and points of activity are nobody's.
 */
byPeople: boolean, 
/**
 * What else each of them would change, which the figures leave out.
 */
beside: string | null, 
/**
 * How many are counted.
 */
counted: number | null, 
/**
 * How many fewer, below 0, and how many more can be asked about.
 */
least: number | null, most: number | null, 
/**
 * How many more bring the part to its target.
 */
toTarget: number | null, 
/**
 * The score with this part at its target and all others as they are.
 */
scoreAtTarget: number | null, 
/**
 * What it would take of this part alone; null without a target, and where it cannot be reached in this way.
 */
needed: Needed | null, 
/**
 * Whether no other part alone takes fewer people.
 */
isCheapest: boolean, };

/**
 * A value that a part is to have, and the one that it has.
 */
export type PlannedValue = { part: PartKey, label: string, value: number, now: number | null, };

/**
 * The parts of the score with what it would take.
 */
export type PlannerAnswer = { 
/**
 * The score's method.
 */
method: string, 
/**
 * The score's day, yyyy-mm-dd; null when nothing is loaded.
 */
asOf: string | null, windowDays: number, score: number | null, 
/**
 * Why there is no score, and so nothing to plan; null when there is one.
 */
missing: string | null, parts: Array<PlannedPart>, 
/**
 * The parts together that reach a target score with the fewest people; null without such a target, and where the parts
 * that people can move do not reach it at their targets.
 */
mixture: Mixture | null, 
/**
 * Null where no changes were asked about.
 */
whatIf: WhatIf | null, };

/**
 * A filter and what is wished of the score. Of the filter, the end of the period and the user groups matter, as for the
 * score.
 */
export type PlannerParams = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, target?: Target, 
/**
 * How many more of each part there would be, or fewer: then the answer has the score that this would give.
 */
changes?: Array<PartChange>, };

/**
 * Which direction is good.
 */
export type Polarity = "higher" | "lower" | "none";

/**
 * What a user has set for itself. A field that is left out is not set.
 */
export type Preferences = { theme?: Theme, 
/**
 * Whether changed filters apply by themselves after a countdown.
 */
countdown?: boolean, 
/**
 * Whether single keys without a modifier are shortcuts; they are unless this is false.
 */
shortcuts?: boolean, 
/**
 * The filters with which dashboards open, as the page has them in its address: a JSON object of at most 2,000 bytes.
 */
filters?: string, 
/**
 * The language of the page; without it, that of each browser.
 */
language?: Language, 
/**
 * When the newest alert that the user has seen in the header began, in seconds since 1970-01-01 UTC.
 */
alertsSeenAt?: number, 
/**
 * What stands between the values of exported tables.
 */
separator?: Separator, 
/**
 * The cards of the Program Monitor in their order, by the names that the page has for them; without it those of every
 * program.
 */
pinned?: Array<string>, };

/**
 * The first rows of a file as rows of a table.
 */
export type PreviewAnswer = { file: string, table: string, columns: Array<string>, 
/**
 * At most 20, in the order of the columns.
 */
rows: Array<Array<string>>, 
/**
 * What is wrong with these rows, by line and column of the file, or missing in the mapping.
 */
faults: Array<LoadFault>, };

/**
 * The program and the range of its data.
 */
export type ProgramInfo = { name: string, 
/**
 * The digest of its logo, which `/logo.png` answers; null where it has none.
 */
logo: string | null, 
/**
 * yyyy-mm-dd, in the program's time zone.
 */
today: string, 
/**
 * Last and first day with logins; null while there are none.
 */
through: string | null, firstDay: string | null, 
/**
 * First and last day that any fact is loaded for; null while there are none.
 */
dataFrom: string | null, dataUntil: string | null, 
/**
 * Whether nothing is loaded at all.
 */
isEmpty: boolean, 
/**
 * The feed tables whose data are late by the setting `expected_by`, such as `web_sessions`.
 */
lateTables: Array<string>, 
/**
 * ISO 4217, for example USD.
 */
currency: string, 
/**
 * Whether the data is made up by `bond demo`.
 */
demo: boolean, changeColours: ChangeColours, 
/**
 * Figures about fewer members than this are hidden; 0 where all are shown.
 */
minimumMembers: number, 
/**
 * The month, 1 to 12, with which THIS_YEAR and PREVIOUS_YEAR begin.
 */
fiscalYearStart: number, 
/**
 * The day that begins the week in calendars.
 */
firstWeekday: FirstWeekday, 
/**
 * What the page compares a month, quarter or year to date with at first. Calls compare with the previous period.
 */
compareToDate: CompareToDate, 
/**
 * The groups in which members count where a filter does not say.
 */
groupsAsOf: GroupsAsOf, 
/**
 * The first day whose groups of members are known, yyyy-mm-dd; null where nobody has been in other groups than now.
 * Before it members count in the first groups that are known of them.
 */
groupsHistorySince: string | null, 
/**
 * The modules that the program uses; the others are closed to everybody. ADMIN and DATA are always in use.
 */
modules: Array<ModuleCode>, 
/**
 * Whom to write to about the program's modules; null where the settings name no mail address.
 */
accountManager: AccountManager | null, };

/**
 * A value that stands for what no file has.
 */
export type ProgramValue = { 
/**
 * `lob`, `audience`, `tier`, ...
 */
key: string, value: string, };

/**
 * A system that Bond asks for data. Times are seconds since 1970-01-01 UTC.
 */
export type Pull = { name: string, 
/**
 * folder, https, s3, sftp, postgresql or mysql.
 */
kind: string, 
/**
 * Host and port, or the folder.
 */
place: string, 
/**
 * The saved mapping; null where its files are the feed.
 */
mapping: string | null, 
/**
 * The time of each day, hh:mm; null without one.
 */
at: string | null, 
/**
 * The minutes between two runs; null without.
 */
everyMinutes: number | null, isRunning: boolean, 
/**
 * When it is asked next; null if only when somebody wants it.
 */
nextAt: number | null, 
/**
 * The latest ones first, at most 10.
 */
runs: Array<PullRun>, };

/**
 * The systems that Bond asks for data, in the order of the settings file.
 */
export type PullList = { pulls: Array<Pull>, };

/**
 * That a system was asked. Times are seconds since 1970-01-01 UTC.
 */
export type PullRun = { 
/**
 * The login of who asked; null for the schedule and the command line.
 */
actor: string | null, 
/**
 * The days that were asked for, yyyy-mm-dd; null where it is not asked for days.
 */
since: string | null, until: string | null, beganAt: number, 
/**
 * Null while it runs.
 */
endedAt: number | null, 
/**
 * The load of what it gave; null if there was nothing new, or a fault.
 */
load: number | null, 
/**
 * How far that load is.
 */
state: State | null, files: number | null, bytes: number | null, 
/**
 * Why nothing was loaded.
 */
fault: string | null, };

/**
 * A QR code as a path of squares.
 */
export type Qr = { 
/**
 * Squares in a row and a column, with the empty ones around them.
 */
size: number, 
/**
 * The dark squares, as the `d` of an SVG path.
 */
path: string, };

/**
 * A figure with all that it depends on, signed.
 */
export type Receipt = { 
/**
 * The form of this object.
 */
format: string, metric: ReceiptMetric, definition: ReceiptDefinition, filter: ReceiptFilter, 
/**
 * The days that the figure is of.
 */
window: ReceiptWindow, scope: ReceiptScope, data: ReceiptData, 
/**
 * Absent for the score.
 */
figure?: ReceiptFigure, 
/**
 * The score; absent for other figures.
 */
score?: ReceiptScore, 
/**
 * The name of the program.
 */
program: string, 
/**
 * The version of Bond.
 */
bondVersion: string, 
/**
 * Such as `2026-03-15T08:30:00Z`.
 */
issuedAt: string, 
/**
 * The id of the install.
 */
install: string, 
/**
 * The public key of the install: 32 bytes in base64.
 */
key: string, 
/**
 * The Ed25519 signature, in base64, over the canonical form (RFC 8785) of this object without this field.
 */
signature: string, };

/**
 * The data that the figure was computed from.
 */
export type ReceiptData = { 
/**
 * The data version: it grows by 1 with each load.
 */
version: number, 
/**
 * The feed tables that the figure reads.
 */
tables: Array<ReceiptTable>, };

/**
 * What the figure means.
 */
export type ReceiptDefinition = { text: string, 
/**
 * How it is computed, as data.
 */
formula: unknown, 
/**
 * The SHA-256, in hexadecimal, of the canonical form of an object with `text` and `formula`.
 */
sha256: string, };

/**
 * A figure as it was counted.
 */
export type ReceiptFigure = { 
/**
 * What was counted, before the factors of the formula.
 */
numerator: number | string, 
/**
 * Null for a sum.
 */
denominator: number | string | null, 
/**
 * Null for a part of the score whose denominator is 0; other figures are 0 then.
 */
value: ReceiptValue | null, 
/**
 * The same by segment: members in the same group of every grouping. Absent where `segmentsLeftOut` says why.
 */
segments?: Array<ReceiptSegment>, segmentsLeftOut?: SegmentsLeftOut, };

/**
 * The filter, as far as the figure heeds it. A list that is absent chooses all.
 */
export type ReceiptFilter = { 
/**
 * yyyy-mm-dd; absent where only the last day matters.
 */
startDate?: string, endDate: string, 
/**
 * The chosen groups of each grouping of which not all are chosen.
 */
groups?: { [key in string]: Array<ReceiptGroup> }, 
/**
 * Absent where members count in the groups that they are in.
 */
groupsAsOf?: GroupsAsOf, offers?: Array<number>, offersCategories?: Array<number>, campaigns?: Array<number>, campaignsTypes?: Array<number>, 
/**
 * The days without a login after which a member is dormant, where that matters.
 */
dormantDays?: number, };

/**
 * A group of members.
 */
export type ReceiptGroup = { id: number, 
/**
 * Null for a group that does not exist, or that whoever asked may not see.
 */
name: string | null, };

/**
 * Which figure it is.
 */
export type ReceiptMetric = { id: string, label: string, 
/**
 * Null for the score, which is in points.
 */
unit: Unit | null, };

/**
 * A part of the score.
 */
export type ReceiptPart = { key: string, label: string, state: PartState, 
/**
 * What was counted; null where the part is hidden or not applicable.
 */
numerator: number | string | null, denominator: number | string | null, value: ReceiptValue | null, floor: number, target: number, weight: number, 
/**
 * 0 to 100; null for a part that does not count.
 */
score: number | null, };

/**
 * The members that whoever asked may see. No other member is counted.
 */
export type ReceiptScope = { 
/**
 * Whether these are all members; then there are no limits.
 */
all: boolean, 
/**
 * Each is what one role is limited to: a member must be in a group of each grouping. Members that any of them has are
 * seen.
 */
anyOf?: Array<{ [key in string]: Array<ReceiptGroup> }>, 
/**
 * Whether what belongs to no member is counted.
 */
withoutMembers: boolean, };

/**
 * The score as it was computed.
 */
export type ReceiptScore = { 
/**
 * The name of the method.
 */
method: string, 
/**
 * In points; null where it cannot be computed.
 */
score: number | null, 
/**
 * Why there is no score.
 */
missing: string | null, 
/**
 * The share of the weight that counts, 0 to 1.
 */
coverage: number, parts: Array<ReceiptPart>, };

/**
 * What was counted in a segment.
 */
export type ReceiptSegment = { 
/**
 * The names of its groups by grouping; without any, what belongs to no member.
 */
groups: { [key in string]: Array<string> }, numerator: number | string, denominator: number | string | null, };

/**
 * What was loaded of a feed table.
 */
export type ReceiptTable = { table: string, 
/**
 * The first and last loaded day, yyyy-mm-dd; null for a reference table and where there are no rows.
 */
firstDay: string | null, lastDay: string | null, 
/**
 * The number of loads that changed it.
 */
loads: number, 
/**
 * The SHA-256, in hexadecimal, of the canonical form of the list of these loads, each a list of data version, origin and
 * the digest of its files.
 */
sha256: string, };

/**
 * The value: exactly, and as it is shown.
 */
export type ReceiptValue = { numerator: number | string, 
/**
 * Above 0.
 */
denominator: number | string, 
/**
 * In the unit of the figure, rounded.
 */
shown: number, 
/**
 * A number of months in years and months.
 */
tenure?: Tenure, };

/**
 * Days, both included; yyyy-mm-dd.
 */
export type ReceiptWindow = { start: string, end: string, };

/**
 * A column of a table and what fills it.
 */
export type RecognisedColumn = { column: string, 
/**
 * The column of the file; null if none fits.
 */
from: string | null, 
/**
 * The value of every row, where no column fits and one is proposed.
 */
value: string | null, 
/**
 * How sure the column or the value is; null if there is none.
 */
sure: Sure | null, 
/**
 * What to look at, such as which number is the month; empty if nothing.
 */
note: string, 
/**
 * Whether it may stay empty.
 */
mayBeEmpty: boolean, };

/**
 * What a file was taken for: one entry for each table that a file, or a sheet of a workbook, fills. The entries of a file
 * are together, and the first is of the table that its rows are.
 */
export type RecognisedFile = { file: string, 
/**
 * The sheet of a workbook with several.
 */
sheet: string | null, 
/**
 * The table that fits best.
 */
table: string, sure: Sure, 
/**
 * Why this table, in a sentence.
 */
reason: string, 
/**
 * Other tables that it may be, the likeliest first.
 */
others: Array<string>, 
/**
 * The recipe or the saved mapping that knows this form of file.
 */
recipe: string | null, 
/**
 * The rows that were read: all of the file where it is short enough to be sent whole.
 */
rows: number, columns: Array<RecognisedColumn>, 
/**
 * Columns of the file that fill nothing in any table.
 */
unused: Array<string>, };

/**
 * Recovery codes. They are shown only now.
 */
export type RecoveryCodes = { 
/**
 * Each works once in place of a code of the device.
 */
codes: Array<string>, };

/**
 * A report, and how it goes.
 */
export type ReportAnswer = { id: number, name: string, screen: string, 
/**
 * What the screen is called in files.
 */
title: string, filters: string, 
/**
 * Whether the filters are those of a saved view; `view` is null if that was removed.
 */
ofView: boolean, view: number | null, 
/**
 * The tables and lists that have the figures of the compared period, too.
 */
compared: Array<string>, every: Every, onDay: number | null, channel: Channel, recipients: Array<string>, folder: string, 
/**
 * The address; of another's only the host.
 */
webhook: string, format: ReportFormat, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, 
/**
 * The day that it is due on, or the next one.
 */
nextDay: string, 
/**
 * The day whose data it waits for; null where it is not due, or not held up by data.
 */
waitsFor: string | null, 
/**
 * When it is tried again after a failure, in seconds since 1970-01-01 UTC.
 */
againAt: number | null, 
/**
 * When and how it was sent last, and to whom or why not; null before.
 */
lastAt: number | null, lastState: DeliveryState | null, lastText: string | null, };

/**
 * The form of a report's file.
 */
export type ReportFormat = "xlsx" | "pdf";

/**
 * The reports of a user, by name, and where reports may go. Administrators see those of all users.
 */
export type ReportList = { reports: Array<ReportAnswer>, destinations: Destinations, };

/**
 * A role, as the page receives it.
 */
export type Role = { 
/**
 * Unique. `ROLE_ADMIN` and `USERS` are built in.
 */
name: string, 
/**
 * One per module.
 */
permissions: Array<Permission>, };

/**
 * A role as administrators see it.
 */
export type RoleDetails = { name: string, 
/**
 * It cannot be changed or removed.
 */
builtIn: boolean, 
/**
 * One per module.
 */
permissions: Array<Permission>, 
/**
 * The groups whose members it shows: those in a group of each grouping here. Everybody without any.
 */
groups: Array<GroupLimit>, 
/**
 * Whether, limited to groups, it shows what has no members, such as the website's figures.
 */
withoutMembers: boolean, 
/**
 * How many users have it.
 */
users: number, 
/**
 * How many keys of single sign-on may give it.
 */
ssoKeys: number, };

/**
 * All roles.
 */
export type RoleList = { 
/**
 * By name.
 */
roles: Array<RoleDetails>, 
/**
 * Every group that a role can be limited to, whichever of them the administrator sees figures of.
 */
groups: Array<UserGroup>, };

/**
 * The removal of a role.
 */
export type RoleRemoval = { 
/**
 * Whether to take the role from the users and keys that have it.
 */
fromUsers: boolean, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * What a role allows.
 */
export type RoleRights = { 
/**
 * At least one, each module once.
 */
permissions: Array<Permission>, 
/**
 * Limits it to members in a group of each grouping here. ADMIN and DATA cannot be limited.
 */
groups: Array<GroupLimit>, 
/**
 * Whether, limited to groups, it shows what has no members, such as the website's figures.
 */
withoutMembers: boolean, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * A change of a user's roles.
 */
export type RolesChange = { 
/**
 * Names of roles, in the place of the earlier ones.
 */
roles: Array<string>, 
/**
 * The password of the administrator who asks; an API token needs none.
 */
password: string, };

/**
 * Rows that the mapping leaves out for one reason.
 */
export type RowsLeftOut = { 
/**
 * A part of a sentence, such as `"Card" has no value`.
 */
why: string, rows: number, 
/**
 * The first three.
 */
lines: Array<number>, };

/**
 * A mapping without its text.
 */
export type SavedMapping = { name: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
savedAt: number, 
/**
 * The login of the user; null for the command line.
 */
savedBy: string | null, };

/**
 * The score and its parts. A part that does not count is null.
 */
export type ScoreAnswer = { score: number | null, scoreLastMonth: number | null, enrolled2Eligible: number | null, clientsRetentionRate: number | null, programActiveRate: number | null, returnRate: number | null, redemptionRate: number | null, engagementRate: number | null, faActivityLevel: number | null, csat: number | null, averageTenure: Tenure | null, explain: Explain, };

/**
 * What the score did since a month before.
 */
export type ScoreNews = { 
/**
 * In points; null without a score now and then.
 */
change: number | null, 
/**
 * That, and its main causes.
 */
sentences: Array<string>, 
/**
 * Why there is no change; null where there is.
 */
note: string | null, };

export type ScorePart = { key: string, label: string, pillar: Pillar, numerator: number | null, denominator: number | null, 
/**
 * In the part's own unit: percent, or months for averageTenure.
 */
value: number | null, valueLastMonth: number | null, unit: Unit, floor: number, target: number, weight: number, 
/**
 * 0 to 100.
 */
score: number | null, pointsPossible: number | null, pointsEarned: number | null, pointsMoved: number | null, state: PartState, definition: string, };

/**
 * What a dashboard can show.
 */
export type ScreenOutlook = { module: ModuleCode, 
/**
 * Its cards with figures of tables that have days.
 */
cards: number, 
/**
 * Those of them with a figure that has what it needs.
 */
filled: number, 
/**
 * What figures of the cards lack: tables, or columns such as `email_messages.opened_at`.
 */
lacks: Array<string>, };

/**
 * A filter, and what a file is of.
 */
export type ScreensBody = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, 
/**
 * Whether it has the dashboard of the screen with all its breakdowns.
 */
whole: boolean, 
/**
 * The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
 */
compared: Array<string>, };

/**
 * A code after the password.
 */
export type SecondCode = { 
/**
 * Six digits from the device, or a recovery code.
 */
code: string, };

/**
 * What a user owes after the password.
 */
export type SecondStep = "code" | "setUp";

/**
 * Why a receipt has no numbers by segment.
 */
export type SegmentsLeftOut = "smallGroups" | "notAdditive" | "issued";

/**
 * Files that were sent.
 */
export type SentDraft = { 
/**
 * It is kept until it is removed, or until nobody has used it for two hours, or until the next start.
 */
id: string, 
/**
 * All its files, by name.
 */
files: Array<string>, };

/**
 * What stands between the values of a row.
 */
export type Separator = "comma" | "semicolon" | "tab";

/**
 * A figure of a by-period block.
 */
export type Series = { key: string, name: string, };

/**
 * A service account with its API tokens.
 */
export type ServiceAccount = { user: ListedUser, 
/**
 * What its API tokens may do, and whoever asks may let them.
 */
abilities: Array<Ability>, 
/**
 * Those that have not expired, the latest first.
 */
tokens: Array<ApiToken>, };

/**
 * The session user, as the page receives it.
 */
export type SessionUser = { 
/**
 * The user's id.
 */
id: number, 
/**
 * Shown in the greeting.
 */
firstName: string, 
/**
 * What the user may do.
 */
roleList: Array<Role>, 
/**
 * The modules that are open to the user. A permission alone does not open the website to roles that are limited to
 * some members.
 */
modules: Array<ModuleCode>, 
/**
 * Whether the schedule of e-mails is open, too. It belongs to no member, as the website.
 */
schedule: boolean, preferences: Preferences, 
/**
 * The saved view that opens after signing in; the Program Monitor does where there is none.
 */
firstView?: FirstView, };

/**
 * What a device needs to be set up.
 */
export type SetUp = { 
/**
 * To be sent back with a code of the device.
 */
ticket: string, 
/**
 * To be typed where no picture can be taken.
 */
secret: string, 
/**
 * What the QR code says.
 */
address: string, 
/**
 * The QR code.
 */
qr: Qr, };

/**
 * A session, and the recovery codes of the device that was set up.
 */
export type SetUpAnswer = { 
/**
 * As after a sign-in with a password.
 */
token: string, 
/**
 * Who signed in.
 */
user: SessionUser, 
/**
 * Each works once in place of a code of the device. They are shown only now.
 */
codes: Array<string>, };

/**
 * A setting that can be chosen, unless something else says what it is.
 */
export type SettingAnswer = { name: string, 
/**
 * What it is about.
 */
group: SettingGroup, 
/**
 * What it means.
 */
help: string, 
/**
 * The value, as a flag would give it. Of a secret only whether there is one: `(set)` or nothing.
 */
value: string, default: string, 
/**
 * The only values that it may have, such as `true` and `false`; empty where any other may be written.
 */
values: Array<string>, 
/**
 * Whether nobody reads it again.
 */
isSecret: boolean, 
/**
 * Whether it takes effect when the server is started again.
 */
restarts: boolean, 
/**
 * Whether another value than this is in use until then.
 */
waits: boolean, 
/**
 * Whether whoever chooses it confirms that with the own password.
 */
asksPassword: boolean, 
/**
 * What says the value, such as `bond.toml:3` or `environment`, so that it cannot be chosen; null if it can.
 */
fixedBy: string | null, 
/**
 * When it was chosen, in seconds since 1970-01-01 UTC; null if it was not.
 */
changedAt: number | null, 
/**
 * The login of the user who chose it.
 */
changedBy: string | null, };

/**
 * What a setting that can be chosen is about. The page shows those of a group together.
 */
export type SettingGroup = "program" | "dashboards" | "periods" | "data" | "links" | "agents" | "mail" | "backups";

/**
 * All settings.
 */
export type SettingList = { 
/**
 * Those that can be chosen.
 */
settings: Array<SettingAnswer>, 
/**
 * Those that are read when the server starts.
 */
others: Array<OtherSetting>, };

/**
 * Whether the first administrator has to be made.
 */
export type SetupState = { needed: boolean, };

/**
 * The poll that a link shows.
 */
export type SharedPoll = { id: number, 
/**
 * Its question.
 */
name: string, };

/**
 * A screen that is shown without an account.
 */
export type SharedScreen = { 
/**
 * For the calls of this visit, as a bearer token.
 */
visit: string, 
/**
 * When the visit ends, in seconds since 1970-01-01 UTC. The link may be opened again.
 */
visitEndsAt: number, name: string, 
/**
 * The route of the screen, such as user-dashboard/logins-breakdown.
 */
route: string, 
/**
 * The filter as JSON text.
 */
filters: string, 
/**
 * The choices in the blocks, as the page has them in its address.
 */
blocks: string, 
/**
 * Which poll it is, where it is one.
 */
poll: SharedPoll | null, 
/**
 * The calls that are answered, by their numbers from 0.
 */
calls: Array<LinkCall>, 
/**
 * The first name of who made the link.
 */
sharedBy: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
expiresAt: number, 
/**
 * Without what concerns the program's own people: whom to write to, late data, modules.
 */
program: ProgramInfo, 
/**
 * The groups that the filter chooses.
 */
groups: Array<UserGroup>, };

/**
 * The member who asks what is held.
 */
export type ShowMember = { 
/**
 * The id as the feed has it.
 */
id: string, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * The table that an address shows.
 */
export type ShownTable = { 
/**
 * What it is called, in the language of whoever made the address.
 */
title: string, 
/**
 * The path of a dashboard's cards or of a breakdown.
 */
screen: string, 
/**
 * The id of one of its blocks; null for the cards.
 */
block: string | null, 
/**
 * A filter as JSON text.
 */
filters: string, 
/**
 * The code of the language of its texts and columns.
 */
language: string, };

/**
 * The answer to a sign-in by a link.
 */
export type SsoAnswer = { 
/**
 * Whether a session started.
 */
success: boolean, 
/**
 * As after a sign-in with a password; null without success.
 */
token: string | null, 
/**
 * Who signed in; null without success.
 */
user: SessionUser | null, 
/**
 * The message for the user; null on success.
 */
errorMessage: string | null, 
/**
 * Whom to ask about before the link is sent again with `confirmed`; only by the setting `sso_confirm`.
 */
confirm?: SsoQuestion, };

/**
 * The user whom a link names.
 */
export type SsoQuestion = { 
/**
 * The login.
 */
login: string, 
/**
 * The first name.
 */
firstName: string, };

/**
 * The body of a sign-in by a single sign-on link: its parameters.
 */
export type SsoRequest = { 
/**
 * The id of the issuer's key.
 */
aa: string | null, 
/**
 * The nonce, used once.
 */
bb: string | null, 
/**
 * The sealed claims.
 */
cc: string | null, 
/**
 * Whether the user has confirmed to be the one whom the link names.
 */
confirmed?: boolean, };

/**
 * How far a load is.
 */
export type State = "queued" | "checking" | "loading" | "deriving" | "published" | "checked" | "refused" | "failed" | "cancelled";

/**
 * A step of a load.
 */
export type Step = { what: string, 
/**
 * In the units of `done`, where known.
 */
total: number | null, 
/**
 * Rows, unless the step counts something else.
 */
done: number, isFinished: boolean, };

/**
 * What a mapping makes of files.
 */
export type SuggestAnswer = { 
/**
 * TOML: the given mapping, else the proposed one.
 */
mapping: string, 
/**
 * What is wrong with the given mapping, by line and column of its text. There are no previews then.
 */
faults: Array<LoadFault>, 
/**
 * What the proposal rests on, by file; empty for a given mapping.
 */
files: Array<RecognisedFile>, 
/**
 * The first twenty rows of each file as rows of each table that it fills.
 */
previews: Array<PreviewAnswer>, 
/**
 * Why files are no tables: the proposal does not name them. Empty for a given mapping.
 */
refused: Array<LoadFault>, 
/**
 * Files that the mapping does not name.
 */
unnamed: Array<string>, 
/**
 * Files and sheets that are proposed to be left out; empty for a given mapping.
 */
ignored: Array<IgnoredFile>, 
/**
 * Tables that nothing fills, with the figures that stay empty without them; empty for a given mapping.
 */
lacks: Array<LackingTable>, 
/**
 * What the proposal takes for every row of the program, because no file has it; empty for a given mapping.
 */
program: Array<ProgramValue>, };

/**
 * How sure a part of a proposal is.
 */
export type Sure = "SURE" | "LIKELY" | "GUESS";

/**
 * How the server does.
 */
export type SystemAnswer = { 
/**
 * Of Bond.
 */
version: string, 
/**
 * Seconds since 1970-01-01 UTC, as all times here.
 */
startedAt: number, now: number, 
/**
 * The number of the last load; 0 while nothing is loaded.
 */
dataVersion: number, 
/**
 * IANA name of the program's time zone; null if the machine's has none.
 */
timeZone: string | null, 
/**
 * That of the loaded days, which is another one after a change of the setting; null where nothing says which it is.
 */
dataTimeZone: string | null, 
/**
 * The memory of the process, and what it may use at most; null where that cannot be read.
 */
memoryBytes: number | null, memoryLimitBytes: number | null, dataDir: string, 
/**
 * Free space of its file system.
 */
freeBytes: number | null, 
/**
 * What takes space in the data directory.
 */
folders: Array<SystemFolder>, 
/**
 * In the order of `bond doctor`.
 */
checks: Array<SystemCheck>, 
/**
 * The connections that Bond opened to other programs, the latest first.
 */
connections: Array<SystemConnection>, 
/**
 * Whether the setting `no_egress` forbids them.
 */
noEgress: boolean, };

/**
 * A line of `bond doctor`.
 */
export type SystemCheck = { check: string, 
/**
 * `ok`, `note` or `problem`.
 */
level: string, 
/**
 * What is so.
 */
text: string, 
/**
 * What to do about it; empty if nothing.
 */
todo: string, };

/**
 * The connections to one peer for one purpose.
 */
export type SystemConnection = { 
/**
 * `openid_connect`, `clickhouse`, `mail`, `webhook`, `pull` or `syslog`.
 */
purpose: string, 
/**
 * Host and port.
 */
peer: string, firstAt: number, lastAt: number, 
/**
 * How often one was tried, and how often that failed.
 */
tries: number, failures: number, lastFailure: string | null, };

/**
 * A file or folder of the data directory.
 */
export type SystemFolder = { name: string, bytes: number, };

/**
 * A filter, and what a file is of.
 */
export type TableBody = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, 
/**
 * The id of one of its blocks; without it, the figures of the dashboard's cards.
 */
block: string | null, 
/**
 * The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
 */
compared: Array<string>, separator: Separator, 
/**
 * Whether it begins with a byte order mark, without which some spreadsheets misread accented names.
 */
bom: boolean, };

/**
 * A filter, and what a file is of.
 */
export type TablesBody = { period?: Period, 
/**
 * yyyy-mm-dd; read only with SELECTED_DATE.
 */
startDate?: string, endDate?: string, 
/**
 * What figures are compared with. The BOND Score is always compared with a month earlier.
 */
comparison?: Comparison, 
/**
 * yyyy-mm-dd; what figures are compared with under SELECTED_DATES, and used only then.
 */
comparisonStartDate?: string, comparisonEndDate?: string, userGroupTiers?: Array<number>, userGroupLobs?: Array<number>, userGroupAudiences?: Array<number>, userGroupsTiersAll?: boolean, userGroupsLobsAll?: boolean, userGroupsAudiencesAll?: boolean, 
/**
 * Whether members count in the groups that they are in, or in those that they were in on the last day of each
 * window; without it as the setting `groups_as_of` says.
 */
groupsAsOf?: GroupsAsOf, campaigns?: Array<number>, campaignsAll?: boolean, campaignsTypes?: Array<number>, campaignsTypesAll?: boolean, offers?: Array<number>, offersAll?: boolean, offersCategories?: Array<number>, offersCategoriesAll?: boolean, timeScale?: TimeScale, viewBy?: ViewBy, viewByH1?: GroupType, viewByH2?: ViewByH2, 
/**
 * The largest number of rows of a list; 0 for all.
 */
recordCount?: number, 
/**
 * The path of a dashboard's cards or of a breakdown, such as `api/v1/dashboard/users/logins`.
 */
screen: string, 
/**
 * Whether it has the dashboard of the screen with all its breakdowns.
 */
whole: boolean, 
/**
 * The ids of its tables and lists that have the figures of the compared period, and their changes, beside their own.
 */
compared: Array<string>, separator: Separator, 
/**
 * Whether each table begins with a byte order mark, without which some spreadsheets misread accented names.
 */
bom: boolean, };

/**
 * What is to be reached.
 */
export type Target = { 
/**
 * The part whose value it is; without it, the value is the score.
 */
part?: PartKey, 
/**
 * The score in points, or the value in the unit of the part. It is compared with what is shown, which is rounded.
 */
value: number, };

/**
 * A target.
 */
export type TargetAnswer = { id: number, metric: string, grain: TargetGrain, starts: string, repeats: boolean, value: number, 
/**
 * Null for all members.
 */
group: GroupOfTarget | null, note: string, 
/**
 * Seconds since 1970-01-01 UTC.
 */
setAt: number, 
/**
 * The login of who set it last; null for the command line.
 */
setBy: string | null, 
/**
 * Whether your roles may change it.
 */
mayChange: boolean, };

/**
 * The periods that a target can be of.
 */
export type TargetGrain = "MONTH" | "YEAR";

/**
 * The group of a target.
 */
export type TargetGroup = { type: GroupType, id: number, };

/**
 * The targets of a figure by period.
 */
export type TargetLine = { 
/**
 * The id of the figure.
 */
metric: string, timeScale: TimeScale, 
/**
 * The periods of a chart that have a target.
 */
points: Array<TargetPoint>, };

/**
 * All targets that somebody may see.
 */
export type TargetList = { 
/**
 * By figure and period.
 */
targets: Array<TargetAnswer>, };

/**
 * The target of a period.
 */
export type TargetPoint = { 
/**
 * The first day of the chart's period: yyyy-mm-dd.
 */
start: string, value: number, };

/**
 * A backup that is made or verified.
 */
export type TaskAnswer = { kind: TaskKind, 
/**
 * The backup to verify; null for one that is made.
 */
file: string | null, 
/**
 * Seconds since 1970-01-01 UTC.
 */
startedAt: number, 
/**
 * Null while it runs.
 */
endedAt: number | null, steps: Array<Step>, 
/**
 * Whether it went well; null while it runs.
 */
isGood: boolean | null, 
/**
 * What came of it, or why it failed; null while it runs.
 */
text: string | null, };

/**
 * What is to be done.
 */
export type TaskKind = "backup" | "verify";

/**
 * Years and months.
 */
export type Tenure = { years: number, months: number, };

export type Theme = "light" | "dark" | "system";

/**
 * The length of the periods of a chart. Days and weeks are for windows of at most 92 days; longer ones have months instead.
 */
export type TimeScale = "BY_MONTHS" | "BY_QUARTERS" | "BY_YEARS" | "BY_DAYS" | "BY_WEEKS";

/**
 * A figure compared with another window.
 */
export type TrendRow = { metric: string, typeName: string, popValue: number | null, filterPeriodValue: number | null, isPercentage: boolean, changePercent: number | null, points: number | null, polarity: Polarity, note?: string, 
/**
 * Why `popValue` or `filterPeriodValue` is hidden; absent where neither is.
 */
hidden?: HiddenFields, };

/**
 * A card's figures against the window that the filter chooses (`pops`; none without a comparison) and the year before.
 * Dates are yyyy-mm-dd; a comparison the calendar does not go back to has empty dates.
 */
export type TrendsAnswer = { startDate: string, endDate: string, startDatePop: string, endDatePop: string, startDateYoy: string, endDateYoy: string, pops: Array<TrendRow>, yoys: Array<TrendRow>, };

/**
 * How it went.
 */
export type TriedMail = { 
/**
 * Why the mail server did not take it; null if it did.
 */
fault: string | null, };

/**
 * How trying the connection went.
 */
export type TriedPull = { 
/**
 * What was found; null after a fault.
 */
said: string | null, 
/**
 * What is wrong and what to do; null if nothing is.
 */
fault: string | null, };

/**
 * Where the letter goes.
 */
export type TryMail = { 
/**
 * An address of one of the domains that may receive mail.
 */
to: string, };

/**
 * The unit of a figure, which decides how it is shown.
 */
export type Unit = "count" | "percent" | "money" | "decimal" | "months" | "seconds";

/**
 * What becomes of rows whose member is neither loaded nor part of the load.
 */
export type UnknownMembers = "ERROR" | "DROP" | "ADD";

/**
 * What is unusual on the last loaded day.
 */
export type UnusualAnswer = { 
/**
 * yyyy-mm-dd; null where nothing is loaded.
 */
day: string | null, weeks: number, 
/**
 * How many figures were compared.
 */
tests: number, items: Array<UnusualItem>, };

/**
 * A figure that is unusual.
 */
export type UnusualItem = { key: string, metric: string, label: string, unit: Unit, polarity: Polarity, value: number, 
/**
 * Of the same weekdays.
 */
median: number, 
/**
 * In robust standard deviations.
 */
deviations: number, probability: number, sentence: string, };

/**
 * A change of a user's login and name.
 */
export type UserChange = { login: string, firstName: string, 
/**
 * The password of the administrator who asks.
 */
password: string, };

/**
 * A user with its sessions and API tokens.
 */
export type UserDetails = { user: ListedUser, 
/**
 * The live ones, the latest used first.
 */
sessions: Array<LiveSession>, 
/**
 * Those that have not expired, the latest first.
 */
tokens: Array<ApiToken>, };

/**
 * A group members can be in.
 */
export type UserGroup = { id: number, name: string, type: GroupType, 
/**
 * Its place in the order of its type, from 0: lists have it, and colours follow it.
 */
place: number, };

/**
 * The users that a search finds.
 */
export type UserList = { 
/**
 * By login.
 */
users: Array<ListedUser>, 
/**
 * How many there are in all.
 */
count: number, };

/**
 * A user to add.
 */
export type UserToAdd = { 
/**
 * Such as an e-mail address: 1 to 320 characters, unique without regard to case.
 */
login: string, 
/**
 * For the greeting, 1 to 100 characters.
 */
firstName: string, 
/**
 * Names of roles.
 */
roles: Array<string>, 
/**
 * The password of the administrator who asks; an API token needs none.
 */
password: string, };

/**
 * What came of it.
 */
export type Verdict = "genuine" | "outdated" | "altered" | "signed" | "notKept" | "unknown";

/**
 * A saved view.
 */
export type ViewAnswer = { id: number, name: string, screen: string, filters: string, blocks: string, shared: boolean, 
/**
 * The login of the owner.
 */
login: string, isOwn: boolean, 
/**
 * Whether it opens after the user has signed in.
 */
isFirst: boolean, };

/**
 * What a chart is split by.
 */
export type ViewBy = "TOTALS" | "TIER" | "LOB" | "AUDIENCE";

/**
 * The second grouping of a table.
 */
export type ViewByH2 = "NONE" | "TIER" | "LOB" | "AUDIENCE";

/**
 * The saved views of a user, and those that are shared whose screens are open to the user, by name.
 */
export type ViewList = { views: Array<ViewAnswer>, };

/**
 * What somebody who waits for figures can expect.
 */
export type Wait = { 
/**
 * About how many seconds a question of the user's that is asked now waits for those before it; 0 where it need not wait.
 */
seconds: number, };

/**
 * A figure that can be watched.
 */
export type WatchableFigure = { metric: string, label: string, unit: Unit, 
/**
 * Whether days can be compared with the same weekdays.
 */
byWeekday: boolean, 
/**
 * Whether it is known what chance does: it is a rate or mean, or the score.
 */
byChance: boolean, };

/**
 * The secret that signs what is sent to webhooks.
 */
export type WebhookSecret = { 
/**
 * 64 hexadecimal digits, which are the key as they are written.
 */
secret: string, };

/**
 * The score that changes would give.
 */
export type WhatIf = { score: number | null, parts: Array<MixturePart>, };

/** A label and a figure; null where it is hidden. */
export type Point = [label: string, value: number | null];
/** A period's label and its figures, in the order of the block's series. */
export type PeriodRow = [label: string, ...values: (number | null)[]];
/** The rows of one group. */
export type GroupRows = { name: string, records: PeriodRow[] };
/** A row of a table: the group's name, its figures by field, its second level. */
export type TableRow = { name: string, isTotal: boolean, records: TableRow[] } & { [field: string]: number | null | string | boolean | TableRow[] | HiddenFields | undefined };
/** Why the hidden figures of an object are null, by field. */
export type HiddenFields = { [field: string]: Hidden | undefined };
/** By metric id: the field's path in the answer, for example "logins.totalLogins". */
export type Compare = Record<string, Change>;
/** A totals answer: one object per card, the change of each figure, and what it is a change from. */
export type Totals = { compare: Compare; comparedWith: ComparedWith } & { [card: string]: unknown };
/** The first grouping of a table. */
export type ViewByH1 = GroupType;

/** Each call with a path of its own: method and path, the body, the answer. Those of screens are in `calls.ts`. */
export type FixedCalls = {
  "GET api/v1/admin/loads": { body: undefined; answer: LoadList };
  "POST api/v1/admin/loads/undo": { body: Confirmation; answer: AcceptedLoad };
  "POST api/v1/admin/loads/sample": { body: undefined; answer: AcceptedLoad };
  "POST api/v1/admin/loads/demo": { body: NewDemo; answer: AcceptedLoad };
  "GET api/v1/admin/pulls": { body: undefined; answer: PullList };
  "GET api/v1/admin/loads/drafts": { body: undefined; answer: DraftList };
  "GET api/v1/admin/mappings": { body: undefined; answer: MappingList };
  "POST api/v1/admin/members/erase": { body: EraseMembers; answer: AcceptedLoad };
  "POST api/v1/admin/members/show": { body: ShowMember; answer: Held };
  "POST api/v1/admin/members/show/file": { body: ShowMember; answer: Blob };
  "GET api/v1/admin/audit": { body: undefined; answer: AuditPage };
  "GET api/v1/admin/audit/file": { body: undefined; answer: Blob };
  "GET api/v1/admin/audit/chain": { body: undefined; answer: AuditChain };
  "GET api/v1/admin/backups": { body: undefined; answer: BackupList };
  "POST api/v1/admin/backups": { body: undefined; answer: TaskAnswer };
  "GET api/v1/admin/settings": { body: undefined; answer: SettingList };
  "PUT api/v1/admin/settings": { body: ChangeSettings; answer: SettingList };
  "GET logo.png": { body: undefined; answer: Blob };
  "DELETE api/v1/admin/logo": { body: undefined; answer: undefined };
  "POST api/v1/admin/mail/try": { body: TryMail; answer: TriedMail };
  "GET api/v1/admin/system": { body: undefined; answer: SystemAnswer };
  "POST api/v1/admin/webhook-secret/show": { body: Confirmation; answer: WebhookSecret };
  "POST api/v1/admin/webhook-secret": { body: Confirmation; answer: WebhookSecret };
  "POST api/auth/login": { body: LoginRequest; answer: PasswordAnswer };
  "POST api/auth/sso": { body: SsoRequest; answer: SsoAnswer };
  "POST api/auth/second-factor": { body: SecondCode; answer: LoginAnswer };
  "POST api/auth/second-factor/set-up": { body: undefined; answer: SetUp };
  "POST api/auth/second-factor/confirm": { body: ConfirmedSetUp; answer: SetUpAnswer };
  "GET api/auth/oidc": { body: undefined; answer: OidcOffer };
  "POST api/auth/oidc/session": { body: OidcRequest; answer: OidcAnswer };
  "POST api/auth/logout": { body: undefined; answer: undefined };
  "GET api/auth/current/user": { body: undefined; answer: SessionUser };
  "GET api/user/current": { body: undefined; answer: SessionUser };
  "GET api/auth/setup": { body: undefined; answer: SetupState };
  "POST api/auth/setup": { body: FirstAdministrator; answer: undefined };
  "POST api/auth/new-password": { body: NewPassword; answer: CheckedPassword };
  "POST api/auth/password-link/check": { body: LinkSecret; answer: LinkOwner };
  "POST api/auth/password-link": { body: ChosenPassword; answer: undefined };
  "POST api/auth/forgotten-password": { body: Forgotten; answer: undefined };
  "POST api/auth/opened": { body: LinkSecret; answer: LoginAnswer };
  "GET api/v1/account": { body: undefined; answer: Account };
  "PUT api/v1/account": { body: AccountChange; answer: undefined };
  "POST api/v1/account/password": { body: PasswordChange; answer: undefined };
  "GET api/v1/account/sessions": { body: undefined; answer: OwnSessions };
  "POST api/v1/account/sessions/end-others": { body: undefined; answer: undefined };
  "PUT api/v1/account/preferences": { body: Preferences; answer: Preferences };
  "GET api/v1/account/tokens": { body: undefined; answer: ApiTokenList };
  "POST api/v1/account/tokens": { body: NewToken; answer: MadeToken };
  "GET api/v1/admin/machines": { body: undefined; answer: Machines };
  "POST api/v1/admin/machines": { body: NewServiceAccount; answer: ServiceAccount };
  "GET api/v1/admin/tokens": { body: undefined; answer: ApiTokenList };
  "POST api/v1/account/second-factor": { body: BeginSetUp; answer: SetUp };
  "POST api/v1/account/second-factor/confirm": { body: ConfirmedSetUp; answer: RecoveryCodes };
  "POST api/v1/account/second-factor/codes": { body: PasswordAndCode; answer: RecoveryCodes };
  "POST api/v1/account/second-factor/off": { body: PasswordAndCode; answer: undefined };
  "GET api/v1/admin/users": { body: undefined; answer: UserList };
  "POST api/v1/admin/users": { body: UserToAdd; answer: AddedUser };
  "GET api/v1/admin/roles": { body: undefined; answer: RoleList };
  "POST api/v1/admin/roles": { body: NewRole; answer: RoleDetails };
  "GET api/v1/program": { body: undefined; answer: ProgramInfo };
  "GET api/v1/dashboard/users/userGroups": { body: undefined; answer: UserGroup[] };
  "POST api/v1/bond/score": { body: FilterParams; answer: ScoreAnswer };
  "POST api/v1/program/monitor/getIndicatorList": { body: FilterParams; answer: IndicatorRow[] };
  "POST api/v1/explain/score": { body: ExplainBody; answer: Explanation };
  "GET api/v1/waiting": { body: undefined; answer: Wait };
  "GET api/v1/admin/data": { body: undefined; answer: LoadedData };
  "POST api/v1/receipts/check": { body: PastedText; answer: Checked };
  "POST api/v1/receipts/score": { body: FilterParams; answer: Receipt };
  "POST api/v1/issued/score": { body: FilterParams; answer: IssuedAnswer };
  "POST api/v1/planner": { body: PlannerParams; answer: PlannerAnswer };
  "POST api/v1/planner/forecast": { body: FilterParams; answer: ForecastAnswer };
  "POST api/v1/planner/close": { body: FilterParams; answer: CloseAnswer };
  "POST api/v1/planner/close/members": { body: MemberListParams; answer: Blob };
  "GET api/v1/planner/plans": { body: undefined; answer: PlanList };
  "POST api/v1/planner/plans": { body: NewPlan; answer: PlanAnswer };
  "POST api/v1/insights/moves": { body: FilterParams; answer: MovesAnswer };
  "POST api/v1/insights/unusual": { body: FilterParams; answer: UnusualAnswer };
  "POST api/v1/insights/news": { body: FilterParams; answer: NewsAnswer };
  "POST api/v1/insights/cohorts": { body: FilterParams; answer: CohortsAnswer };
  "POST api/v1/insights/expiring": { body: FilterParams; answer: ExpiringAnswer };
  "GET api/v1/insights/notes": { body: undefined; answer: InsightNotes };
  "PUT api/v1/insights/notes": { body: NewInsightNote; answer: undefined };
  "POST api/v1/export/xlsx": { body: ScreensBody; answer: Blob };
  "POST api/v1/export/pdf": { body: ScreensBody; answer: Blob };
  "POST api/v1/export/dossier": { body: DossierBody; answer: Blob };
  "POST api/v1/export/zip": { body: TablesBody; answer: Blob };
  "POST api/v1/export/csv": { body: TableBody; answer: Blob };
  "POST api/v1/account/tables": { body: NewTableAddress; answer: MadeTableAddress };
  "GET api/v1/views": { body: undefined; answer: ViewList };
  "POST api/v1/views": { body: NewView; answer: ViewAnswer };
  "GET api/v1/annotations": { body: undefined; answer: AnnotationList };
  "POST api/v1/annotations": { body: NewAnnotation; answer: AnnotationAnswer };
  "GET api/v1/targets": { body: undefined; answer: TargetList };
  "POST api/v1/targets": { body: NewTarget; answer: TargetAnswer };
  "POST api/v1/targets/fitting": { body: FilterParams; answer: FittingTargets };
  "GET api/v1/reports": { body: undefined; answer: ReportList };
  "POST api/v1/reports": { body: NewReport; answer: ReportAnswer };
  "GET api/v1/links": { body: undefined; answer: LinkList };
  "POST api/v1/links": { body: NewLink; answer: MadeLink };
  "POST api/v1/shared/open": { body: LinkToOpen; answer: SharedScreen };
  "GET api/v1/alerts": { body: undefined; answer: AlertList };
  "POST api/v1/alerts": { body: NewAlert; answer: AlertAnswer };
  "GET api/v1/alerts/active": { body: undefined; answer: ActiveAlerts };
  "GET api/v1/admin/notices": { body: undefined; answer: NoticeList };
  "GET api/v1/admin/score-method": { body: undefined; answer: MethodList };
  "PUT api/v1/admin/score-method/draft": { body: DraftToSave; answer: MethodList };
  "DELETE api/v1/admin/score-method/draft": { body: undefined; answer: undefined };
  "POST api/v1/admin/score-method/effect": { body: MethodNumbers; answer: MethodEffect };
  "POST api/v1/admin/score-method/publish": { body: DraftToPublish; answer: MethodList };
  "POST api/v1/admin/score-method/approve": { body: DraftApproval; answer: MethodList };
};

/** As {@link FixedCalls}, for calls about one thing, whose path varies. */
export type CallsOfOne =
  | { call: `GET api/v1/admin/loads/${number}`; body: undefined; answer: LoadDetails }
  | { call: `POST api/v1/admin/loads/${number}/cancel`; body: undefined; answer: AcceptedLoad }
  | { call: `POST api/v1/admin/pulls/${string}/run`; body: AskPull; answer: AskedPull }
  | { call: `POST api/v1/admin/pulls/${string}/try`; body: undefined; answer: TriedPull }
  | { call: `POST api/v1/admin/loads/drafts/${string}/look`; body: LookAtDraft; answer: DraftAnswer }
  | { call: `POST api/v1/admin/loads/drafts/${string}/load`; body: LoadDraft; answer: AcceptedLoad }
  | { call: `DELETE api/v1/admin/loads/drafts/${string}`; body: undefined; answer: undefined }
  | { call: `GET api/v1/admin/mappings/${string}`; body: undefined; answer: MappingDetails }
  | { call: `PUT api/v1/admin/mappings/${string}`; body: NewMapping; answer: SavedMapping }
  | { call: `DELETE api/v1/admin/mappings/${string}`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/backups/${string}/verify`; body: undefined; answer: TaskAnswer }
  | { call: `POST api/v1/admin/backups/places/${string}`; body: PlaceJob; answer: PlaceAtWork }
  | { call: `DELETE api/v1/account/sessions/${number}`; body: undefined; answer: undefined }
  | { call: `DELETE api/v1/account/tokens/${number}`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/machines/${number}/tokens`; body: NewToken; answer: MadeToken }
  | { call: `DELETE api/v1/admin/tokens/${number}`; body: undefined; answer: undefined }
  | { call: `GET api/v1/admin/users/${number}`; body: undefined; answer: UserDetails }
  | { call: `PUT api/v1/admin/users/${number}`; body: UserChange; answer: undefined }
  | { call: `PUT api/v1/admin/users/${number}/roles`; body: RolesChange; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/disable`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/enable`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/unlock`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/end-sessions`; body: undefined; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/password-link`; body: Confirmation; answer: PasswordLink }
  | { call: `POST api/v1/admin/users/${number}/reset-second-factor`; body: Confirmation; answer: undefined }
  | { call: `POST api/v1/admin/users/${number}/remove`; body: Confirmation; answer: undefined }
  | { call: `PUT api/v1/admin/roles/${string}`; body: RoleRights; answer: RoleDetails }
  | { call: `POST api/v1/admin/roles/${string}/remove`; body: RoleRemoval; answer: undefined }
  | { call: `POST api/v1/trends/${string}`; body: FilterParams; answer: TrendsAnswer }
  | { call: `POST api/v1/explain/${string}`; body: ExplainBody; answer: Explanation }
  | { call: `POST api/v1/receipts/${string}`; body: FilterParams; answer: Receipt }
  | { call: `POST api/v1/issued/${string}`; body: FilterParams; answer: IssuedAnswer }
  | { call: `GET api/v1/issued/score/${string}`; body: undefined; answer: Receipt }
  | { call: `GET api/v1/issued/${string}/${string}`; body: undefined; answer: Receipt }
  | { call: `DELETE api/v1/planner/plans/${number}`; body: undefined; answer: undefined }
  | { call: `GET api/v1/export/progress/${number}`; body: undefined; answer: ExportProgress }
  | { call: `GET api/v1/table/${string}/table.csv`; body: undefined; answer: Blob }
  | { call: `GET api/v1/table/${string}/table.json`; body: undefined; answer: Blob }
  | { call: `PUT api/v1/views/${number}`; body: NewView; answer: ViewAnswer }
  | { call: `DELETE api/v1/views/${number}`; body: undefined; answer: undefined }
  | { call: `PUT api/v1/views/${number}/first`; body: undefined; answer: undefined }
  | { call: `DELETE api/v1/views/${number}/first`; body: undefined; answer: undefined }
  | { call: `DELETE api/v1/annotations/${number}`; body: undefined; answer: undefined }
  | { call: `PUT api/v1/targets/${number}`; body: NewTarget; answer: TargetAnswer }
  | { call: `DELETE api/v1/targets/${number}`; body: undefined; answer: undefined }
  | { call: `PUT api/v1/reports/${number}`; body: NewReport; answer: ReportAnswer }
  | { call: `DELETE api/v1/reports/${number}`; body: undefined; answer: undefined }
  | { call: `POST api/v1/reports/${number}/send`; body: undefined; answer: ReportAnswer }
  | { call: `DELETE api/v1/links/${number}`; body: undefined; answer: undefined }
  | { call: `POST api/v1/links/${number}/remove`; body: Confirmation; answer: undefined }
  | { call: `PUT api/v1/alerts/${number}`; body: NewAlert; answer: AlertAnswer }
  | { call: `DELETE api/v1/alerts/${number}`; body: undefined; answer: undefined }
  | { call: `POST api/v1/alerts/${number}/send`; body: undefined; answer: AlertAnswer }
  | { call: `PUT api/v1/admin/notices/${string}/dismissed`; body: undefined; answer: undefined }
;
