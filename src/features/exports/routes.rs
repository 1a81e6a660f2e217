//! The calls that answer files of what is shown.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::{HttpRequest, HttpResponse, web};

use crate::app::App;
use crate::delivery;
use crate::error::ApiError;
use crate::features::exports::params::{
    DossierBody, DossierParams, Extent, ScreensBody, ScreensParams, TableBody, TableParams, TablesBody, TablesParams,
};
use crate::features::exports::progress::Making;
use crate::features::receipts::routes::signed_receipt;
use crate::features::receipts::tables::part;
use crate::figures::filter::FilterParams;
use crate::http::body::JsonWith;
use crate::http::changes::{Actor, recorded, written};
use crate::http::class::Class;
use crate::http::guard::admitted_to;
use crate::http::route::{Answer, Reply, Route};
use crate::http::signed_in::SignedIn;
use crate::i18n::language::Language;
use crate::limited::{Client, NotDone, Place};
use crate::modules::Module;
use crate::render::csv::table_of;
use crate::render::{
    About, Chapter, Compared, Evidence, ExportError, Gathered, PDF, Screen, ScreenCall, Separator, Style, XLSX,
    archive, at_one_version, dossier, gather, in_words, item_names, of_dashboard, pdf, poll_name, receipts_in_words,
    workbook,
};
use crate::screens::receipts::Subject;
use crate::screens::{DASHBOARDS, Dashboard};

/// The content types of files.
pub const ZIP: &str = "application/zip";
pub const HTML: &str = "text/html; charset=utf-8";

/// The most characters of the filter in a line of the audit log.
const LONGEST_DETAIL: usize = 300;

pub fn routes() -> Vec<Route> {
    let recorded = |summary: &str| format!("{summary} It is recorded in the audit log.");
    vec![
        Route::post("/api/v1/export/xlsx", Class::Export, xlsx)
            .says(recorded("A screen, or a dashboard with all its breakdowns, as a workbook: a cover, then a sheet for each block."))
            .takes_only::<ScreensBody>()
            .replies(Reply::File(XLSX)),
        Route::post("/api/v1/export/pdf", Class::Export, document)
            .says(recorded("A screen, or a dashboard with all its breakdowns, as a PDF: a page with the cards and what changed, then a chart and a table for each block, then what it is of, its receipts and the definitions."))
            .takes_only::<ScreensBody>()
            .replies(Reply::File(PDF)),
        Route::post("/api/v1/export/dossier", Class::Export, html)
            .says(recorded("A screen, a dashboard with all its breakdowns, or all dashboards that are open to the user, as one page that needs no network: charts, tables, definitions and receipts are inside."))
            .takes_only::<DossierBody>()
            .replies(Reply::File(HTML)),
        Route::post("/api/v1/export/zip", Class::Export, zip)
            .says(recorded("The tables of a screen, or of a dashboard with all its breakdowns, as a zip of CSV files."))
            .takes_only::<TablesBody>()
            .replies(Reply::File(ZIP)),
        Route::post("/api/v1/export/csv", Class::Export, csv)
            .says(recorded("One block, or the cards of a dashboard, as CSV."))
            .takes_only::<TableBody>()
            .replies(Reply::Csv),
    ]
}

async fn xlsx(app: web::Data<App>, body: JsonWith<FilterParams, ScreensParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, ScreensParams { screen, whole, compared }) = body;
    let export = Export::begin(app, &screen, (extent(whole), filter, &compared), &request)
        .await?
        .with_receipts(&request)
        .await?;
    let parts = export.screen.parts(whole);
    let temp_dir = export.app.data_dir().tmp();
    let file = export.written(&parts, move |gathered, about| workbook(gathered, about, &temp_dir)).await?;
    export.answer(file, Format::Xlsx).await
}

async fn document(app: web::Data<App>, body: JsonWith<FilterParams, ScreensParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, ScreensParams { screen, whole, compared }) = body;
    let export = Export::begin(app, &screen, (extent(whole), filter, &compared), &request)
        .await?
        .with_receipts(&request)
        .await?;
    let insights = delivery::insights_of(export.user.permissions(), export.user.scope());
    let parts = export.screen.document(whole, insights);
    let file = export.written(&parts, pdf).await?;
    export.answer(file, Format::Pdf).await
}

