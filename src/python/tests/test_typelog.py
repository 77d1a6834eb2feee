"""The module as notebooks use it. The folder with the examples is `TYPELOG_EXAMPLES`."""

import copy
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import threading
import time

import duckdb
import pandas
import polars
import pyarrow
import pytest

import typelog

EXAMPLES = pathlib.Path(os.environ["TYPELOG_EXAMPLES"])
SCHEMAS = EXAMPLES / "schemas"


@pytest.fixture(scope="module")
def network() -> typelog.Program:
    return typelog.check(EXAMPLES / "pcl/network", schemas=SCHEMAS)


def test_a_program_that_is_wrong_is_a_value() -> None:
    program = typelog.check(text="port = 80\nhost = missing\n")
    assert not program.ok
    (found,) = [one for one in program.diagnostics if one.severity == "error"]
    assert (found.code, found.path, found.line, found.column) == ("unknown-variable", "main.hcl", 2, 8)
    assert found.message and found.labels[0].line == 2 and (found.start, found.end) == (17, 24)
    assert found.page is not None and "unknown-variable" in found.page
    assert "unknown-variable" in program.report() and "\x1b" in program.report(color=True)
    assert repr(program) == 'Program("main.hcl": 1 error)'


def test_paths_are_files_and_directories(network: typelog.Program) -> None:
    assert network.ok and [found.code for found in network.diagnostics] == ["eventual-range"]
    assert network.name == str(EXAMPLES / "pcl/network")
    one = typelog.check(str(EXAMPLES / "tour/main.hcl"))
    assert not one.ok


def test_types_are_those_of_the_command(network: typelog.Program) -> None:
    types = {name: ty for name, _, ty, *_ in network.types().rows()}
    command = [sys.executable, "-m", "typelog", "types", network.name, "--schemas", str(SCHEMAS)]
    printed = subprocess.run(command, capture_output=True, text=True)
    assert printed.returncode == 0, printed.stderr
    lines = [line for line in printed.stdout.splitlines() if not line.startswith((" ", "[", "─")) and ": " in line]
    assert [f"{name}: {ty}" for name, ty in types.items()] == lines[: len(types)]
    everything = network.types(all=True)
    assert everything.columns == ["text", "type", "file", "line", "column", "end_line", "end_column"]
    assert ('"10.0.0.0/16"', "string") in [row[:2] for row in everything.rows()]
    full = dict(zip(*(network.types(full=True).to_dict()[column] for column in ["name", "type"])))
    assert str(full["network"]).startswith("object(")


def test_texts_may_be_several_files_of_any_dialect() -> None:
    program = typelog.check(text={"a.hcl": "a = b", "b.hcl": "b = 1"})
    assert program.ok and program.types()[0][2] == "const(1)"
    assert typelog.types(text='config "a" "string" {}', dialect="pcl").rows()[0][:3] == ("a", "config", "string")
    assert typelog.types(text="a = 1", name="x.hcl").rows()[0][3] == "x.hcl"


def test_tables_are_taken_by_data_frames_without_a_copy(network: typelog.Program) -> None:
    facts = network.facts()
    table = facts["has_type"]
    first, second = pyarrow.table(table), pyarrow.table(table)
    for one, other in zip(first.columns, second.columns):
        addresses = [[buffer and buffer.address for buffer in of.chunk(0).buffers()] for of in (one, other)]
        assert addresses[0] == addresses[1]
    assert first.num_rows == len(table) == table.rows().__len__() > 10
    assert first.schema.field("type").metadata == {b"typelog.id_of": b"type"}
    assert pyarrow.schema(table).names == table.columns
    assert polars.DataFrame(table).height == len(table)
    assert len(pandas.DataFrame.from_arrow(table)) == len(table)
    has_type, type_ = facts["has_type"], facts["type"]
    counted = duckdb.sql(
        "SELECT text, count(*) AS n FROM has_type JOIN type_ USING (type) GROUP BY ALL ORDER BY n DESC LIMIT 1"
    )
    assert counted is not None and counted.fetchall()[0][0] == "string"
    # A table lives as long as somebody uses its memory.
    taken = pyarrow.table(network.types())
    assert taken.column("name").to_pylist()[0] == "cidr"


def test_facts_are_relations(network: typelog.Program) -> None:
    facts = network.facts()
    assert "has_type" in facts and len(facts) == len(list(facts)) > 20
    with pytest.raises(KeyError):
        facts["no_such_relation"]
    in_words = network.facts(words=True)["has_type"]
    assert all(isinstance(cell, str) for cell in in_words[0])
    assert facts["has_type"][-1] == facts["has_type"].rows()[-1]
    assert "has_type: " in repr(facts["has_type"]) and "<table>" in facts["has_type"]._repr_html_()


