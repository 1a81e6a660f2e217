// Generated from the Rust types by `make generate`. Do not edit.

/**
 * What a load is to do.
 */
export type Kind = "import" | "check" | "undo" | "erase" | "expire" | "demo";

/**
 * The way a load came in.
 */
export type Origin = "command line" | "page" | "inbox" | "schedule";

/**
 * How far a load is.
 */
export type State = "queued" | "checking" | "loading" | "deriving" | "published" | "checked" | "refused" | "failed" | "cancelled";

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
 * A table that a file of a load fills.
 */
export type LoadFile = { name: string, 
/**
 * The feed table it fills.
 */
table: string, bytes: number, 
/**
 * In hexadecimal.
 */
sha256: string, rows: number, };

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
 * A load that was accepted.
 */
export type AcceptedLoad = { 
/**
 * Its number. Its files are safe: it will be loaded or refused, also after a restart.
 */
id: number, };

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
 * What a number of the calendar counts.
 */
export type ByUnit = "day" | "month";

/**
 * Days without rows, both included.
 */
export type Gap = { 
/**
 * yyyy-mm-dd
 */
from: string, to: string, };

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
 * Days between the first and the last that have no rows. What is planned has no gaps.
 */
gaps: Array<Gap>, 
/**
 * When the data of a day are due, such as `1d 08:00`; null if they are not expected at any time.
 */
expectedBy: string | null, state: LoadedState, 
/**
 * Since when the data are late: yyyy-mm-dd hh:mm.
 */
lateSince: string | null, };

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
 * The saved mappings.
 */
export type MappingList = { 
/**
 * By name.
 */
mappings: Array<SavedMapping>, };

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
 * A column of a table and what fills it.
 */
export type RecognisedColumn = { column: string, 
/**
 * The column of the file; null if none fits.
 */
from: string | null, 
/**
 * Whether it may stay empty.
 */
mayBeEmpty: boolean, };

/**
 * What a file was taken for.
 */
export type RecognisedFile = { file: string, 
/**
 * The table that fits best.
 */
table: string, columns: Array<RecognisedColumn>, 
/**
 * Columns of the file that fill nothing.
 */
unused: Array<string>, };

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
 * Files that the mapping does not name.
 */
unnamed: Array<string>, };

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
 * Newest first.
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
 * What is to be done.
 */
export type TaskKind = "backup" | "verify";

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
 * The task that runs, or else the last one since the server started.
 */
task: TaskAnswer | null, };

/**
 * A setting that can be chosen, unless something else says what it is.
 */
export type SettingAnswer = { name: string, 
/**
 * What it means.
 */
help: string, 
/**
 * The value in use, as a flag would give it.
 */
value: string, default: string, 
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
 * A file or folder of the data directory.
 */
export type SystemFolder = { name: string, bytes: number, };

/**
 * The connections to one peer for one purpose.
 */
export type SystemConnection = { 
/**
 * `openid_connect`, `clickhouse`, `mail` or `webhook`.
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
 * The secret that signs what is sent to webhooks.
 */
export type WebhookSecret = { 
/**
 * 64 hexadecimal digits, which are the key as they are written.
 */
secret: string, };

