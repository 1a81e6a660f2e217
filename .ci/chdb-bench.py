#!/usr/bin/env python3
"""Runs the plain SQL of `make bench` on ClickHouse (chdb), inside this process:

    .ci/chdb-bench.py FOLDER

FOLDER has plan.json and the Parquet files of the tables (src/bench/clickhouse.rs). Prints, as JSON, the version, and for
each question its times in seconds and its rows.
"""

import json
import sys
import time
from pathlib import Path

import chdb
from chdb.session import Session


def main(folder: Path) -> None:
    plan = json.loads((folder / "plan.json").read_text())
    session = Session(str(folder / "clickhouse"))
    memory = int(plan["memory"].removesuffix("GB")) * 1_000_000_000
    settings = f"settings max_threads = {plan['threads']}, max_memory_usage = {memory}, session_timezone = 'UTC'"

    for table in plan["tables"]:
        database = table["name"].split(".")[0]
        session.query(f"create database if not exists {database}")
        session.query(f"create table {table['name']} ({table['columns']}) engine = MergeTree order by {table['order']}")
        session.query(f"insert into {table['name']} select * from file('{folder / table['file']}', Parquet) {settings}")
        # As compact as DuckDB's file, so that no merge runs while a question is timed.
        session.query(f"optimize table {table['name']} final")

    results = []
    for question in plan["questions"]:
        seconds, answer = [], None
        for _ in range(plan["runs"]):
            begun = time.perf_counter()
            answer = session.query(f"{question} {settings}", "JSONCompact")
            seconds.append(time.perf_counter() - begun)
        # Whole numbers of 64 bits are texts in this format.
        rows = [[int(value or 0) for value in row] for row in json.loads(answer.bytes())["data"]]
        results.append({"seconds": seconds, "rows": rows})
    json.dump({"version": f"ClickHouse {chdb.engine_version} (chdb {chdb.__version__})", "results": results}, sys.stdout)


main(Path(sys.argv[1]).resolve())
