"""Work shared out, and fights thrown at random: each piece exactly once, whoever does it, and the exact answers by
chance.
"""

import io
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from distributed import Client, LocalCluster
from scipy.stats import binomtest, norm

import rencounter_kit as rk
from rencounter_kit import Chain, Dist, RuleError
from rencounter_kit.engine.chains.packing import Packing
from rencounter_kit.engine.chains.phase import Phase
from rencounter_kit.engine.chains.transitions import Transitions
from rencounter_kit.engine.work import work
from rencounter_kit.engine.work.progress import telling
from rencounter_kit.engine.work.work import as_executor, done_in_order
from rencounter_kit.workbook.analysis.simulation import simulate
from rencounter_kit.workbook.mechanics import estimate
from rencounter_kit.workbook.mechanics.processes import simulator as many
from rencounter_kit.workbook.mechanics.processes.simulator import Simulator, Table
from rencounter_kit.workbook.mechanics.processes.turn_model import TurnModel
from tests.situations import every_nth, tries

TASKS = [(n,) for n in range(30)]
SQUARES = [(n, n * n) for n in range(30)]

FIGHTS = 60_000
FARTHEST = 4.5  # standard deviations


def likely(seen, p, fights=FIGHTS):
    """Is a count as the chance says; where it is rare, by the exact chance of being so far off."""
    return binomtest(seen, fights, float(p)).pvalue > 2 * norm.sf(FARTHEST)


# What is done: functions that another process finds by name -----------------------------------------------------------


def square(n):
    return n * n


def dies_once(n, marker):
    """The first who comes to piece 5 dies there."""
    if n == 5:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            return n * n
        os._exit(1)
    return n * n


def dies_elsewhere(n, home):
    """Every worker dies of it."""
    if os.getpid() != home:
        os._exit(1)
    return n * n


def fails(n):
    if n == 3:
        raise ZeroDivisionError("its own error")
    return n


def in_order(pairs):
    return sorted(pairs)


# Each piece exactly once ----------------------------------------------------------------------------------------------


def test_without_an_executor_the_work_is_done_here_one_piece_after_the_other():
    assert list(done_in_order(square, TASKS)) == SQUARES


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("workers", [1, 2])
def test_every_result_comes_exactly_once(kind, workers):
    with kind(workers) as executor:
        assert in_order(done_in_order(square, TASKS, executor)) == SQUARES


@pytest.mark.parametrize("workers", [None, 2])
def test_nothing_to_do(workers):
    with ThreadPoolExecutor(2) as executor:
        assert list(done_in_order(square, [], workers and executor)) == []


def test_a_worker_that_dies_loses_nothing_and_counts_nothing_twice(tmp_path):
    tasks = [(n, str(tmp_path / "died")) for n in range(30)]
    with ProcessPoolExecutor(2) as executor:
        with pytest.warns(RuntimeWarning, match="of 30 pieces are worked out in this process instead"):
            assert in_order(done_in_order(dies_once, tasks, executor)) == SQUARES
        with pytest.raises(BrokenExecutor):
            executor.submit(square, 1)
    assert (tmp_path / "died").exists()


def test_where_every_worker_dies_the_work_is_done_here():
    with ProcessPoolExecutor(2) as executor, pytest.warns(RuntimeWarning, match="30 of 30 pieces"):
        assert in_order(done_in_order(dies_elsewhere, [(n, os.getpid()) for n in range(30)], executor)) == SQUARES


class Losing(ThreadPoolExecutor):
    """Loses some of the pieces that it takes, as a cluster does, and works on."""

    def __init__(self, losing=lambda n, times: False, error=None):
        super().__init__(2)
        self.losing, self.error, self.taken = losing, error, Counter()

    def submit(self, function, *args):
        n = args[-1][0] if isinstance(args[-1], tuple) else args[-1]
        self.taken[n] += 1
        return super().submit(self.work, n, self.taken[n], function, *args)

    def work(self, n, times, function, *args):
        result = function(*args)
        if self.losing(n, times):
            raise self.error
        return result


class KilledWorker(Exception):  # noqa: N818
    """The name that a cluster gives to it."""


