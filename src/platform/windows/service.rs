//! Bond as a service of Windows, which starts it with the machine and again when it fails.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use windows_service::service::{
    Service, ServiceAccess, ServiceAction, ServiceActionType, ServiceControl, ServiceControlAccept,
    ServiceErrorControl, ServiceExitCode, ServiceFailureActions, ServiceFailureResetPeriod, ServiceInfo,
    ServiceStartType, ServiceState, ServiceStatus, ServiceType,
};
use windows_service::service_control_handler::{self, ServiceControlHandlerResult, ServiceStatusHandle};
use windows_service::service_manager::{ServiceManager, ServiceManagerAccess};
use windows_service::{define_windows_service, service_dispatcher};

use super::security;

const NAME: &str = "Bond";

/// The account that Windows makes for the service, which has no password and no rights elsewhere.
const ACCOUNT: &str = r"NT SERVICE\Bond";

/// The number of that account: S-1-5-80 and the SHA-1 of the service's name in capitals, which `sc showsid Bond` prints.
const ACCOUNT_SID: &str = "S-1-5-80-479362358-3456366494-3187130450-595847816-1815091131";

/// How long a server may take to stop: running requests and a load that has begun to publish end first.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a service does.
pub enum State {
    Missing,
    Stopped,
    Changing,
    Running(u32),
}

/// The usual folder of the service.
pub fn folder() -> Result<PathBuf, String> {
    named("ProgramData").map(|path| path.join("Bond"))
}

fn named(variable: &str) -> Result<PathBuf, String> {
    let path = env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    path.ok_or_else(|| format!("the environment has no {variable}"))
}

/// Makes a folder that only administrators and the service open.
pub fn make_private(folder: &Path) -> io::Result<()> {
    security::make_folder_for(folder, ACCOUNT_SID)
}

/// What Windows says of an error, and what to do about the most frequent one.
fn said(error: windows_service::Error) -> String {
    const DENIED: i32 = 5;
    match error {
        windows_service::Error::Winapi(error) if error.raw_os_error() == Some(DENIED) => {
            format!("{error} Open the terminal as administrator, and run it again")
        }
        windows_service::Error::Winapi(error) => error.to_string(),
        error => error.to_string(),
    }
}

/// The service, if there is one.
fn find(access: ServiceAccess, of_manager: ServiceManagerAccess) -> Result<(ServiceManager, Option<Service>), String> {
    const MISSING: i32 = 1060;
    let manager = ServiceManager::local_computer(None::<&str>, of_manager).map_err(said)?;
    match manager.open_service(NAME, access) {
        Ok(service) => Ok((manager, Some(service))),
        Err(windows_service::Error::Winapi(error)) if error.raw_os_error() == Some(MISSING) => Ok((manager, None)),
        Err(error) => Err(said(error)),
    }
}

