"""Checks the server against its own OpenAPI document; `.ci/contract` runs it.

Starts `bond serve` with a small demo, and checks that
  - the document is valid OpenAPI (openapi-spec-validator),
  - every answer matches its schema and none is a server error (schemathesis, one scenario per operation),
  - a client generated from the document can make every call (openapi-python-client).

Prints one line per failure and last "contract: N passed, N failed".
"""

import argparse
import base64
import datetime
import functools
import http.cookies
import importlib
import io
import json
import os
import pathlib
import pkgutil
import re
import signal
import subprocess
import sys
import tempfile
import typing
import urllib.request

from counted import end, result

LOGIN = "contract@example.com"
PASSWORD = "a long password"
# A saved mapping.
MAPPING = "ledger"
ROLE = "clerk"
# The name of no backup that is there.
BACKUP = "bond-20260315T013000Z-v7.tar.zst"
MAPPING_FILE = pathlib.Path(__file__).parent.parent / "data/mappings/ledger/mapping.toml"

# Ends its session, so it is tested separately.
LOGOUT = "/api/auth/logout"
# The kinds of answers that the generator reads; it takes any other as a file.
READ_BY_CLIENT = ("application/json", "application/problem+json", "application/octet-stream", "text/html", "text/plain")
# The calls of accounts end sessions, and wrong passwords block a login, so they are tested last and by a user of their own.
ACCOUNTS = r"^/api/(v1/account|v1/admin/(users|tokens)|auth/(setup|password-link))"
# positive_data_acceptance is missing: a filter may match its schema and still be refused, with an end before the start.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "ignored_auth",
    "unsupported_method",
]


