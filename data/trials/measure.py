"""Measures the mappings that `bond import --suggest` proposes for the files of this folder (README.md).

python3 data/trials/measure.py BOND [--wrong] [SET...]
"""

import collections, fnmatch, os, pathlib, re, shutil, subprocess, sys, tempfile, tomllib

HERE = pathlib.Path(__file__).parent
# How values are written: a mapping may say it of a file or of a column.
FORMS = {"date", "time", "format", "decimal", "thousands", "remove", "zone"}


def run(bond, *words):
    done = subprocess.run([bond, "import", *map(str, words)], capture_output=True, text=True, env={**os.environ, "BOND_TIME_ZONE": "UTC"})
    return done.returncode, done.stdout, done.stderr


def blocks(text):
    """The text of each [[file]] with its value, by the name and sheet of the file."""
    found = collections.OrderedDict()
    for text in re.split(r"(?m)^(?=\[\[file\]\])", text)[1:]:
        value = tomllib.loads(text)["file"][0]
        names = value["name"] if isinstance(value["name"], list) else [value["name"]]
        for name in names:
            found[name, value.get("sheet", "")] = (text, value)
    return found


def block_of(found, file):
    """The proposal for a file of the truth."""
    name = file.get("inside", pathlib.Path(file["path"]).name.removesuffix(".gz"))
    for (pattern, sheet), block in found.items():
        if fnmatch.fnmatch(name, pattern.replace("[", "[[]")) and sheet in ("", file.get("sheet", "")):
            return block
    return None


def claims(found, said):
    """Whether the proposal says of a file, by block, that nothing is missing; one preview for each table."""
    previews = [part for part in re.split(r"(?m)^(?=.+ as rows of \w+)", said)[1:]]
    complete, at = {}, 0
    for key, (_, value) in found.items():
        tables = len(value.get("table", []))
        complete[key] = tables > 0 and all("Nothing is missing." in part for part in previews[at : at + tables])
        at += tables
    return complete


def sources(fill):
    """The columns that fill a column of a table."""
    if isinstance(fill, str):
        return fill
    return fill.get("column") or "+".join(re.findall(r"\{([^}]*)\}", fill.get("template", "")))


def judge(file, block):
    """Whether the tables are right, the columns that are, all that matter, and what is wrong."""
    truth = file.get("table", {})
    tables = block[1].get("table", []) if block else []
    names = [table["name"] for table in tables]
    main = [name for name in names if name in truth]
    is_right = not [name for name in names if name not in truth and name not in file.get("also", [])]
    is_right &= set(main) == set(truth) if file.get("all") else bool(main)
    if not names and file.get("ignore"):
        return True, 0, 0, []
    judged = list(truth) if file.get("all") else (main or list(truth))[:1]
    right, wrong = 0, [] if is_right else [f"tables {names or 'none'}, not {list(truth) or 'none'}"]
    for name in judged:
        proposed = next((table for table in tables if table["name"] == name), None)
        for column, answers in truth[name].items():
            said = None
            if proposed and column == "where":
                tests = {**proposed.get("where", {}), **proposed.get("where_not", {})}
                tests |= {sources(fill): 1 for fill in proposed["columns"].values() if isinstance(fill, dict) and fill.get("otherwise") == "drop"}
                said = next((test for test in tests if test in answers), "")
            elif proposed:
                said = sources(proposed.get("columns", {}).get(column, ""))
            if said in answers:
                right += 1
            elif proposed:
                wrong.append(f"{name}.{column}: {said!r}, not {' or '.join(map(repr, answers))}")
    return is_right, right, sum(len(truth[name]) for name in judged), wrong


def lines(block):
    """The lines of a mapping, by their place; the forms of values apart from their columns."""
    found = {}
    if block is None:
        return found
    _, value = block
    for key, said in value.items():
        if key in FORMS:
            found["form", str(said)] = "form"
        elif key not in ("table", "name"):
            found["header" if key == "skip_lines" else key,] = key in ("header", "skip_lines") or said
    counts = collections.Counter()
    for table in value.get("table", []):
        place = (table["name"], counts[table["name"]])
        counts[table["name"]] += 1
        found[place] = "table"
        for key, said in table.items():
            if key == "columns":
                for column, fill in said.items():
                    fill = {"column": fill} if isinstance(fill, str) else fill
                    found[*place, column] = {key: said for key, said in fill.items() if key not in FORMS}
                    found |= {("form", str(said)): "form" for key, said in fill.items() if key in FORMS}
            elif key != "name":
                found[*place, key] = said
    return found