/// Stops a service and waits for its end.
fn stop(service: &Service) -> Result<(), String> {
    let state = || service.query_status().map(|status| status.current_state).map_err(said);
    let limit = Instant::now() + PATIENCE * 2;
    while state()? != ServiceState::Stopped {
        // Refused while it starts or stops.
        let _ = service.stop();
        if Instant::now() > limit {
            return Err("the service does not stop".to_owned());
        }
        thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Copies the program to where all users may run it and none may change it, installs the service and starts it. One that
/// is installed gets the new program.
pub fn install(program: &Path, arguments: Vec<OsString>) -> Result<(), String> {
    const INVALID_LEVEL: i32 = 124;
    let access = ServiceManagerAccess::CONNECT | ServiceManagerAccess::CREATE_SERVICE;
    let (manager, found) = find(ServiceAccess::ALL_ACCESS, access)?;
    if let Some(service) = &found {
        stop(service)?;
    }
    let own = named("ProgramFiles")?.join("Bond").join("bond.exe");
    if program != own {
        let copied = fs::create_dir_all(own.parent().unwrap_or(&own)).and_then(|()| fs::copy(program, &own));
        copied.map_err(|error| format!("cannot copy the program to {}: {error}", own.display()))?;
    }
    let info = ServiceInfo {
        name: NAME.into(),
        display_name: "Bond".into(),
        service_type: ServiceType::OWN_PROCESS,
        start_type: ServiceStartType::AutoStart,
        error_control: ServiceErrorControl::Normal,
        executable_path: own,
        launch_arguments: arguments,
        dependencies: Vec::new(),
        account_name: Some(ACCOUNT.into()),
        account_password: None,
    };
    let service = match found {
        Some(service) => service.change_config(&info).map(|()| service),
        None => manager.create_service(&info, ServiceAccess::ALL_ACCESS),
    };
    let service = service.map_err(said)?;
    let again =
        |seconds| ServiceAction { action_type: ServiceActionType::Restart, delay: Duration::from_secs(seconds) };
    let failures = ServiceFailureActions {
        reset_period: ServiceFailureResetPeriod::After(Duration::from_secs(24 * 60 * 60)),
        reboot_msg: None,
        command: None,
        actions: Some(vec![again(5), again(30), again(60)]),
    };
    for set in [
        service.set_description("Member-engagement analytics: serves the dashboards."),
        service.update_failure_actions(failures),
        service.set_failure_actions_on_non_crash_failures(true),
        service.set_preshutdown_timeout(PATIENCE),
    ] {
        match set {
            // Wine does not have all of them.
            Err(windows_service::Error::Winapi(error)) if error.raw_os_error() == Some(INVALID_LEVEL) => {}
            set => set.map_err(said)?,
        }
    }
    service.start::<OsString>(&[]).map_err(said)
}

/// Stops the service and removes it.
pub fn uninstall() -> Result<(), String> {
    let (_, found) = find(ServiceAccess::ALL_ACCESS, ServiceManagerAccess::CONNECT)?;
    let service = found.ok_or("the service is not installed")?;
    stop(&service)?;
    service.delete().map_err(said)
}

/// What the service does.
pub fn state() -> Result<State, String> {
    let (_, found) = find(ServiceAccess::QUERY_STATUS, ServiceManagerAccess::CONNECT)?;
    let Some(service) = found else { return Ok(State::Missing) };
    let status = service.query_status().map_err(said)?;
    Ok(match status.current_state {
        ServiceState::Stopped => State::Stopped,
        ServiceState::Running => State::Running(status.process_id.unwrap_or_default()),
        _ => State::Changing,
    })
}

/// Serves, and returns whether that went well.
type Serve = Box<dyn FnOnce() -> bool + Send>;

/// What the service is to do: Windows calls a function that is given nothing.
static SERVE: Mutex<Option<Serve>> = Mutex::new(None);

/// Each time that Windows wants the service to stop.
static STOP: Notify = Notify::const_new();

/// Waits until Windows wants the service to stop; also where it did before.
pub async fn told_to_stop() {
    STOP.notified().await;
}

/// Runs the service in a process that Windows has started, until it stops.
pub fn run(serve: Serve) -> Result<(), String> {
    *SERVE.lock().unwrap_or_else(PoisonError::into_inner) = Some(serve);
    service_dispatcher::start(NAME, service_main)
        .map_err(|error| format!("Windows starts the service, not a person: net start {NAME} ({})", said(error)))
}

define_windows_service!(service_main, run_service);

fn run_service(_: Vec<OsString>) {
    let Some(serve) = SERVE.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    // The handler says that it stops as soon as it is told to, and so needs the handle that it is made for.
    static HANDLE: Mutex<Option<ServiceStatusHandle>> = Mutex::new(None);
    let handler = |control| match control {
        ServiceControl::Stop | ServiceControl::Preshutdown => {
            if let Some(handle) = *HANDLE.lock().unwrap_or_else(PoisonError::into_inner) {
                say(handle, ServiceState::StopPending, 0);
            }
            STOP.notify_one();
            ServiceControlHandlerResult::NoError
        }
        ServiceControl::Interrogate => ServiceControlHandlerResult::NoError,
        _ => ServiceControlHandlerResult::NotImplemented,
    };
    let Ok(handle) = service_control_handler::register(NAME, handler) else { return };
    *HANDLE.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle);
    // A migration may take longer than Windows waits for a service that starts.
    say(handle, ServiceState::Running, 0);
    let is_well = serve();
    say(handle, ServiceState::Stopped, u32::from(!is_well));
}

/// Tells Windows what the service does. An exit code other than 0 has it start the service again.
fn say(handle: ServiceStatusHandle, state: ServiceState, code: u32) {
    let controls = match state {
        ServiceState::Running => ServiceControlAccept::STOP | ServiceControlAccept::PRESHUTDOWN,
        _ => ServiceControlAccept::empty(),
    };
    // Nobody can be told that it cannot be told.
    let _ = handle.set_service_status(ServiceStatus {
        service_type: ServiceType::OWN_PROCESS,
        current_state: state,
        controls_accepted: controls,
        exit_code: if code == 0 { ServiceExitCode::NO_ERROR } else { ServiceExitCode::ServiceSpecific(code) },
        checkpoint: 0,
        wait_hint: if state == ServiceState::StopPending { PATIENCE } else { Duration::ZERO },
        process_id: None,
    });
}