def test_proofs_have_conclusions_rules_and_premises(network: typelog.Program) -> None:
    proof = network.explain("cidr")
    assert (proof.conclusion, proof.rule) == ("cidr : string", "T-Amount")
    assert proof.premises[0].premises[0].rule == "T-Config"
    assert proof.place is not None and proof.place.endswith("main.pp:3:8")
    assert str(proof).startswith("cidr : string   (T-Amount)")
    assert json.loads(proof.text("json"))["conclusion"] == proof.conclusion
    problem = network.explain(network.diagnostics[0])
    assert problem.rule == "P-Eventual-Range"
    place = f"{network.name}/main.pp:8:10"
    assert network.explain(place).conclusion == "cidr : string"
    assert network.explain(place, through=True).text() != network.explain(place).text()


def test_questions_are_answered_with_proofs(network: typelog.Program) -> None:
    answers = network.ask('definition(name: n, kind: "resource")')
    assert [answer.conclusion for answer in answers] == ["n = firewall", "n = network", "n = subnet"]
    assert len(network.ask('definition(name: n, kind: "resource")', most=2)) == 2
    assert network.ask('definition(name: "no such name")') == []


def test_judgments_hold_or_do_not() -> None:
    refusal = typelog.why_not("converts(list(int), bool)")
    assert isinstance(refusal, typelog.Refusal) and not refusal
    assert refusal.rule == "C-As" and refusal.fails is not None
    assert json.loads(refusal.json())["nearest"]["rule"] == "C-As"
    proof = typelog.explain("converts(int, string)")
    assert isinstance(proof, typelog.Proof) and proof.rule == "C-Primitive"
    named = typelog.why_not("converts(cloud:network/network:Network, string)", schemas=SCHEMAS)
    assert isinstance(named, typelog.Refusal)


def test_rules_of_ones_own(network: typelog.Program) -> None:
    found = network.query('resource(n) :- definition(name: n, kind: "resource").')
    assert list(found) == ["resource"]
    assert found["resource"].rows() == [("firewall",), ("network",), ("subnet",)]
    assert found.why('resource("subnet")')[0].premises[0].conclusion.startswith("definition(")
    assert 'fails:  definition(kind: "resource", name: "cidr")' in found.why_not('resource("cidr")')
    secrets = typelog.query(EXAMPLES / "rules/secrets.dl", EXAMPLES / "pcl/secrets", schemas=SCHEMAS)
    assert {one.code for one in secrets.diagnostics} == {"unmarked-secret"}
    ids = network.query("same(e, t) :- has_type(e, t).", words=False)["same"]
    assert sorted(ids.rows()) == sorted(network.facts()["has_type"].rows())


def test_books_change_the_rules() -> None:
    durations = EXAMPLES / "books/durations"
    question, declare = "converts(list(Duration), list(string))", durations / "types.hcl"
    assert not typelog.why_not(question, declare=declare)
    assert typelog.why_not(question, declare=declare, book=durations)
    assert not typelog.why_not(question, declare=declare, book="specification")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: typelog.check("no/such/path"), FileNotFoundError, "no/such/path"),
        (lambda: typelog.check(SCHEMAS), typelog.TypelogError, "no program files"),
        (lambda: typelog.check(), TypeError, "either a path or a text"),
        (lambda: typelog.check("a", text="b"), TypeError, "either a path or a text"),
        (lambda: typelog.check(text="a = 1", zork=1), TypeError, "`zork`"),
        (lambda: typelog.check(text="a = 1", dialect="zork"), typelog.TypelogError, "zork"),
        (lambda: typelog.check(text="a = 1", schemas="no/such"), typelog.TypelogError, "no/such"),
        (lambda: typelog.check(text="a = 1", declare="no/such"), typelog.TypelogError, "no/such"),
        (lambda: typelog.check(text="a = 1", book="no/such"), typelog.TypelogError, "no/such"),
        (lambda: typelog.check(text="a = 1", limits={"max_rows": -1}), typelog.TypelogError, "limits.max_rows: "),
        (lambda: typelog.check(text="a = 1").query("a(x"), typelog.TypelogError, "rule-syntax"),
        (lambda: typelog.check(text="a = 1").query("a(x) :- zork(x)."), typelog.TypelogError, "unknown-relation"),
        (lambda: typelog.check(text="a = 1").query("no/such.dl"), typelog.TypelogError, "no/such.dl"),
        (lambda: typelog.check(text="a = 1").ask("zork("), typelog.TypelogError, "not understood"),
        (lambda: typelog.check(text="a = 1").explain("zork"), typelog.TypelogError, "`zork`"),
        (lambda: typelog.check(text="a = 1").explain("main.hcl:9:9"), typelog.TypelogError, "9:9"),
        (lambda: typelog.why_not("zork(1)"), typelog.TypelogError, "zork"),
        (lambda: typelog.page("zork"), typelog.TypelogError, "zork"),
        (lambda: typelog.check(text="a = 1").types().rows(1), TypeError, ""),
    ],
)
def test_wrong_calls_raise(call, error, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)


