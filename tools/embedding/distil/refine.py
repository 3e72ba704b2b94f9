"""
Moves the wordings of one trouble together: refine.py FOLDER DIMENSIONS

FOLDER has `vectors.f32`, which is changed, and `troubles.json`: the common troubles and the special ones, of each its
wordings, each as the places of its words. The same input gives the same output.
"""

import json
import os
import sys

import numpy as np

from learn import Bags, contrast, hide

BATCH = 256
ROUNDS = 60
RATE = 0.01
# Adagrad begins as if each word had been moved a little: its first step would be as long as the word otherwise.
BEGUN = 1e-4
SEED = 5


def main(folder, dimensions):
    path = os.path.join(folder, "vectors.f32")
    vectors = np.fromfile(path, "<f4").reshape(-1, dimensions)
    with open(os.path.join(folder, "troubles.json"), encoding="utf8") as file:
        common, special = (bags_of(troubles) for troubles in json.load(file))
    # What is rare must not move the common troubles: these are learned once more.
    refine(vectors, common + special)
    refine(vectors, common)
    vectors.astype("<f4").tofile(path)


def bags_of(troubles):
    bags = [[np.array(rows, np.int32) for rows in trouble if rows] for trouble in troubles]
    return [bag for bag in bags if len(bag) > 1]


def refine(vectors, troubles):
    random = np.random.default_rng(SEED)
    bags = Bags(vectors)
    bags.moments += BEGUN
    steps = ROUNDS * (len(troubles) // BATCH + 1)
    for step in range(steps):
        chosen = random.choice(len(troubles), min(BATCH, len(troubles)), replace=False)
        rate = RATE * max(0.05, 1 - step / steps)
        loss = contrast(bags, [two(troubles[at], random) for at in chosen], rate)
    print(f"{len(troubles)} troubles: loss {loss:.4f}", file=sys.stderr)


def two(wordings, random):
    one, other = random.choice(len(wordings), 2, replace=False)
    return hide(wordings[one], wordings[other], random)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