class Bond:
    """A server with a demo, on a free port."""

    def __init__(self, executable, folder):
        self.executable = executable
        self.data = folder / "data"
        self.users = 0
        self.run("demo", "--members", "3000", "--no-serve")
        words = ["user", "add", "--first-name", "Ann", "--role", "ROLE_ADMIN", "--password-stdin", LOGIN]
        self.run(*words, text=PASSWORD)
        self.log = open(folder / "serve.log", "w", encoding="utf-8")
        reports = folder / "reports"
        reports.mkdir()
        command = [executable, "serve", "--listen", "127.0.0.1:0", "--data-dir", self.data, "--reports-dir", reports, "--allow-links"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if match := re.search(r"Bond is ready at (http://[\d.:]+)/", line):
                self.url = match[1]
                return
        raise SystemExit("bond serve ended before it was ready")

    def run(self, *words, text=None):
        command = [self.executable, *words, "--data-dir", self.data]
        done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"bond {' '.join(words)}: {done.stderr}")

    def call(self, path, body=None, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as answer:
            self.cookies = http.cookies.SimpleCookie("; ".join(answer.headers.get_all("Set-Cookie") or []))
            return json.load(answer)

    def new_user(self, name):
        """Adds an administrator and returns its login."""
        self.users += 1
        login = f"{name}{self.users}@example.com"
        words = ["user", "add", "--first-name", "Bob", "--role", "ROLE_ADMIN", "--password-stdin", login]
        self.run(*words, text=PASSWORD)
        return login

    def sign_in(self, login=LOGIN):
        """Starts a session. Returns its token and its CSRF value."""
        body = {"grant_type": "password", "username": login, "password": PASSWORD}
        token = self.call("/api/auth/login", body)["token"]
        return token, self.cookies["XSRF-TOKEN"].value

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        self.log.close()
        return code


def validate(document):
    from openapi_spec_validator import OpenAPIV31SpecValidator

    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    result("openapi-spec-validator", "; ".join(error.message[:200] for error in errors[:5]) if errors else None)


def fuzz(bond, document, folder, examples, phases="examples,fuzzing"):
    """One result per operation, from schemathesis's own report."""
    data = folder / "openapi.json"
    data.write_text(json.dumps(document), encoding="utf-8")
    runs = [
        ("all", ["--exclude-path", LOGOUT, "--exclude-path-regex", ACCOUNTS]),
        ("logout", ["--include-path", LOGOUT]),
        ("accounts", ["--include-path-regex", ACCOUNTS]),
    ]
    operations = {
        f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods
    }
    tested, faults, cases = set(), {}, 0
    for name, selection in runs:
        report = folder / f"{name}.ndjson"
        command = [
            pathlib.Path(sys.executable).parent / "schemathesis", "run", data, "--url", bond.url,
            "--header", f"Authorization: Bearer {bond.sign_in(bond.new_user('fuzz'))[0]}", *selection,
            "--checks", ",".join(CHECKS), "--phases", phases, "--max-examples", str(examples),
            "--seed", "1", "--generation-deterministic", "--continue-on-failure",
            "--suppress-health-check", "all", "--workers", "2", "--no-color", "--warnings", "off",
            "--report", "ndjson", "--report-ndjson-path", report,
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
        (folder / f"{name}.log").write_text(done.stdout + done.stderr, encoding="utf-8")
        if done.returncode not in (0, 1):
            raise SystemExit(f"schemathesis could not run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        for label, seen, wrong in read(report):
            tested.add(label)
            cases += seen
            faults.setdefault(label, []).extend(wrong)
    for operation in sorted(operations):
        wrong = faults.get(operation, [])
        if operation not in tested:
            wrong = ["was not tested"]
        result(operation, "; ".join(sorted(set(wrong))[:3]) if wrong else None)
    print(f"contract: schemathesis made {cases} calls of {len(operations)} operations", flush=True)


def read(report):
    """For each scenario of a report: its operation, the number of calls and their failures."""
    for line in report.read_text(encoding="utf-8").splitlines():
        event = json.loads(line).get("ScenarioFinished")
        if event is None or not event["recorder"]["label"]:
            continue
        recorder = event["recorder"]
        wrong = [
            f"{check['failure_info']['failure']['title']}: {check['failure_info']['failure']['message'][:300]}"
            for checks in recorder.get("checks", {}).values()
            for check in checks
            if check["status"] == "failure"
        ]
        yield recorder["label"], len(recorder.get("interactions", {})), wrong


def generate(bond, document, folder, strict):
    """Generates a client, compiles it, and makes every call with it."""
    source = folder / "openapi-json.json"
    document = for_client(document)
    source.write_text(json.dumps(document), encoding="utf-8")
    settings = folder / "client.json"
    settings.write_text(json.dumps({"package_name_override": "bond_client", "post_hooks": []}), encoding="utf-8")
    tool = pathlib.Path(sys.executable).parent
    command = [tool / "openapi-python-client", "generate", "--path", source, "--config", settings, "--meta", "none"]
    target = folder / "client" / "bond_client"
    target.parent.mkdir()
    done = subprocess.run(
        [*command, "--output-path", target, "--fail-on-warning"], capture_output=True, text=True, check=False
    )
    result("the client is generated", None if done.returncode == 0 else (done.stdout + done.stderr)[-2000:])
    done = subprocess.run([sys.executable, "-m", "compileall", "-q", target], capture_output=True, text=True, check=False)
    result("the client compiles", None if done.returncode == 0 else done.stdout[-2000:])
    if strict:
        command = [sys.executable, "-m", "mypy", "--ignore-missing-imports", target]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=target.parent)
        result("the client's types agree", None if done.returncode == 0 else done.stdout[-2000:])

    sys.path.insert(0, str(target.parent))
    import bond_client

    login = bond.new_user("client")
    token, csrf = bond.sign_in(login)

    def client_for(operation):
        # Signing in with the token of a session would end that session.
        if "security" not in operation:
            return bond_client.Client(base_url=bond.url)
        csrf_arguments = {"cookies": {"XSRF-TOKEN": csrf}, "headers": {"X-XSRF-TOKEN": csrf}}
        return bond_client.AuthenticatedClient(base_url=bond.url, token=token, **csrf_arguments)

    poll = bond.call("/api/v1/content/dashboard/polls/breakdown/info", {"period": "PREVIOUS_YEAR"}, token)
    polls = [row["id"] for row in poll["pollList"]] or [1]
    for path, methods in document["paths"].items():
        for operation in methods.values():
            if path == LOGOUT or path == "/api/openapi.json":
                continue
            name = operation["operationId"]
            try:
                # Of the loads there is at least the undo that was asked for before.
                number = 1 if path.startswith("/api/v1/admin/loads") else polls[0]
                if path.startswith("/api/v1/admin/users/{id}"):
                    found = bond.call(f"/api/v1/admin/users?search={bond.new_user('other')}", token=token)
                    number = found["users"][0]["id"]
                bond.run("mapping", "add", "--replace", MAPPING, MAPPING_FILE)
                bond.run("role", "set", ROLE, "--read", "MEMBERS")
                answer_of(document, client_for(operation), name, operation, number)
                result(name)
            except Exception as error:  # noqa: BLE001: whatever the client raises is a failure of the contract
                result(f"the client's {name}", f"{type(error).__name__}: {str(error)[:300]}")


def for_client(document):
    """The document as the generator can read it: bodies of one content type, and files as bytes without a type."""
    document = json.loads(json.dumps(document))
    # What a message of MCP has says its method: `.ci/agents.py` has a client of that.
    del document["paths"]["/mcp"]
    for methods in document["paths"].values():
        for operation in methods.values():
            operation.get("requestBody", {}).get("content", {}).pop("application/x-www-form-urlencoded", None)
            for answer in operation["responses"].values():
                for kind in [kind for kind in answer.get("content", {}) if kind not in READ_BY_CLIENT]:
                    answer["content"]["application/octet-stream"] = answer["content"].pop(kind)
    return document


def example_of(document, schema):
    """The least that a schema takes."""
    if "$ref" in schema:
        schema = functools.reduce(lambda at, key: at[key], schema["$ref"][2:].split("/"), document)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: example_of(document, schema["properties"][name]) for name in schema.get("required", [])}
    return {"string": "text", "integer": 1, "number": 1, "boolean": True, "array": []}[schema["type"]]


def body_of(document, module, name, content):
    """The body of a call: an example, the least that it takes, or a form with a file."""
    from bond_client import models, types

    if "application/json" in content:
        body_type = getattr(models, content["application/json"]["schema"]["$ref"].rsplit("/", 1)[-1])
        return body_type.from_dict(EXAMPLES.get(name) or example_of(document, content["application/json"]["schema"]))
    hints = typing.get_type_hints(module.sync_detailed)["body"]
    form = next(one for one in (typing.get_args(hints) or [hints]) if hasattr(one, "to_multipart"))
    file = types.File(payload=io.BytesIO(b"id,name\n1,Coffee\n"), file_name="partners.csv", mime_type="text/csv")
    if name == "post_admin_logo":
        file = types.File(payload=io.BytesIO(base64.b64decode(PICTURE)), file_name="logo.png", mime_type="image/png")
    return form(files=[file])


def answer_of(document, client, name, operation, number):
    """Makes one call with the generated client and checks that it read the whole answer into its type."""
    module = importlib.import_module(modules()[name.replace("_", "").lower()])
    given = {}
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "query":
            continue
        name_of = parameter["name"]
        given[{"type": "type_"}.get(name_of, name_of)] = (
            {"id": number, "name": MAPPING, "role": ROLE, "file": BACKUP, "day": DAY, "draft": "0" * 16, "key": "1"}.get(name_of) or parameter["schema"]["enum"][0]
        )
    if "requestBody" in operation:
        given["body"] = body_of(document, module, name, operation["requestBody"]["content"])
    with client:
        answer = module.sync_detailed(client=client, **given)
    # There are users, loads and polls, and nothing else with an id.
    missing = "_id" in name and not re.search("^get_|_(users|loads|polls)_", name)
    usual = 404 if missing else next(int(status) for status in operation["responses"] if status[0] in "23")
    expected = REFUSED.get(name, usual)
    assert answer.status_code == expected, f"status {answer.status_code}: {answer.content[:200]!r}"
    assert answer.parsed is not None or expected in (204, 303), "the answer was not read"
    if hasattr(answer.parsed, "to_dict"):
        sent = json.loads(answer.content)
        read_back = answer.parsed.to_dict()
        assert read_back == sent, f"the answer was read as something else: {str(read_back)[:100]} for {str(sent)[:100]}"


@functools.cache
def modules():
    """The modules of the client by operation id without underscores, because the generator changes the spelling."""
    import bond_client.api.default as calls

    names = (module.name for module in pkgutil.iter_modules(calls.__path__))
    return {name.replace("_", ""): f"{calls.__name__}.{name}" for name in names}


# A day of which nothing was issued, and one by which a plan can be done.
DAY = datetime.date(2000, 1, 1)
ENDS = datetime.date.today() + datetime.timedelta(days=90)
PARTS = (
    ("enrolled2Eligible", 0, 60), ("clientsRetentionRate", 0, 70), ("programActiveRate", 0, 40),
    ("returnRate", 75, 97), ("redemptionRate", 0, 50), ("engagementRate", 0, 30),
    ("faActivityLevel", 0, 100), ("csat", 40, 90), ("averageTenure", 0, 24),
)  # fmt: skip
METHOD = {
    "parts": [{"part": part, "floor": low, "target": high, "weight": 10, "least": 1} for part, low, high in PARTS],
    "leastCoverage": 70,
}

LINK = {
    "name": "Logins", "route": "user-dashboard/logins-breakdown", "screen": "api/v1/dashboard/users/logins",
    "filters": "{}", "days": 1, "calls": [{"path": "api/v1/dashboard/users/logins/breakdowns"}],
}  # fmt: skip
REPORT = {"name": "Logins", "screen": "api/v1/dashboard/users/logins", "filters": "{}", "every": "day", "folder": "board"}

ALERT = {"name": "Logins", "metric": "logins.totalLogins", "rule": "below", "amount": 10, "folder": "board"}

SCREEN = {"screen": "api/v1/program/monitor/info"}

EXAMPLES = {
    "post_planner_plans": {"name": "Spring", "ends": ENDS.isoformat(), "target": 90},
    "put_insights_notes": {"key": "unusual logins.totalLogins 2026-03-14", "dismissed": True},
    "post_views": {"name": "Gold", "screen": "user-dashboard", "filters": "{}", "shared": True},
    "put_views_id": {"name": "Gold", "screen": "user-dashboard"},
    "post_annotations": {"starts": "2026-02-12", "text": "A sale", "metric": "logins.totalLogins", "shared": True},
    "post_targets": {"metric": "logins.totalLogins", "grain": "MONTH", "starts": "2026-02", "value": 900, "note": "Plan"},
    "put_targets_id": {"metric": "score", "grain": "YEAR", "starts": "2026", "value": 75, "repeats": True},
    **{f"post_export_{kind}": SCREEN for kind in ("xlsx", "pdf", "zip", "csv")},
    "post_export_dossier": {**SCREEN, "extent": "screen"},
    "post_reports": REPORT,
    "put_reports_id": REPORT,
    "post_links": LINK,
    "post_account_tables": {"name": "Excel", "title": "Cards", "screen": "api/v1/dashboard/users/userDashboardInfo", "filters": "{}", "days": 30},
    "post_receipts_check": {"text": "R-0123456789abcdef"},
    "post_shared_open": {"secret": "none"},
    "post_shared_answer": {"call": 0},
    "post_alerts": ALERT,
    "put_alerts_id": ALERT,
    "put_admin_score_method_draft": {"revision": 999, "numbers": METHOD},
    "post_admin_score_method_effect": METHOD,
    "post_admin_score_method_publish": {"revision": 999, "name": "next", "reason": "A test", "password": PASSWORD},
    "post_admin_score_method_approve": {"revision": 999, "password": PASSWORD},
    "post_auth_login": {"grant_type": "password", "username": LOGIN, "password": PASSWORD},
    "post_auth_sso": {"aa": "no", "bb": "such", "cc": "link"},
    "post_auth_oidc_session": {"code": "no such code", "state": "s"},
    "post_auth_oidc_back_channel_logout": {"logout_token": "no.such.token"},
    "post_admin_loads_demo": {"members": 100},
    "put_admin_mappings_name": {"text": MAPPING_FILE.read_text(encoding="utf-8")},
    "post_admin_members_show": {"id": "M0000001", "password": PASSWORD},
    "post_admin_members_show_file": {"id": "M0000001", "password": PASSWORD},
    "post_admin_machines": {"login": "robot", "name": "Loads", "roles": ["USERS"], "password": PASSWORD},
    "post_admin_machines_id_tokens": {"name": "client", "days": 1},
    "post_admin_members_erase": {"ids": ["nobody"], "password": PASSWORD},
    "post_admin_loads_undo": {"password": PASSWORD},
    "post_admin_users_id_remove": {"password": PASSWORD},
    "post_admin_webhook_secret_show": {"password": PASSWORD},
    "post_admin_webhook_secret": {"password": PASSWORD},
    "post_links_id_remove": {"password": PASSWORD},
    "put_admin_settings": {"settings": {"program_name": "Contract"}},
    "post_admin_roles": {
        "name": "reader",
        "permissions": [{"module": {"code": "MEMBERS"}, "editable": False}],
        "password": PASSWORD,
    },
    "put_admin_roles_role": {
        "permissions": [{"module": {"code": "OFFERS"}, "editable": False}],
        "groups": [{"type": "TIER", "ids": [1]}],
        "password": PASSWORD,
    },
    "post_admin_roles_role_remove": {"password": PASSWORD},
    "post_auth_setup": {"token": "none", "login": "x", "firstName": "X", "password": PASSWORD},
    "post_auth_new_password": {"password": PASSWORD, "login": LOGIN},
    "post_auth_forgotten_password": {"login": LOGIN},
    "post_auth_second_factor": {"code": "000000"},
    "post_auth_second_factor_confirm": {"ticket": "none", "code": "000000"},
    "post_account_second_factor": {"password": PASSWORD},
    "post_account_second_factor_confirm": {"ticket": "none", "code": "000000"},
    "post_account_second_factor_codes": {"password": PASSWORD, "code": "000000"},
    "post_account_second_factor_off": {"password": PASSWORD, "code": "000000"},
    "post_admin_users_id_reset_second_factor": {"password": PASSWORD},
    "post_auth_password_link_check": {"secret": "none"},
    "post_auth_password_link": {"secret": "none", "password": PASSWORD},
    "put_account": {"firstName": "Bob"},
    "post_account_password": {"present": PASSWORD, "password": PASSWORD},
    "post_account_tokens": {"name": "client", "days": 1},
    "put_account_preferences": {"theme": "dark"},
    "post_admin_mail_try": {"to": "ann@example.com"},
    "post_admin_users": {"login": "new@example.com", "firstName": "New", "roles": ["USERS"], "password": PASSWORD},
    "put_admin_users_id": {"login": "renamed@example.com", "firstName": "New", "password": PASSWORD},
    "put_admin_users_id_roles": {"roles": ["USERS"], "password": PASSWORD},
    "post_admin_users_id_password_link": {"password": PASSWORD},
}
# A PNG of one pixel.
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCA05RTSgAAAABJRU5ErkJggg=="
# Data are loaded, so there is no place for others; there are users; nobody has that backup, password link or draft, and
# nothing was issued of that day.
REFUSED = {
    # Neither the secret of an address nor a bearer.
    "get_table_key_table_csv": 401,
    "get_table_key_table_json": 401,
    # Nobody has chosen a logo.
    "get_logo_png": 204,
    "post_admin_loads_sample": 409,
    "post_admin_loads_demo": 409,
    # No mail server is set up.
    "post_admin_mail_try": 400,
    # Nobody has that number.
    "post_admin_machines_id_tokens": 404,
    "post_auth_setup": 409,
    # Nobody owes a second step, has a second factor or gets mail.
    "post_auth_forgotten_password": 404,
    "post_auth_second_factor": 401,
    "post_auth_second_factor_set_up": 401,
    "post_auth_second_factor_confirm": 401,
    "post_account_second_factor_confirm": 409,
    "post_account_second_factor_codes": 409,
    "post_account_second_factor_off": 409,
    "post_admin_users_id_reset_second_factor": 409,
    # Nobody has such a link, and the settings name no system to ask and no place for backups.
    "post_auth_opened": 404,
    "post_admin_pulls_name_run": 404,
    "post_admin_pulls_name_try": 404,
    "post_admin_backups_places_name": 404,
    "put_admin_notices_condition_dismissed": 404,
    "post_admin_loads_drafts_draft_files": 404,
    "post_admin_loads_drafts_draft_look": 404,
    "post_admin_loads_drafts_draft_load": 404,
    "delete_admin_loads_drafts_draft": 404,
    "post_auth_oidc_session": 404,
    "post_auth_oidc_back_channel_logout": 404,
    "post_auth_password_link_check": 404,
    "post_auth_password_link": 404,
    "post_admin_backups_file_verify": 404,
    "get_issued_score_day": 404,
    "get_issued_metric_day": 404,
    "post_shared_open": 404,
    "post_shared_answer": 401,
    "put_admin_score_method_draft": 409,
    "delete_admin_score_method_draft": 404,
    "post_admin_score_method_publish": 409,
    "post_admin_score_method_approve": 409,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bond", type=pathlib.Path)
    parser.add_argument("--full", action="store_true", help="more examples, and the client's types")
    parser.add_argument("--keep", type=pathlib.Path, help="write all files to this folder and keep them")
    options = parser.parse_args()
    os.environ["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        bond = Bond(options.bond.resolve(), folder)
        try:
            document = bond.call("/api/openapi.json", token=bond.sign_in()[0])
            validate(document)
            fuzz(bond, document, folder, *((50, "examples,coverage,fuzzing") if options.full else (3,)))
            generate(bond, document, folder, strict=options.full)
        finally:
            code = bond.stop()
        result("the server stops cleanly", None if code == 0 else f"exit code {code}")
    return end()


if __name__ == "__main__":
    sys.exit(main())