def test_limits_of_rules_are_about_the_call() -> None:
    program = typelog.check(text="a = [1, 2, 3]", limits={"max_rows": 3})
    with pytest.raises(typelog.TypelogError, match="too-many-rows"):
        program.query("pair(a, b) :- has_type(a, _), has_type(b, _).")


def test_options_are_named_as_in_python() -> None:
    with pytest.raises(TypeError, match="unexpected argument `max_rows`"):
        typelog.check(text="a = 1", max_rows=3)  # type: ignore[call-arg]
    deep = typelog.check(text="a = [[[[1]]]]", limits={"max_type_depth": 2})
    (found,) = deep.diagnostics
    assert found.help == "`max_type_depth` in `limits` raises the limit"
    assert "--" not in deep.report()


def test_problems_are_a_table() -> None:
    problems = typelog.check(text="port = prot\nprotocol = 1 + {}\n").problems()
    assert problems.columns[:4] == ["severity", "code", "message", "path"]
    assert [row[1] for row in problems.rows()] == ["unknown-variable", "no-conversion"]
    frame = problems.df()
    assert list(frame["line"]) == [1, 2] and frame["expected"].isna().tolist() == [True, False]
    assert problems.pl()["found"].null_count() == 1 and problems.arrow().num_rows == 2
    empty = typelog.check(text="a = 1").problems()
    assert len(empty) == 0 and str(empty.df()["line"].dtype) == "int64" and empty.pl().height == 0


def test_tables_become_data_frames(network: typelog.Program) -> None:
    types = network.types()
    for frame in (types.df(), pandas.DataFrame(types)):
        assert list(frame.columns) == types.columns and [tuple(row) for row in frame.itertuples(index=False)] == types.rows()
    assert types.pl().rows() == types.rows() and types.arrow().to_pylist()[0]["name"] == "cidr"
    assert list(types) == types.rows() and pickle.loads(pickle.dumps(next(iter(types)))) == types[0]


def test_values_are_pickled(network: typelog.Program) -> None:
    diagnostic, proof = network.diagnostics[0], network.explain("cidr")
    assert pickle.loads(pickle.dumps(diagnostic)) == diagnostic
    assert pickle.loads(pickle.dumps(diagnostic.labels)) == diagnostic.labels
    for copied in (pickle.loads(pickle.dumps(proof)), copy.deepcopy(proof)):
        assert str(copied) == str(proof) and copied.rule == proof.rule
        assert copied.premises[0].text("json") == proof.premises[0].text("json")
    assert str(pickle.loads(pickle.dumps(proof.premises[0]))) == str(proof.premises[0])
    for table in (network.types(), network.problems(), network.facts()["has_type"]):
        copied = pickle.loads(pickle.dumps(table))
        assert (copied.name, copied.doc, copied.rows()) == (table.name, table.doc, table.rows())
        assert pyarrow.schema(copied).equals(pyarrow.schema(table), check_metadata=True)
    refusal = typelog.why_not("converts(list(int), bool)")
    assert str(pickle.loads(pickle.dumps(refusal))) == str(refusal)


def test_a_fault_is_an_exception(capfd: pytest.CaptureFixture[str]) -> None:
    from typelog import _native

    with pytest.raises(typelog.TypelogFault, match="deliberate"):
        _native._fail("deliberate")
    assert capfd.readouterr().err == ""
    assert typelog.check(text="a = 1").ok


LARGE = "\n".join(f"a{n} = [{n}, \"x\", {{b = {n}}}]" for n in range(2_000))


def test_other_threads_run_while_a_program_is_checked() -> None:
    done = threading.Event()
    programs: list[typelog.Program] = []

    def check() -> None:
        programs.append(typelog.check(text=LARGE))
        done.set()

    thread = threading.Thread(target=check)
    thread.start()
    rounds = 0
    while not done.is_set():
        time.sleep(0.001)
        rounds += 1
    thread.join()
    assert programs[0].ok and rounds > 20


def test_programs_are_checked_at_the_same_time() -> None:
    results: list[str] = []

    def check(book: str) -> None:
        for _ in range(5):
            results.append(str(typelog.types(text="a = [1, 2]", book=book)[0]))

    threads = [threading.Thread(target=check, args=(book,)) for book in ["specification", "pulumi"] * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 20


def test_an_interrupt_ends_a_call() -> None:
    # A shell starts what runs in the background with interrupts ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    program = typelog.check(text=LARGE, limits={"max-steps": 30_000_000})
    program.facts()
    timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        program.query("pair(a, b) :- has_type(a, _), has_type(b, _), a < b, b < a.")
        time.sleep(5)


def test_the_command_runs_in_process() -> None:
    command = pathlib.Path(sys.executable).parent / "typelog"
    version = subprocess.run([command, "--version"], capture_output=True, text=True)
    assert version.stdout == f"typelog {typelog.__version__}\n"
    wrong = subprocess.run([command, "check", "-"], input="a = missing", capture_output=True, text=True)
    assert wrong.returncode == 1 and "unknown-variable" in wrong.stdout
    assert subprocess.run([command, "zork"], capture_output=True).returncode == 2
