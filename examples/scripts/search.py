#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Searches the settings of a device with which a workload's kernels take least time.

    search.py WORKLOAD DEVICE SETTING=VALUE,VALUE,... ... [--budget N] [--results FOLDER] [--by NAME]

Searches by Optuna, else by SciPy's differential evolution, else by a coordinate search, whichever is
installed first; --by chooses. With --results a search that was ended goes on where it was.
"""
from __future__ import annotations

import argparse
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import lockstep  # noqa: E402

SEED = 1


class Spent(Exception):
    """The budget of simulations is spent."""


class Objective:
    """Kernel times by place: a tuple with the index of each setting's value."""

    def __init__(self, points, workload, device, space, budget):
        self.points, self.space, self.budget = points, space, budget
        self.point = {"workload": workload, "device": device}
        self.known = {}

    def settings(self, place):
        return {name: values[i] for (name, values), i in zip(self.space.items(), place)}

    def times(self, places):
        """Simulates what is new of a batch, at once; a point that is not legal takes for ever."""
        new = [place for place in dict.fromkeys(places) if place not in self.known]
        left = self.budget - len(self.known)
        for place, answer in zip(new, self.points.run({**self.point, "set": self.settings(p)} for p in new[:left])):
            self.known[place] = answer["kernel_seconds"] if answer.get("status") == "ok" else float("inf")
        if len(new) > left:
            raise Spent
        return [self.known[place] for place in places]


def by_optuna(objective):
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=SEED))
    for _ in range(4 * objective.budget):  # a place that is proposed again costs nothing
        trials = [study.ask() for _ in range(4)]
        places = [
            tuple(trial.suggest_int(name, 0, len(values) - 1) for name, values in objective.space.items())
            for trial in trials
        ]
        for trial, seconds in zip(trials, objective.times(places)):
            study.tell(trial, min(seconds, 1e9))


def by_scipy(objective):
    from scipy.optimize import differential_evolution

    def times(generation):  # a column for each member
        return objective.times([tuple(int(round(i)) for i in member) for member in generation.T])

    bounds = [(0, len(values) - 1) for values in objective.space.values()]
    differential_evolution(
        times, bounds, integrality=[True] * len(bounds), vectorized=True, updating="deferred", polish=False,
        popsize=4, maxiter=objective.budget, seed=SEED, tol=0,
    )


def by_coordinates(objective):
    """Takes the best value of one setting after the other, from the middle, then from random places."""
    sizes = [len(values) for values in objective.space.values()]
    chance = random.Random(SEED)
    place = tuple(size // 2 for size in sizes)
    for _ in range(objective.budget):
        before = None
        while before != place:
            before = place
            for axis, size in enumerate(sizes):
                line = [place[:axis] + (i,) + place[axis + 1 :] for i in range(size)]
                place = min(zip(objective.times(line), line))[1]
        place = tuple(chance.randrange(size) for size in sizes)


SEARCHES = {"optuna": by_optuna, "scipy": by_scipy, "coordinates": by_coordinates}


def search(objective, chosen):
    for name in [chosen] if chosen else SEARCHES:
        try:
            SEARCHES[name](objective)
        except Spent:
            pass
        except ImportError:
            if chosen:
                raise
            continue
        return name


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("workload")
    parser.add_argument("device")
    parser.add_argument("setting", nargs="+", help="NAME=VALUE,VALUE,...")
    parser.add_argument("--budget", type=int, default=60, help="simulations at most")
    parser.add_argument("--results", help="folder in which results are kept")
    parser.add_argument("--by", choices=SEARCHES)
    asked = parser.parse_args()
    space = {name: values.split(",") for name, values in (s.split("=", 1) for s in asked.setting)}
    with lockstep.Points(results=asked.results, stats=["time.kernels"]) as points:
        objective = Objective(points, asked.workload, asked.device, space, asked.budget)
        by = search(objective, asked.by)
    seconds, place = min((seconds, place) for place, seconds in objective.known.items())
    if seconds == float("inf"):
        sys.exit("search.py: no point was simulated; 'lockstep points' says why of each")
    print(*(f"{name}={value}" for name, value in objective.settings(place).items()), seconds)
    print(f"search.py: by {by}, {len(objective.known)} points", file=sys.stderr)


if __name__ == "__main__":
    main()
