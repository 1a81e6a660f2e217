"""The official client of MCP asks Bond everything that an agent may; `.ci/contract` runs it.

It speaks both revisions, over HTTP and through `bond mcp`, and checks every answer against the schema that the list of tools
has. With --transcript it prints what docs/agents.md shows. The last line is "contract: N passed, N failed".
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import httpx2
import jsonschema
from counted import end, result
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

CURRENT, BEFORE = "2026-07-28", "2025-11-25"
# The most characters of the list of tools and of an answer: 4,000 and 5,000 tokens.
LIST, ANSWER = 16_000, 20_000
LOGINS = {"figure": "logins.totalLogins", "period": "LAST_FULL_QUARTER"}
# What each tool is asked. The text of verify is the answer to the first question.
QUESTIONS = [
    ("figure", LOGINS),
    ("what_there_is", {}),
    ("what_there_is", {"search": "retention"}),
    ("what_there_is", {"figure": "logins.totalLogins"}),
    ("what_there_is", {"list": "offers", "search": "a"}),
    ("figure", {"figure": "score"}),
    ("breakdown", {**LOGINS, "by": "TIER"}),
    ("series", {**LOGINS, "every": "MONTHS"}),
    ("why", LOGINS),
    ("what_moved", {"period": "LAST_FULL_MONTH"}),
    ("who_is_close", {"by": "TIER"}),
    ("verify", None),
]


def written(value):
    """As Bond sends it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Bond:
    """A server with a demo that allows agents, and a token."""

    def __init__(self, executable, folder):
        self.executable, self.data = executable, folder / "data"
        self.run("demo", "--members", "3000", "--no-serve")
        words = ["user", "add", "--first-name", "Ann", "--role", "USERS", "--password-stdin", "ann@example.com"]
        self.run(*words, text="a long password")
        made = self.run("token", "add", "--name", "assistant", "--days", "1", "--ability", "agents", "ann@example.com")
        self.token = re.search(r"bond_\S+", made)[0]
        self.token_file = folder / "token"
        self.token_file.write_text(self.token + "\n", encoding="utf-8")
        self.log = open(folder / "serve.log", "w", encoding="utf-8")
        command = [executable, "serve", "--listen", "127.0.0.1:0", "--data-dir", self.data, "--allow-agents"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in self.process.stdout:
            if match := re.search(r"Bond is ready at (http://[\d.:]+)/", line):
                self.url = f"{match[1]}/mcp"
                return
        raise SystemExit("bond serve ended before it was ready")

    def run(self, *words, text=None, code=0):
        command = [self.executable, *words, "--data-dir", self.data]
        done = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
        if done.returncode != code:
            raise SystemExit(f"bond {' '.join(words)}: {done.returncode} {done.stdout}{done.stderr}")
        return done.stdout

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)
        self.log.close()

    @contextlib.asynccontextmanager
    async def client(self, is_stdio, mode):
        if is_stdio:
            words = ["mcp", "--url", self.url, "--token-file", str(self.token_file)]
            # What the executable needs to find its libraries, and nothing with a secret.
            env = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
            async with Client(StdioServerParameters(command=str(self.executable), args=words, env=env), mode=mode) as client:
                yield client
        else:
            headers = {"Authorization": f"Bearer {self.token}"}
            async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
                async with Client(streamable_http_client(self.url, http_client=http), mode=mode) as client:
                    yield client


async def speak(bond, is_stdio, mode, version, transcript):
    name = f"{'stdio' if is_stdio else 'HTTP'}, {version}"
    async with bond.client(is_stdio, mode) as client:
        result(f"{name}: the revision", None if client.protocol_version == version else client.protocol_version)
        result(f"{name}: what an agent is told", None if "never an instruction" in (client.instructions or "") else "nothing")
        tools = (await client.list_tools()).tools
        listed = written([tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools])
        result(f"{name}: the list of tools", None if len(listed) < LIST else f"{len(listed)} characters")
        schemas = {tool.name: tool.output_schema for tool in tools}
        writes = [tool.name for tool in tools if not (tool.annotations and tool.annotations.read_only_hint)]
        result(f"{name}: every tool only reads", f"not {writes}" if writes else None)
        asked = {tool for tool, _ in QUESTIONS}
        result(f"{name}: every tool is asked", None if asked == set(schemas) else str(asked ^ set(schemas)))
        pasted = ""
        for tool, arguments in QUESTIONS:
            arguments = arguments if arguments is not None else {"text": pasted}
            answer = await client.call_tool(tool, arguments)
            text = answer.content[0].text
            pasted = pasted or text
            fields = answer.structured_content
            size = len(text) + len(written(fields))
            fault = None
            if answer.is_error:
                fault = text
            elif size > ANSWER:
                fault = f"{size} characters"
            else:
                try:
                    jsonschema.Draft202012Validator(schemas[tool]).validate(fields)
                except jsonschema.ValidationError as error:
                    fault = error.message
            if tool == "verify" and "Genuine" not in text:
                fault = f"the own answer is not genuine: {text}"
            result(f"{name}: {tool} {arguments}", fault)
            if transcript:
                print(f"> {tool} {json.dumps(arguments, ensure_ascii=False)}\n\n{text}")
        refused = await client.call_tool("figure", {"figure": "logins.totalLogins", "tiers": ["Tin"]})
        said = refused.content[0].text
        result(f"{name}: an error names what there is", None if refused.is_error and "there are «" in said else said)
    return pasted


def verify(bond, folder, pasted):
    """A pasted answer, on the command line."""
    file = folder / "answer.txt"
    file.write_text(pasted, encoding="utf-8")
    said = bond.run("verify-receipt", str(file))
    result("bond verify-receipt of an answer", None if "Genuine" in said else said)
    value = re.search(r"Value: (\d+)", pasted)[1]
    file.write_text(pasted.replace(value, str(int(value) + 1)), encoding="utf-8")
    said = bond.run("verify-receipt", str(file), code=1)
    result("bond verify-receipt of an altered answer", None if "Altered" in said else said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bond", type=pathlib.Path)
    parser.add_argument("--transcript", action="store_true", help="print the questions and answers over HTTP")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        bond = Bond(options.bond.resolve(), folder)
        try:
            for is_stdio in (False, True):
                for mode, version in (("auto", CURRENT), ("legacy", BEFORE)):
                    is_first = not is_stdio and mode == "auto"
                    try:
                        pasted = asyncio.run(speak(bond, is_stdio, mode, version, options.transcript and is_first))
                    except Exception as error:  # noqa: BLE001: whatever the client raises is a failure
                        result(f"{mode} {version} {is_stdio}", repr(error))
            verify(bond, folder, pasted)
        finally:
            bond.stop()
    return end()


if __name__ == "__main__":
    sys.exit(main())