LOST = {
    "a worker was killed": KilledWorker("worked out, then lost"),
    "the pool is broken": BrokenExecutor("worked out, then lost"),
    "the result was lost on its way": ValueError("not enough values to unpack (expected 3, got 2)"),  # so Dask says it
}


@pytest.mark.parametrize("error", LOST.values(), ids=LOST)
def test_a_lost_piece_is_worked_out_again(error):
    with Losing(lambda n, times: n % 7 == 0 and times == 1, error) as executor:
        assert in_order(done_in_order(square, TASKS, executor)) == SQUARES


def test_a_lost_piece_is_handed_out_again_to_those_who_still_work():
    with Losing(lambda n, times: n % 7 == 0 and times < 3, LOST["a worker was killed"]) as executor:
        assert in_order(done_in_order(square, TASKS, executor)) == SQUARES
    assert executor.taken == {n: 3 if n % 7 == 0 else 1 for n in range(30)}


def test_a_piece_that_is_lost_again_and_again_is_done_here():
    lost = pytest.warns(RuntimeWarning, match=r"\(KilledWorker: worked out, then lost\)")
    with lost, Losing(lambda n, times: n == 4, LOST["a worker was killed"]) as executor:
        assert in_order(done_in_order(square, TASKS, executor)) == SQUARES
    assert executor.taken[4] == 3


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_with_an_executor_that_was_shut_down_the_work_is_done_here(kind):
    executor = kind(2)
    executor.shutdown()
    with pytest.warns(
        RuntimeWarning, match="cannot schedule new futures after shutdown.*30 of 30 pieces"
    ) as warnings_seen:
        assert in_order(done_in_order(square, TASKS, executor)) == SQUARES
    assert [Path(one.filename) for one in warnings_seen] == [Path(__file__)], "said once, of the line that asked"


def test_an_executor_shut_down_in_the_middle_loses_nothing():
    with ThreadPoolExecutor(2) as executor:
        results = done_in_order(square, [*TASKS, *[(0,)] * 100], executor)
        numbers = [next(results)]
        executor.shutdown(wait=False)
        with pytest.warns(RuntimeWarning, match="takes no more work"):
            numbers += results
    assert in_order(numbers) == [*SQUARES, *((n, 0) for n in range(30, 130))]


@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_an_error_of_the_work_itself_is_raised(kind):
    executor = kind and kind(2)
    with pytest.raises(ZeroDivisionError, match="its own error"):
        list(done_in_order(fails, TASKS, executor))
    if executor:
        assert executor.submit(square, 3).result() == 9, "and the executor still works"
        executor.shutdown()


def test_an_error_of_the_work_is_not_tried_again():
    with Losing() as executor:
        with pytest.raises(ZeroDivisionError):
            list(done_in_order(fails, TASKS, executor))
        assert executor.taken[3] == 1


# Who shares it out ----------------------------------------------------------------------------------------------------

QUESTIONS = {
    "simulate": lambda workers: rk.simulate("rencounter.fire", 10, executor=workers),
    "sweep": lambda workers: rk.sweep("rencounter.fire", skill=[5, 7], executor=workers),
    "compare": lambda workers: rk.compare(
        *(rk.rules("rencounter"), rk.rules("rencounter").with_house_rules("fire.range.long = -3")),
        *("rencounter.fire", {"skill": [5, 7]}),
        executor=workers,
    ),
    "solve_for": lambda workers: rk.solve_for("rencounter.fire", "skill", "1/2", executor=workers),
    "solve_for by halves": lambda workers: rk.solve_for("odd_encounters.duel", "a_hp", "1/2", executor=workers),
}


NOT_EXECUTORS = {
    "address": "scheduler:8786",
    "number": 4,
    "truth": True,
    "class": ProcessPoolExecutor,
    "object": object(),
    "list": [1, 2],
}


@pytest.mark.parametrize("workers", NOT_EXECUTORS.values(), ids=NOT_EXECUTORS)
@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_what_is_no_executor_is_refused_in_one_sentence(ask, workers):
    with pytest.raises(
        RuleError, match=r"executor must be an executor such as .* or a Dask Client .*; got .*; leave it"
    ):
        ask(workers)