async fn zip(app: web::Data<App>, body: JsonWith<FilterParams, TablesParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, TablesParams { screen, whole, compared, separator, bom }) = body;
    let export = Export::begin(app, &screen, (extent(whole), filter, &compared), &request).await?;
    let parts = export.screen.parts(whole);
    let write = move |gathered, about: &About| archive(gathered, about, style(separator, bom, about));
    let file = export.written(&parts, write).await?;
    export.answer(file, Format::Zip).await
}

async fn csv(app: web::Data<App>, body: JsonWith<FilterParams, TableParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, TableParams { screen, block, compared, separator, bom }) = body;
    let export = Export::begin(app, &screen, (Extent::Screen, filter, &compared), &request).await?;
    let part = part(&export.screen, block.as_deref())?;
    let write = move |gathered, about: &About| table_of(gathered, block.as_deref(), style(separator, bom, about));
    let file = export.written(&[part], write).await?;
    export.answer(file, Format::Csv).await
}

async fn html(app: web::Data<App>, body: JsonWith<FilterParams, DossierParams>, request: HttpRequest) -> Answer {
    let JsonWith(filter, DossierParams { screen, extent, compared }) = body;
    let export = Export::begin(app, &screen, (extent, filter, &compared), &request).await?;
    let open = export.open(&request);
    let evidence = export.evidence(&open, &request).await?;
    let export = Export { receipts: receipts_in_words(&evidence), ..export };
    let chapters = export.chapters(&open).await?;
    let write = move |client: &Client, about: &About| {
        let chapter = |Chapter { title, gathered }| Chapter { title, gathered: gathered.for_client(client) };
        dossier(chapters.into_iter().map(chapter).collect(), &evidence, about)
    };
    let file = export.made(write).await?;
    export.answer(file, Format::Html).await
}

fn extent(whole: bool) -> Extent {
    if whole { Extent::Dashboard } else { Extent::Screen }
}

fn style(separator: Separator, byte_order_mark: bool, about: &About) -> Style<'_> {
    Style { separator, byte_order_mark, currency: &about.currency, language: about.language }
}

/// The form of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Xlsx,
    Pdf,
    Html,
    Zip,
    Csv,
}

impl Format {
    /// The ending of a file name.
    fn ending(self) -> &'static str {
        match self {
            Format::Xlsx => "xlsx",
            Format::Pdf => "pdf",
            Format::Html => "html",
            Format::Zip => "zip",
            Format::Csv => "csv",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Format::Xlsx => XLSX,
            Format::Pdf => PDF,
            Format::Html => HTML,
            Format::Zip => ZIP,
            Format::Csv => "text/csv; charset=utf-8",
        }
    }
}

/// A file in the making.
struct Export {
    making: Making,
    /// It is taken before the first call, so that what waits has no answers in memory.
    place: Place,
    app: web::Data<App>,
    user: Rc<SignedIn>,
    actor: Actor,
    screen: Screen,
    extent: Extent,
    filter: FilterParams,
    compared: Compared,
    about: Arc<About>,
    /// The filter in the words of the audit log, which is in English.
    recorded: Vec<(String, String)>,
    /// Its receipts, for the audit log.
    receipts: Option<String>,
}

/// Parts of a dashboard, for a user who sees the members that it and the export both show.
struct OpenDashboard {
    title: String,
    parts: Vec<ScreenCall>,
    user: Rc<SignedIn>,
}

