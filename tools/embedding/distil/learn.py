"""Moves word vectors until their sums say what the teacher says, and pairs of texts come out alike."""

import numpy as np
import scipy.sparse as sparse

BATCH = 256
ROUNDS = 2
RATE = 0.05
# How sharply the partner has to stand out from the 255 others of the batch.
TEMPERATURE = 0.07
# How often a word on both sides of a pair is left out of one: then other words have to tell that they belong together.
HIDDEN = 0.5
SEED = 5


def learn(vectors, pairs, weights, taught, targets, imitation, say):
    """
    `pairs` are two lists of places each, shown as often in a round as they weigh. `taught` are lists of places, whose
    sums should point to `targets`; `imitation` is what that counts beside the pairs. Changes `vectors`.
    """
    random = np.random.default_rng(SEED)
    bags = Bags(vectors)
    per_round = int(weights.sum() / BATCH)
    steps, step = ROUNDS * per_round, 0
    lessons, lesson = random.permutation(len(taught)), 0
    for turn in range(ROUNDS):
        times = np.floor(weights).astype(int) + (random.random(len(weights)) < weights % 1)
        order = np.repeat(np.arange(len(weights)), times)
        random.shuffle(order)
        losses = []
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rate = RATE * max(0.05, 1 - step / steps)
            step += 1
            texts = [hide(pairs[at][0], pairs[at][1], random) for at in order[start : start + BATCH]]
            losses.append(contrast(bags, texts, rate))
            if lesson + BATCH > len(lessons):
                lessons, lesson = random.permutation(len(taught)), 0
            chosen = lessons[lesson : lesson + BATCH]
            lesson += BATCH
            bag = bags.sums([taught[at] for at in chosen])
            bags.move(bag, -imitation * targets[chosen], rate)
        say(f"round {turn + 1} of {ROUNDS}: loss {np.mean(losses):.4f}")


def remove_common(vectors, texts, count):
    """
    Takes out of every word the directions in which texts differ most: whether something is said tersely or in prose,
    not what is said. What is taken from words is taken from their sums.
    """
    units = Bags(vectors).sums(texts).units
    common = np.linalg.svd(np.cov(units.T))[0][:, :count]
    vectors -= (vectors @ common) @ common.T


def contrast(bags, texts, rate):
    """Each text nearer to its partner than to the partners of the others, both ways."""
    count = len(texts)
    bag = bags.sums([one for one, _ in texts] + [other for _, other in texts])
    left, right = bag.units[:count], bag.units[count:]
    scores = left @ right.T / TEMPERATURE
    chance = (softmax(scores, 1) + softmax(scores, 0)) / 2
    loss = -np.log(np.diag(chance) + 1e-9).mean()
    chance[np.arange(count), np.arange(count)] -= 1
    chance = chance.astype(np.float32)
    bags.move(bag, np.concatenate([chance @ right, chance.T @ left]), rate)
    return loss


def hide(one, other, random):
    if random.random() < 0.5:
        return without_shared(one, other, random), other
    return one, without_shared(other, one, random)


def without_shared(cut, whole, random):
    kept = cut[~np.isin(cut, whole) | (random.random(len(cut)) >= HIDDEN)]
    return kept if len(kept) > 0 else cut


def softmax(scores, axis):
    powers = np.exp(scores - scores.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


class Bag:
    """A batch of texts: which words are in which, their sums at unit length and how long these were."""

    def __init__(self, words, matrix, sums):
        self.words = words
        self.matrix = matrix
        self.lengths = np.linalg.norm(sums, axis=1, keepdims=True) + 1e-8
        self.units = sums / self.lengths


class Bags:
    """Sums of word vectors, and steps of Adagrad with one moment per word: frequent words settle early."""

    def __init__(self, vectors):
        self.vectors = vectors
        self.moments = np.zeros(len(vectors), np.float32)

    def sums(self, texts):
        words, columns = np.unique(np.concatenate(texts), return_inverse=True)
        ends = np.concatenate([[0], np.cumsum([len(text) for text in texts])])
        ones = np.ones(len(columns), np.float32)
        matrix = sparse.csr_matrix((ones, columns, ends), shape=(len(texts), len(words)))
        return Bag(words, matrix, np.asarray(matrix @ self.vectors[words]))

    def move(self, bag, gradient, rate):
        along = (gradient * bag.units).sum(1, keepdims=True)
        gradient = (gradient - along * bag.units) / bag.lengths
        self.moments[bag.words] += np.asarray(bag.matrix.T @ (gradient * gradient).mean(1))
        pace = rate / (np.sqrt(self.moments[bag.words]) + 1e-8)
        self.vectors[bag.words] -= pace[:, None] * np.asarray(bag.matrix.T @ gradient)