def edits(proposed, finished):
    """Lines to write, to change or to take out; a table to take out is one."""
    have, want = lines(proposed), lines(finished)
    count = sum(have.get(place) != line for place, line in want.items())
    return count + sum(place not in want for place, line in have.items() if line == "table" or place[:2] in want)


def check(bond, scratch, mapping, files):
    path = scratch / "try.toml"
    path.write_text(mapping)
    data = scratch / "data"
    shutil.rmtree(data, ignore_errors=True)
    return run(bond, "--check", "--data-dir", data, "--mapping", path, *files)


def measure(bond, name, truth, scratch, shows_wrong):
    folder = HERE / name
    files = sorted(path for path in folder.iterdir() if path.suffix != ".toml")
    together = scratch / "together"
    shutil.rmtree(together, ignore_errors=True)
    together.mkdir()
    for path in files:
        shutil.copy(path, together)
    _, proposal, said = run(bond, "--suggest", together)
    found = blocks(proposal)
    complete = claims(found, said)
    finished = [blocks(path.read_text()) for path in sorted(folder.glob("*.toml"))]
    total = collections.Counter()
    for file in truth:
        path = HERE / file["path"]
        what = f"{path.name}{' / ' + (file.get('sheet') or file.get('inside')) if 'sheet' in file or 'inside' in file else ''}"
        block = block_of(found, file)
        whole, best = next(((whole, best) for whole in finished if (best := block_of(whole, file))), (None, None))
        is_right, right, all_columns, wrong = judge(file, block)
        _, alone, _ = run(bond, "--suggest", path)
        alone_right, alone_columns, _, _ = judge(file, block_of(blocks(alone), file))
        loads, change = "-", "-"
        if best:
            others = [text for text, _ in (other for other in whole.values() if other is not best)]
            code, _, _ = check(bond, scratch, "".join([block[0] if block else "", *others]), [path for path in files if named(whole, path)])
            loads = "yes" if code == 0 and block else "no"
            change = 0 if loads == "yes" and not wrong else edits(block, best)
            total["loads"] += loads == "yes"
            total["finished"] += 1
            total["edits"] += change
            total["lines"] += edits(None, best)
        is_false = bool(block) and any(complete[key] for key in found if found[key] is block) and (bool(wrong) or loads == "no")
        total += collections.Counter(files=1, tables=is_right, alone=alone_right, right=right, alone_right=alone_columns, columns=all_columns, false=is_false)
        print(f"| {name} | {what} | {'yes' if is_right else 'no'} | {right}/{all_columns} | {'yes' if alone_right else 'no'} | {alone_columns} | {'yes' if is_false else ''} | {loads} | {change} |")
        if shows_wrong:
            print("".join(f"|  | - {line} |\n" for line in wrong), end="")
    code, _, _ = check(bond, scratch, proposal, [together])
    total += collections.Counter(sets=1, sets_loaded=code == 0)
    return total


def named(mapping, path):
    """Whether a mapping has lines for the file, or the file is packed with those that it names."""
    return path.suffix == ".zip" or any(fnmatch.fnmatch(path.name.removesuffix(".gz"), pattern) for pattern, _ in mapping)


def main(words):
    shows_wrong = "--wrong" in words
    bond, *names = [word for word in words if word != "--wrong"]
    truth = tomllib.loads((HERE / "truth.toml").read_text())["file"]
    sets = list(dict.fromkeys(file["path"].split("/")[0] for file in truth))
    total = collections.Counter()
    print("| set | file | tables | columns | alone | columns | false claim | loads | edits |\n|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        for name in names or sets:
            total += measure(bond, name, [file for file in truth if file["path"].startswith(name + "/")], pathlib.Path(scratch), shows_wrong)
    print(f"""
Tables right: {total['tables']} of {total['files']} files as a folder, {total['alone']} one at a time
Columns right: {total['right']} of {total['columns']} as a folder, {total['alone_right']} one at a time
Files of which it says that nothing is missing, though something is: {total['false']}
Files whose proposal loads unchanged beside finished mappings of the others: {total['loads']} of {total['finished']}
Sets whose proposal loads unchanged: {total['sets_loaded']} of {total['sets']}
Lines to write or change: {total['edits']}; the finished mappings have {total['lines']}""")


if __name__ == "__main__":
    main(sys.argv[1:] or sys.exit(__doc__))
