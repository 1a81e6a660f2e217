#!/usr/bin/env python3
"""The present ClickHouse as a server for tests: answers the HTTP calls that Bond makes with the engine of chdb.

    .ci/chdb-server.py FOLDER PASSWORD DATABASE

keeps its data in FOLDER, makes the database, and prints the port that it listens on.
"""

import contextlib
import queue
import re
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import chdb

# So many statements run at once; more would only take turns.
CONNECTIONS = 3
# Settings that Bond sends with a statement. A connection has those of the statement before.
SETTINGS = {"max_execution_time": "0", "max_query_size": "262144", "max_ast_elements": "50000", "max_expanded_ast_elements": "500000"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.body()
        parameters = {name: values[-1] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if self.headers.get("X-ClickHouse-Key", "") != self.server.password:
            return self.answer(403, b"Code: 516. DB::Exception: Authentication failed: password is incorrect")
        try:
            self.answer(200, self.run(parameters, body))
        except Exception as error:  # The engine raises RuntimeError with its own text.
            self.answer(500, str(error).encode())

    def run(self, parameters: dict, body: bytes) -> bytes:
        sql = parameters.get("query") or body.decode()
        if killed := re.fullmatch(r"kill query where query_id = '(.+)' async", sql):
            # It must not wait for those that it kills. The engine gives ids of its own; see below.
            mark = f"query like '%/* {killed[1]} */%' and query not like 'kill%'"
            self.server.killing.query(f"kill query where {mark} async")
            return b""
        with self.server.connection() as connection:
            connection.query(f"use {parameters['database']}")
            settings = [f"{name} = {parameters.get(name, usual)}" for name, usual in SETTINGS.items()]
            connection.query(f"set {', '.join(settings)}")
            if "query" in parameters:
                return self.insert(connection, sql, body)
            wanted = re.search(r"\s+format\s+(\w+)\s*$", sql)
            if wanted is None:
                connection.query(sql)
                return b""
            mark = f" /* {parameters['query_id']} */" if "query_id" in parameters else ""
            return connection.query(sql[: wanted.start()] + mark, wanted[1]).bytes() or b""

    def insert(self, connection, sql: str, body: bytes) -> bytes:
        table, columns = re.fullmatch(r"insert into (\w+) \((.*)\) format RowBinary", sql).groups()
        described = connection.query(f"describe table {table}", "TSV").bytes().decode()
        kinds = dict(line.split("\t")[:2] for line in described.splitlines())
        structure = ", ".join(f"{name} {kinds[name]}" for name in columns.split(", "))
        with tempfile.NamedTemporaryFile() as rows:
            rows.write(body)
            rows.flush()
            connection.query(f"insert into {table} ({columns}) select * from file('{rows.name}', RowBinary, '{structure}')")
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


class Server(ThreadingHTTPServer):
    def __init__(self, folder: Path, password: str, database: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.password = password
        self.killing = chdb.connect(str(folder))
        self.killing.query(f"create database if not exists {database}")
        self.idle = queue.Queue()
        for _ in range(CONNECTIONS):
            self.idle.put(chdb.connect(str(folder)))

    @contextlib.contextmanager
    def connection(self):
        connection = self.idle.get()
        try:
            yield connection
        finally:
            self.idle.put(connection)


def main(folder: Path, password: str, database: str) -> None:
    server = Server(folder, password, database)
    print(server.server_port, flush=True)
    server.serve_forever()


main(Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3])