def test_a_client_that_is_asynchronous_cannot_be_waited_for():
    class Asynchronous:
        asynchronous = True

        def get_executor(self):
            raise AssertionError("must not be asked")

    with pytest.raises(RuleError, match="not asynchronous"):
        as_executor(Asynchronous())


SCRIPT = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
import rencounter_kit as rk

with ProcessPoolExecutor(2, mp_context=get_context(sys.argv[1])) as pool:
    try:
        print("counted", rk.simulate("rencounter.heroism", 120_000, executor=pool).fights, flush=True)
    except rk.RuleError as error:
        print(error, flush=True)
"""


def run_script(folder, text, how):
    script = folder / "mine.py"
    script.write_text(text)
    done = subprocess.run([sys.executable, script, how], capture_output=True, text=True, timeout=120)
    return done.stdout.splitlines(), done.stderr


@pytest.mark.parametrize("how", ["spawn", "forkserver"])
def test_a_script_without_a_guard_gets_one_sentence_and_not_its_answer_from_each_process(tmp_path, how):
    output, wrong = run_script(tmp_path, SCRIPT, how)
    assert (len(output), wrong) == (1, "")
    assert output[0].startswith(
        "a script that shares its work among processes must do so below if __name__ == '__main__'"
    )
    assert "in line 9" in output[0]


def test_a_script_that_branches_without_a_guard_gets_its_answer_once(tmp_path):
    output, _ = run_script(tmp_path, within("if pool:"), "spawn")
    assert output == ["counted 120000"]


def within(line):
    """The work of the script below a line."""
    head, work = SCRIPT.split("    try:", 1)
    return f"{head}  {line}\n    try:{work}"


def test_a_script_with_a_guard_gets_its_answer_once(tmp_path):
    assert run_script(tmp_path, within("if __name__ == '__main__':"), "spawn") == (["counted 120000"], "")


def test_forked_processes_need_no_guard(tmp_path):
    assert run_script(tmp_path, SCRIPT, "fork") == (["counted 120000"], "")


# Stopping, and being told ---------------------------------------------------------------------------------------------


class Gate:
    """The first piece passes; the others wait until it is opened."""

    def __init__(self):
        self.open, self.begun = threading.Event(), []

    def __call__(self, n):
        self.begun.append(n)
        if n:
            assert self.open.wait(30)
        return n


def test_whoever_stops_listening_early_leaves_no_work_behind():
    gate = Gate()
    with ThreadPoolExecutor(1) as executor:
        results = done_in_order(gate, TASKS, executor)
        assert next(results) == (0, 0)
        results.close()
        gate.open.set()
    assert gate.begun in ([0], [0, 1]), "what had not begun is not begun any more"


def test_an_error_leaves_no_work_behind():
    gate = Gate()

    def wrong(n):
        return gate(n) if n else fails(3)

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(ZeroDivisionError):
            list(done_in_order(wrong, TASKS, executor))
        gate.open.set()
    assert gate.begun in ([], [1])


def test_whoever_is_told_may_stop_the_work():
    gate = Gate()

    def stop(done, of):
        raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(KeyboardInterrupt):
            list(done_in_order(gate, TASKS, executor, stop))
        gate.open.set()
    assert gate.begun in ([0], [0, 1])


def test_work_is_handed_out_a_little_ahead_only():
    with Losing() as executor:
        results = done_in_order(square, [(n,) for n in range(1000)], executor)
        next(results)
        assert executor.taken.total() < 100
        results.close()


@pytest.mark.parametrize("kind", [None, ThreadPoolExecutor])
def test_progress_is_told_after_every_piece(kind):
    reports = []
    executor = kind and kind(2)
    assert in_order(done_in_order(square, TASKS, executor, lambda done, of: reports.append((done, of)))) == SQUARES
    assert reports == [(n, 30) for n in range(1, 31)]


def test_a_bar_of_progress_is_shown(capsys):
    assert list(done_in_order(square, TASKS, progress=True)) == SQUARES
    assert "/30" in capsys.readouterr().err


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("terminal", "seconds"), [(Terminal, 0), (io.StringIO, 0), (Terminal, 60)])
def test_a_bar_that_nobody_asked_for_is_shown_where_somebody_looks_and_it_takes_long(monkeypatch, terminal, seconds):
    monkeypatch.setattr(sys, "stderr", terminal())
    monkeypatch.setattr(work, "_SECONDS", seconds)
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    assert list(done_in_order(square, TASKS)) == SQUARES
    assert ("/30" in sys.stderr.getvalue()) == (terminal is Terminal and not seconds)
    sys.stderr = terminal()
    assert list(done_in_order(square, TASKS, progress=False)) == SQUARES
    with telling(lambda *pair: None):  # as a panel does, with a bar of its own
        assert list(done_in_order(square, TASKS)) == SQUARES
    assert sys.stderr.getvalue() == ""


def test_who_listens_is_told():
    reports = []
    with telling(lambda *pair: reports.append(pair)):
        assert list(done_in_order(square, TASKS)) == SQUARES
    assert reports == [(n, 30) for n in range(1, 31)]


# A seed is the same everywhere ----------------------------------------------------------------------------------------

CHEAP = {"id": "rencounter.heroism", "fights": 120_000, "seed": 7, "experience": 5, "inspire_at": 2}
BLOCKS = 3


def simulated(executor=None, **more):
    arguments = {**CHEAP, **more}
    return simulate(arguments.pop("id"), executor=executor, **arguments)


@cache
def alone(**more):
    return simulated(**more)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cluster")
    with (
        LocalCluster(
            n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None, local_directory=folder
        ) as made,
        Client(made) as client,
    ):
        yield client


def assert_the_same(result, other):
    assert (result.fights, result.counts, result.turns) == (other.fights, other.counts, other.turns)
    assert not result.stopped


def test_the_same_seed_throws_the_same_again():
    assert_the_same(simulated(), alone())


def test_the_same_seed_throws_the_same_with_two_threads():
    with ThreadPoolExecutor(2) as executor:
        assert_the_same(simulated(executor), alone())


def test_the_same_seed_throws_the_same_with_two_processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        reports = []
        assert_the_same(simulated(executor, progress=lambda *pair: reports.append(pair)), alone())
        assert reports == [(n, BLOCKS) for n in range(1, BLOCKS + 1)]


def test_house_rules_are_followed_in_other_processes():
    changed = rk.rules("rencounter").with_house_rules("inspiration.step = 2")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        simulation = simulated(executor, rules=changed)
    assert_the_same(simulation, simulated(rules=changed))
    assert simulation.counts != alone().counts


@pytest.mark.long
def test_the_same_seed_throws_the_same_with_a_cluster(cluster):
    assert_the_same(simulated(cluster.get_executor()), alone())


@pytest.mark.long
def test_a_client_is_taken_as_it_is(cluster):
    assert_the_same(simulated(cluster), alone())


@pytest.mark.long
def test_with_a_client_that_was_closed_the_work_is_done_here_and_that_is_said(cluster):
    client = Client(cluster.cluster.scheduler_address, set_as_default=False)
    client.close()
    with pytest.warns(RuntimeWarning, match=rf"Client is closed.*{BLOCKS} of {BLOCKS} pieces"):
        assert_the_same(simulated(client), alone())


@pytest.mark.long
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing_and_counts_nothing_twice(cluster):
    victim = min(cluster.run(os.getpid).values())
    reports = []

    def kill(done, of):
        reports.append((done, of))
        if done == 1:
            os.kill(victim, signal.SIGKILL)

    simulation = simulated(cluster.get_executor(), fights=600_000, progress=kill)
    assert_the_same(simulation, simulated(fights=600_000))
    assert reports == [(n, 12) for n in range(1, 13)]
    assert victim not in cluster.run(os.getpid, on_error="ignore").values(), "it was killed"


def slow(n, victim):
    """A worker that takes its time over every piece."""
    if os.getpid() == victim:
        time.sleep(0.3)
    return n * n


@pytest.mark.long
def test_a_slow_worker_of_a_cluster_holds_nobody_up_and_doubles_nothing(cluster):
    victim = min(cluster.run(os.getpid).values())
    numbers = list(done_in_order(slow, [(n, victim) for n in range(100)], cluster.get_executor()))
    assert in_order(numbers) == [(n, n * n) for n in range(100)]
    assert_the_same(simulated(cluster.get_executor()), alone())


@pytest.mark.long
def test_a_worker_that_joins_a_cluster_takes_part_and_changes_nothing(tmp_path):
    workers = []

    def join(done, of):
        if done == 1:
            made.scale(2)
            client.wait_for_workers(2)
        workers.append(len(client.nthreads()))  # the kept scheduler_info is refreshed, without workers, beside

    with (
        LocalCluster(
            n_workers=1, processes=True, threads_per_worker=1, dashboard_address=":0", local_directory=tmp_path
        ) as made,
        Client(made) as client,
    ):
        simulation = simulated(client.get_executor(), fights=600_000, progress=join)
    assert_the_same(simulation, simulated(fights=600_000))
    assert workers[0] == workers[-1] == 2 and len(workers) == 12


@pytest.mark.long
def test_a_sweep_over_a_cluster_is_the_sweep(cluster):
    axes = {
        "a_skill": [5, 6, 7],
        "b_skill": [6, 7],
        "rules": rk.rules("rencounter").with_house_rules("fire.range.long = -3"),
    }
    there, alone = (rk.sweep("rencounter.duel", executor=one, **axes) for one in (cluster.get_executor(), None))
    assert there.equals(alone)


@pytest.mark.parametrize("check_id", ["rencounter.skirmish", "rencounter.duel"])
def test_a_piece_of_work_is_a_short_letter(check_id):
    """The check travels as its id, and the rules as what differs from the book."""
    check = rk.checks[check_id]
    rules = check.book.with_house_rules("fire.range.long = -3")
    targets, _ = check.numbers(rules, check.values(rules, {}))
    assert len(pickle.dumps((estimate.throw_block, check, rules, targets, 50_000, 7, 3))) < 2000
    assert len(pickle.dumps(estimate.throw_block(check, rules, targets, 5000, 7, 3))) < 2000


def test_threads_that_begin_together_do_not_disturb_each_other(monkeypatch):
    """Both meet states for the first time while the other one does."""
    monkeypatch.setattr(estimate, "BLOCK", 500)
    before = sys.getswitchinterval()
    for seed in range(12):
        expected = simulate("rencounter.duel", 2000, seed)
        monkeypatch.setattr(many, "_READY", type(many._READY)())
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(2) as executor:
                simulation = simulate("rencounter.duel", 2000, seed, executor=executor)
        finally:
            sys.setswitchinterval(before)
        assert_the_same(simulation, expected)


def test_different_seeds_throw_differently():
    counts_by_seed = [simulated(fights=2000, seed=seed).counts for seed in range(5)]
    assert all(counts_by_seed[i] != counts_by_seed[k] for i in range(5) for k in range(i))


def test_each_block_throws_differently(monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 1000)
    one, two = simulated(fights=1000).counts, simulated(fights=2000).counts
    assert two - one != one


@pytest.mark.parametrize("fights", [1, 499, 500, 501, 1750])
def test_counts_add_up_to_the_fights(fights, monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 500)
    simulation = simulated(fights=fights)
    assert (
        simulation.fights
        == fights
        == simulation.counts.total()
        == simulation.turns.total()
        == simulation.count(list(simulation))
    )
    assert sum(simulation.values()) == pytest.approx(1)


def test_what_was_met_before_changes_nothing(monkeypatch):
    """The tables that are kept grow in another order."""
    expected = simulate("rencounter.duel", 3000, seed=5)
    monkeypatch.setattr(many, "_READY", type(many._READY)())
    simulate("rencounter.duel", 200, seed=6)
    assert_the_same(simulate("rencounter.duel", 3000, seed=5), expected)


LIMIT = 12
START = Dist({0: 1, 2: 1, 5: 6})


def coin(n):
    return Dist({n + 1: 2, n - 1: 3})


COINS = {
    "a state of one piece": (START, [coin], lambda n: n),
    "two phases": (START, [coin, lambda n: n], lambda n: n),
    "components": (
        START.map(lambda n: ("left alone", n)), [Phase(coin, 1), Phase(lambda word: word, 0)], lambda pair: pair[1],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("start", "phases", "money"), COINS.values(), ids=COINS)
def test_a_million_throws_of_a_small_chain(start, phases, money):
    """Some are over before they begin, some when the limit comes."""
    ends = {0: "lost", 6: "won"}
    play = TurnModel(
        start, phases, lambda s: ends.get(money(s)), LIMIT, "going", lambda s, end, turns: (money(s), end, turns)
    )
    outcomes, turns = Simulator(play).throw(1_000_000, np.random.SeedSequence(4))
    course = Chain(START, coin, ended=ends.__contains__).run(LIMIT)
    exact = course.ends.map(
        lambda last: (last[1], ends.get(last[1], "going"), last[0] or (LIMIT if last[0] is None else 0))
    )
    assert set(outcomes) == set(exact)
    assert all(likely(seen, exact[outcome], 1_000_000) for outcome, seen in outcomes.items())
    assert turns == sum((Counter({turn: seen}) for (_, _, turn), seen in outcomes.items()), Counter())


def table_of(step, numbers):
    """The table of a step that is known for some numbers, these packed, and what they were packed with."""
    transitions = Transitions(Dist(numbers), (step,), bool, 100)
    packing = Packing(transitions.packing.components)
    table, seen = Table(transitions, 0, packing), np.arange(len(numbers))
    packing.widen()
    made = table.made_of(seen)
    seen = packing.widen()(seen)
    table.add(seen, made)
    return table, seen, packing


def test_the_highest_number_that_can_be_drawn_leads_where_its_own_state_leads():
    table, states, packing = table_of(lambda n: Dist({n: 3, n + 100: 1}), range(50))
    highest = np.full(50, np.nextafter(1.0, 0.0))
    thrown, _ = table.throw(states, table.begins.all[table.index.find(states)], highest)
    assert packing.columns_unpacked(thrown) == [[n + 100 for n in range(50)]]


def test_who_stands_still_for_certain_is_busy_no_more_and_all_others_are():
    """1 stays, 2 may stay, 3 goes to 1 and 4 comes back with 3."""
    leads = {1: Dist([1]), 2: Dist([2, 1]), 3: 1, 4: 3}
    table, states, _ = table_of(leads.__getitem__, list(leads))
    _, happens = table.throw(states, table.begins.all[table.index.find(states)], np.full(4, 0.25))
    assert happens.tolist() == [False, True, True, True]


def test_states_of_which_there_are_many_more_than_at_first():
    """Two components that go apart without end: their bits grow while fights are under way."""
    walk = [Phase(lambda n: Dist([n, n + 1]), 0), Phase(lambda n: Dist([n, n - 1, n - 2]), 1)]
    play = TurnModel((0, 0), walk, lambda state: None, 30, read=lambda state, end, turns: state)
    outcomes, _ = Simulator(play).throw(FIGHTS, np.random.SeedSequence(5))
    exact = (30 @ Dist([0, 1])).map(lambda n: ("up", n)), (30 @ Dist([0, -1, -2])).map(lambda n: ("down", n))
    for place, dist in enumerate(exact):
        seen = Counter()
        for state, times in outcomes.items():
            seen[state[place]] += times
        assert all(likely(seen[n], p) for (_, n), p in dist.items())
        assert len(seen) > 16


# Stopped early --------------------------------------------------------------------------------------------------------


def interrupt_after(blocks):
    def report(done, of):
        if done == blocks:
            raise KeyboardInterrupt

    return report


def test_what_was_done_before_an_interrupt_counts(monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 500)
    simulation = simulated(fights=5250, progress=interrupt_after(3))
    first = simulated(fights=1500)
    assert simulation.stopped and not first.stopped
    assert (simulation.fights, simulation.counts, simulation.turns) == (1500, first.counts, first.turns)
    assert "1,500 fights" in repr(simulation) and "stopped early" in repr(simulation)
    assert "stopped" not in repr(first)


def test_an_interrupt_with_threads_counts_whole_blocks(monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 500)
    with ThreadPoolExecutor(2) as executor:
        simulation = simulated(executor, fights=20_250, progress=interrupt_after(4))
    assert simulation.stopped
    assert simulation.fights in (2000, 1750)
    assert simulation.counts.total() == simulation.turns.total() == simulation.fights
    assert sum(simulation.values()) == pytest.approx(1)


def test_an_interrupt_in_the_middle_of_a_block_leaves_that_block_out(monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 500)
    true_block = estimate.throw_block

    def block(*args):
        if args[-1] == 2:
            raise KeyboardInterrupt
        return true_block(*args)

    monkeypatch.setattr(estimate, "throw_block", block)
    simulation = simulated(fights=5000)
    assert simulation.stopped
    assert simulation.fights == simulation.counts.total() == simulation.turns.total() == 1000


def test_an_interrupt_before_anything_is_done_is_an_interrupt(monkeypatch):
    def block(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(estimate, "throw_block", block)
    with pytest.raises(KeyboardInterrupt):
        simulated(fights=5000)


def test_another_error_is_no_interrupt(monkeypatch):
    monkeypatch.setattr(estimate, "BLOCK", 500)

    def report(done, of):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulated(fights=5000, progress=report)


# Wrong input ----------------------------------------------------------------------------------------------------------

WRONG = [
    ({"fights": 0}, "fights must be a whole number from 1"),
    ({"fights": -5}, "fights must be a whole number from 1"),
    ({"fights": True}, "fights must be a whole number from 1"),
    ({"fights": 1.5}, "fights must be a whole number from 1"),
    ({"fights": "many"}, "fights must be a whole number from 1"),
    ({"fights": 10**9 + 1}, "fights must be a whole number from 1"),
    ({"seed": -1}, "seed must be a whole number from 0"),
    ({"seed": "same"}, "seed must be a whole number from 0"),
    ({"seed": False}, "seed must be a whole number from 0"),
    ({"seed": 10**30}, "seed must be a whole number from 0"),
    ({"confidence": 2}, "confidence must be a number between 0 and 1"),
    ({"confidence": 1.0}, "confidence must be a number between 0 and 1"),
    ({"confidence": 0.0}, "confidence must be a number between 0 and 1"),
    ({"confidence": float("nan")}, "confidence must be a number between 0 and 1"),
    ({"confidence": "sure"}, "confidence must be a number between 0 and 1"),
    ({"id": "rencounter.heroics"}, r"a check must be one of rk\.checks"),
    ({"experiance": 5}, "did you mean experience"),
    ({"experience": 7}, "experience must be a whole number from 1 to 6"),
    ({"rules": rk.rules("traveller")}, "rules must be a ruleset of rencounter"),
]


@pytest.mark.parametrize(
    ("arguments", "message"), WRONG, ids=[f"{name}={value!s:.20}" for g, _ in WRONG for name, value in g.items()]
)
def test_wrong_input_is_refused_in_one_sentence(arguments, message):
    arguments = {"id": "rencounter.heroism", "fights": 10, **arguments}
    with pytest.raises(RuleError, match=message) as refused:
        simulate(arguments.pop("id"), **arguments)
    assert len(str(refused.value).splitlines()) == 1
    assert "; got " in str(refused.value) or "has no parameter" in str(refused.value)


# By chance as exactly -------------------------------------------------------------------------------------------------

SURE = 0.99999
SITUATIONS = [
    ("rencounter.duel", {}),
    ("rencounter.duel", {"order": "random", "a_skill": 8, "turn_limit": 30}),
    ("rencounter.gunfight", {}),
    ("rencounter.gunfight", {"b_loaded": False, "a_policy": "aim_1"}),
    ("rencounter.skirmish", {"a_men": 2, "b_men": 2}),
    ("rencounter.skirmish", {"a_men": 1, "b_men": 1, "b_leader": True, "order": "random"}),
    ("rencounter.unit_under_fire", {}),
    ("rencounter.unit_under_fire", {"men": 6, "leader": False, "shooters": 2}),
    ("rencounter.heroism", {}),
]


@pytest.mark.parametrize(("check_id", "params"), every_nth(SITUATIONS, tries(3, 1)))
def test_many_fights_come_out_as_the_exact_answer_says(check_id, params):
    exact = rk.check(check_id, **params)
    simulation = simulate(check_id, FIGHTS, seed=1812, **params)
    assert set(simulation) == set(simulation.counts) <= set(exact), "an outcome of probability 0 came"
    for outcome, p in exact.items():
        low, high = simulation.interval([outcome], confidence=SURE)
        assert low <= p <= high
        assert likely(simulation.count([outcome]), p)
    for event, p in exact.events.items():
        low, high = simulation.interval(event, confidence=SURE)
        assert low <= p <= high
        assert low < simulation.event(event) < high or simulation.event(event) in (0, 1)
    assert set(simulation.turns) <= set(exact.turns)
    assert all(likely(simulation.turns[turn], p) for turn, p in exact.turns.items())
    low, high = simulation.turns_interval(confidence=SURE)
    assert low <= exact.expected_turns <= high
    assert simulation.expected_turns == pytest.approx((low + high) / 2)


@pytest.mark.parametrize("result", ["turns", "winner", "winners_wounds"])
def test_every_kind_of_answer_of_a_duel(result):
    exact = rk.check("rencounter.duel", result=result)
    simulation = simulate("rencounter.duel", FIGHTS, seed=1813, result=result)
    assert set(simulation) <= set(exact)
    assert all(likely(simulation.counts[outcome], p) for outcome, p in exact.items())


# How sure it is -------------------------------------------------------------------------------------------------------


def certain(fights):
    """A hero who is there already."""
    return simulate("rencounter.heroism", fights, inspire_at=6, result="ever_six")


def test_what_always_came_is_not_certain():
    simulation = certain(1000)
    low, high = simulation.interval("yes")
    assert simulation["yes"] == 1
    assert 0.99 < low < 1
    assert high == 1
    assert simulation.interval("yes", confidence=0.99999)[0] < low


def test_what_never_came_is_not_impossible():
    simulation = certain(1000)
    low, high = simulation.interval("no")
    assert simulation.count("no") == simulation.event("no") == low == 0
    assert 0 < high < 0.01


def test_an_interval_is_wilsons():
    simulation, z = alone(), norm.ppf(0.95)
    n, p = simulation.fights, simulation[3]
    middle, half = p + z * z / (2 * n), z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5
    assert simulation.interval([3], confidence=0.9) == pytest.approx(
        ((middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)), rel=1e-12
    )


def test_more_fights_or_less_confidence_make_an_interval_narrower():
    def width(pair):
        return pair[1] - pair[0]

    few, many = (simulate("rencounter.duel", fights, seed=3) for fights in (1000, 50_000))
    assert width(many.interval("A wins")) < width(few.interval("A wins"))
    assert width(many.turns_interval()) < width(few.turns_interval())
    assert width(few.interval("A wins", 0.5)) < width(few.interval("A wins", 0.95)) == width(few.interval("A wins"))
    assert width(few.turns_interval(0.5)) < width(few.turns_interval(0.95)) == width(few.turns_interval())


def test_the_confidence_that_was_asked_for_is_that_of_the_intervals():
    simulation = simulate("rencounter.duel", 1000, seed=3, confidence=0.5)
    assert simulation.interval("A wins") == simulate("rencounter.duel", 1000, seed=3).interval("A wins", 0.5)
    assert list(simulation.table().columns) == ["outcome", "fights", "percent", "from (50 %)", "to (50 %)"]


def test_the_table_has_a_row_for_each_outcome():
    simulation = simulate("rencounter.duel", 5000, seed=3)
    table = simulation.table()
    assert list(table.columns) == ["outcome", "fights", "percent", "from (95 %)", "to (95 %)"]
    assert len(table) == len(simulation) == len(simulation.counts)
    assert list(table["fights"]) == [simulation.counts[outcome] for outcome in simulation]
    assert table["fights"].sum() == simulation.fights
    assert table["percent"].sum() == pytest.approx(100)
    for row, outcome in zip(table.itertuples(index=False, name=None), simulation, strict=True):
        assert row[0] == simulation.check.words(outcome)
        assert row[2:] == pytest.approx((100 * simulation[outcome], *(100 * x for x in simulation.interval([outcome]))))
    assert (table["from (95 %)"] < table["percent"]).all() and (table["percent"] < table["to (95 %)"]).all()


def test_an_estimate_says_that_it_is_not_exact():
    simulation = alone()
    assert simulation.exact is False
    assert f"{simulation.fights:,} fights, seed 7" in repr(simulation)
