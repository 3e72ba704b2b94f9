"""
Learns the table: distil.py GATHERED TEACHER DIMENSIONS

GATHERED is the folder in which train.ts has left what it gathered, and in which `vectors.f32` and `vocabulary.json`
are left for it; TEACHER one with a sentence model as ONNX and its tokenizer. The same text in gives the same table out.
"""

import json
import os
import random
import sys
import time

import numpy as np

from learn import learn, remove_common
from teacher import Teacher
from vocabulary import Vocabulary, says_nothing

# How often a pair is shown in a round, by how it was found.
WEIGHTS = {"error": 4, "message": 2, "told": 1, "term": 1, "heading": 1, "symbol": 0.3, "next": 0.1, "meaning": 0.2}
# What the teacher reads besides every error and message.
READ = {"told": 30_000, "heading": 20_000, "term": 20_000, "symbol": 15_000, "next": 25_000}
LONGEST = 240
IMITATION = 1
# Directions of style among the errors and messages, which come first of what is read.
COMMON = 2
ERRORS = 46_000

began = time.time()


def say(text):
    print(f"{time.time() - began:5.0f} s  {text}", file=sys.stderr, flush=True)


def main(gathered, teacher_folder, dimensions):
    texts_file = os.path.join(gathered, "texts.jsonl")
    pairs_file = os.path.join(gathered, "pairs.jsonl")
    vocabulary = Vocabulary(texts_file, pairs_file)
    say(f"{vocabulary.single} words, {len(vocabulary.names) - vocabulary.single} word pairs")

    pairs, weights, by_kind, words_of = [], [], {}, {}
    for line in open(pairs_file, encoding="utf8"):
        kind, _, one, other, one_words, other_words = json.loads(line)
        by_kind.setdefault(kind, []).append((one[:LONGEST], other[:LONGEST]))
        if kind in ("error", "message") or kind in READ:
            words_of[one[:LONGEST]] = one_words
            words_of[other[:LONGEST]] = other_words
        two = [split(one_words), split(other_words)]
        if not any(map(says_nothing, two)):
            add_pair(pairs, weights, vocabulary, two, WEIGHTS[kind])
    say(f"{len(pairs)} pairs")

    teacher = Teacher(teacher_folder, os.path.join(gathered, "teacher"))
    texts = texts_to_read(by_kind, words_of)
    taught = [np.array(vocabulary.places_of(split(words_of[text])), np.int32) for text in texts]
    meant = teacher.embed(texts, say)
    # The words of a text that was cut say more than the teacher has read.
    whole = [at for at, text in enumerate(texts) if len(text) < LONGEST and len(taught[at]) > 0]
    meant, taught = meant[whole], [taught[at] for at in whole]
    # What all texts have in common tells nothing.
    meant = unit(meant - meant.mean(0))
    directions = np.linalg.svd(np.cov(meant[:20_000].T))[0][:, :dimensions]
    vectors = start(teacher.embed(vocabulary.names, say), directions, vocabulary)
    learn(vectors, pairs, np.array(weights), taught, unit(meant @ directions), IMITATION, say)
    remove_common(vectors, taught[:ERRORS], COMMON)

    vectors.astype("<f4").tofile(os.path.join(gathered, "vectors.f32"))
    with open(os.path.join(gathered, "vocabulary.json"), "w", encoding="utf8") as file:
        json.dump({"words": vocabulary.names, "counts": vocabulary.counts}, file)


def add_pair(pairs, weights, vocabulary, two, weight):
    one, other = (np.array(vocabulary.places_of(words), np.int32) for words in two)
    if len(one) > 0 and len(other) > 0:
        pairs.append((one, other))
        weights.append(weight)


def texts_to_read(by_kind, words_of):
    """Every error and message, and some of everything else, each once."""
    random.seed(1)
    seen = set()

    def new(kind):
        found = []
        for text in (text for pair in by_kind[kind] for text in pair):
            if text not in seen and words_of[text]:
                seen.add(text)
                found.append(text)
        return found

    errors = new("error") + new("message")
    random.shuffle(errors)
    rest = []
    for kind, count in READ.items():
        found = new(kind)
        random.shuffle(found)
        rest += found[:count]
    random.shuffle(rest)
    return errors + rest


def start(names, directions, vocabulary):
    """A word begins as what the teacher says of it alone, short if it is common; a word pair adds nothing at first."""
    vectors = unit((names - names[: vocabulary.single].mean(0)) @ directions)
    counts = np.array(vocabulary.counts, float)
    vectors *= (1e-3 / (1e-3 + counts / counts[: vocabulary.single].sum()))[:, None]
    vectors[vocabulary.single :] = 0
    return vectors.astype(np.float32)


def split(words):
    return words.split(" ") if words else []


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