impl Export {
    /// Finds the screen, which must be open to the user.
    async fn begin(
        app: web::Data<App>,
        path: &str,
        (extent, filter, compared): (Extent, FilterParams, &[String]),
        request: &HttpRequest,
    ) -> Result<Export, ApiError> {
        let screen = Screen::of_path(path).ok_or_else(|| {
            let example = Screen::all().next().map_or("".into(), |screen| screen.path());
            let expected = "expected the path of a dashboard's cards or of a breakdown, such as";
            ApiError::field("screen", format!("{expected} {example}"))
        })?;
        let user = admitted_to(Class::Export, screen.opened_by(), request)?;
        let making = Making::begin(user.session().user_id, request)?;
        let place = app.limited.files.place(Some(user.session().user_id)).await?;
        let language = user.language();
        let title = match extent {
            Extent::Screen => screen.title(language),
            Extent::Dashboard => of_dashboard(screen.dashboard, language),
            Extent::Everything => language.texts().files.all_dashboards.to_owned(),
        };
        let (about, recorded, compared) = {
            let answers = user.answers(&app);
            let resolved = answers.filter_of(&filter).map_err(|errors| ApiError::faults(errors.0))?;
            let (program, groups) = (app.program(user.scope()).await?, answers.user_groups().await?);
            let names = item_names(&answers, screen.dashboard, &filter, &resolved).await?;
            let mut recorded = in_words(&program, &resolved, &groups, &names, Language::En);
            let mut about = About::new(program, title, &resolved, &groups, &names, language)
                .in_dress_of(app.logo()?, app.settings().accent_color);
            let compared = Compared::of(&screen, compared, &resolved);
            let compared = compared.map_err(|expected| ApiError::field("compared", format!("expected {expected}")))?;
            recorded.extend(compared.in_words(Language::En));
            about = about.with_chosen(compared.in_words(language));
            if let Some(poll) = screen.poll() {
                let name = poll_name(&answers, poll, &filter).await?;
                recorded.push((Language::En.texts().files.poll.to_owned(), name.clone()));
                about.filter.push((about.texts().poll.to_owned(), name));
            }
            (about, recorded, compared)
        };
        let about = Arc::new(about.by(&user.session().login, &app.clock.local().to_string()));
        let actor = Actor::of(&app, &user, request);
        let export = Export {
            making,
            place,
            app,
            user,
            actor,
            screen,
            extent,
            filter,
            compared,
            about,
            recorded,
            receipts: None,
        };
        // The calls, and writing what they answer.
        export.making.expect(export.open(request).iter().map(|open| open.parts.len()).sum::<usize>() + 1);
        export.with_noted(request).await
    }

    /// With what is noted at its days, as the user sees it.
    async fn with_noted(self, request: &HttpRequest) -> Result<Export, ApiError> {
        let parts: Vec<ScreenCall> = self.open(request).into_iter().flat_map(|dashboard| dashboard.parts).collect();
        let (app, permissions) = (web::Data::clone(&self.app), self.user.permissions().clone());
        let user_id = self.user.session().user_id;
        let noted = written(move || app.noted_for(user_id, &permissions)).await?;
        let about = Arc::new(About::clone(&self.about).with_noted(&noted, &parts));
        Ok(Export { about, ..self })
    }

    /// With the receipts of its figures on the cover.
    async fn with_receipts(self, request: &HttpRequest) -> Result<Export, ApiError> {
        let evidence = self.evidence(&self.open(request), request).await?;
        let about = Arc::new(About::clone(&self.about).with_receipts(&evidence));
        Ok(Export { about, receipts: receipts_in_words(&evidence), ..self })
    }

    /// Makes the calls, and writes their answers.
    async fn written(
        &self,
        parts: &[ScreenCall],
        write: impl FnOnce(Gathered, &About) -> Result<Vec<u8>, ExportError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let targets = self.app.targets()?;
        let making = &self.making;
        let answers = self.user.answers(&self.app);
        let gathered = gather(&answers, parts, &self.filter, &self.compared, &targets, &|| making.step()).await?;
        self.made(move |client, about| write(gathered.for_client(client), about)).await
    }

    /// Makes a file off the threads that serve requests.
    async fn made(
        &self,
        make: impl FnOnce(&Client, &About) -> Result<Vec<u8>, ExportError> + Send + 'static,
    ) -> Result<Vec<u8>, ApiError> {
        let about = Arc::clone(&self.about);
        let file = self.place.block(move |client| make(client, &about)).await?;
        self.making.step();
        Ok(file?)
    }

