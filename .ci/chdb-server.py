#!/usr/bin/env python3
"""The present ClickHouse as a server for tests: answers the HTTP calls that Bond makes with the engine of chdb.

    .ci/chdb-server.py FOLDER PASSWORD DATABASE

keeps its data in FOLDER, makes the database, and prints the port that it listens on.
"""

import re
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from chdb.session import Session

ENGINE = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.body()
        parameters = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if self.headers.get("X-ClickHouse-Key", "") != self.server.password:
            return self.answer(403, b"Code: 516. DB::Exception: Authentication failed: password is incorrect")
        try:
            with ENGINE:
                self.answer(200, self.run(parameters, body))
        except Exception as error:  # The engine raises RuntimeError with its own text.
            self.answer(500, str(error).encode())

    def run(self, parameters: dict, body: bytes) -> bytes:
        session = self.server.session
        session.query(f"use {parameters['database']}")
        if "query" not in parameters:
            sql = body.decode()
            wanted = re.search(r"\s+format\s+(\w+)\s*$", sql)
            if wanted is None:
                session.query(sql)
                return b""
            return session.query(sql[: wanted.start()], wanted[1]).bytes() or b""
        table, columns = re.fullmatch(r"insert into (\w+) \((.*)\) format RowBinary", parameters["query"]).groups()
        kinds = dict(line.split("\t")[:2] for line in session.query(f"describe table {table}", "TSV").bytes().decode().splitlines())
        structure = ", ".join(f"{name} {kinds[name]}" for name in columns.split(", "))
        with tempfile.NamedTemporaryFile() as rows:
            rows.write(body)
            rows.flush()
            session.query(f"insert into {table} ({columns}) select * from file('{rows.name}', RowBinary, '{structure}')")
        return b""

    def body(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def main(folder: Path, password: str, database: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.session, server.password = Session(str(folder)), password
    server.session.query(f"create database if not exists {database}")
    print(server.server_port, flush=True)
    server.serve_forever()


main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3])