    /// The dashboards that the file has, with their parts. One that is not open to the user is left out.
    fn open(&self, request: &HttpRequest) -> Vec<OpenDashboard> {
        if self.extent != Extent::Everything {
            let parts = self.screen.parts(self.extent == Extent::Dashboard);
            let title = match self.extent {
                Extent::Dashboard => of_dashboard(self.screen.dashboard, self.about.language),
                _ => self.screen.title(self.about.language),
            };
            return vec![OpenDashboard { title, parts, user: Rc::clone(&self.user) }];
        }
        let of = |dashboard: &'static Dashboard| {
            let user = admitted_to(Class::Export, (dashboard.module, dashboard.has_members), request).ok()?;
            let parts = Screen::first_of(dashboard)?.parts(true);
            Some(OpenDashboard { title: of_dashboard(dashboard, self.about.language), parts, user })
        };
        // The modules have the order of the menu.
        let mut dashboards = DASHBOARDS.to_vec();
        dashboards.sort_by_key(|dashboard| Module::ALL.iter().position(|module| *module == dashboard.module));
        dashboards.into_iter().filter_map(of).collect()
    }

    /// Makes the calls of all dashboards.
    async fn chapters(&self, open: &[OpenDashboard]) -> Result<Vec<Chapter>, ApiError> {
        let (targets, making) = (self.app.targets()?, &self.making);
        let chapters = async || {
            let mut chapters = Vec::with_capacity(open.len());
            for OpenDashboard { title, parts, user } in open {
                let answers = user.answers(&self.app);
                let gathered =
                    gather(&answers, parts, &self.filter, &self.compared, &targets, &|| making.step()).await?;
                chapters.push(Chapter { title: title.clone(), gathered });
            }
            Ok::<_, ApiError>(chapters)
        };
        at_one_version(&self.user.answers(&self.app), chapters).await
    }

    /// A receipt of each figure of the cards, as the call for one answers it: to whoever may see the dashboard that declares
    /// the figure, because a receipt has more than the card.
    async fn evidence(&self, open: &[OpenDashboard], request: &HttpRequest) -> Result<Vec<Evidence>, ApiError> {
        let mut known: HashSet<String> = HashSet::new();
        let mut wanted: Vec<(Subject, Rc<SignedIn>)> = Vec::new();
        for OpenDashboard { parts, user, .. } in open {
            for id in parts.iter().flat_map(ScreenCall::figures).filter(|id| known.insert(id.clone())) {
                let Some(subject) = Subject::named(&id) else { continue };
                let user = match subject {
                    Subject::Figure(figure) | Subject::Part(figure, _) => {
                        let opened_by = (figure.dashboard.module, figure.dashboard.has_members);
                        admitted_to(Class::Export, opened_by, request).ok()
                    }
                    Subject::Score => Some(Rc::clone(user)),
                };
                wanted.extend(user.map(|user| (subject, user)));
            }
        }
        self.making.expect(wanted.len());
        let mut evidence = Vec::with_capacity(wanted.len());
        for (subject, user) in wanted {
            let receipt = signed_receipt(&self.app, &user, self.actor.by().at, subject, &self.filter).await?;
            let named = Evidence::of(subject, receipt, self.about.language);
            evidence.push(named.map_err(|error| ApiError::internal(&error))?);
            self.making.step();
        }
        Ok(evidence)
    }

    /// The file, once it is a line of the audit log.
    async fn answer(self, file: Vec<u8>, format: Format) -> Answer {
        let Export { app, actor, screen, extent, recorded: said, receipts, .. } = self;
        let filter: Vec<String> = said.iter().map(|(label, value)| format!("{label} {value}")).collect();
        let whole = match extent {
            Extent::Screen => "",
            Extent::Dashboard => ", whole dashboard",
            Extent::Everything => ", all dashboards",
        };
        let subject = format!("{} of {}{whole}", format.ending().to_uppercase(), screen.title(Language::En));
        let detail = format!("{}: {}", screen.path(), filter.join(", "));
        let detail: String = detail.chars().take(LONGEST_DETAIL).collect();
        let detail = [Some(detail), receipts].into_iter().flatten().collect::<Vec<_>>().join("; ");
        recorded(&app, actor, "exported", Some(subject), Some(detail)).await?;
        let disposition = format!("attachment; filename=\"bond-{}.{}\"", screen.file_stem(), format.ending());
        let mut answer = HttpResponse::Ok();
        answer.content_type(format.content_type()).insert_header((header::CONTENT_DISPOSITION, disposition));
        if matches!(format, Format::Xlsx | Format::Pdf | Format::Zip) {
            // They are compressed already.
            answer.insert_header(ContentEncoding::Identity);
        }
        Ok(answer.body(file))
    }
}

impl From<NotDone> for ApiError {
    fn from(not_done: NotDone) -> ApiError {
        match not_done {
            NotDone::Busy => ApiError::busy(5),
            NotDone::Failed(_) => ApiError::internal(&not_done),
        }
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> ApiError {
        match error {
            ExportError::Answer(error) => error.into(),
            error => ApiError::internal(&error),
        }
    }
}
