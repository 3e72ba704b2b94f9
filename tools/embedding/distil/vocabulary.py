"""Which words, and which two words beside each other, get a vector; texts as places among them."""

import json
import math
from collections import Counter

WORDS = 18_000
WORD_PAIRS = 12_000
NAME_MARK = "="

# "ERROR" beside a message pairs it with every other.
EMPTY = set(
    "error errors example exception exceptions warning warnings note notes fatal panic description failure type value "
    "standard runtime standarderror valueerror typeerror runtimeerror".split()
)


class Vocabulary:
    """Words that several sources use, then word pairs that stand together more often than by chance."""

    def __init__(self, texts_file, pairs_file):
        counts, sources, together, shared = Counter(), Counter(), Counter(), Counter()
        for _, words in by_source(texts_file, lambda row: [row[2]]):
            here = Counter()
            for text in words:
                here.update(text)
            counts.update(here)
            sources.update(word for word, times in here.items() if times > 1)
        for kinds, texts in by_source(pairs_file, lambda row: [row[4], row[5]]):
            here, words_here = Counter(), Counter()
            for kind, text in zip(kinds, texts):
                # What errors are told in matters most here.
                times = 3 if kind in ("error", "message") else 1
                for word in text:
                    counts[word] += times
                words_here.update(text)
                if kind not in ("meaning", "symbol"):
                    for two in set(zip(text, text[1:])):
                        together[two] += times
                        here[two] += 1
            shared.update(two for two, times in here.items() if times > 1)
        # A name that one package alone knows is left to its letters.
        words = [
            word
            for word, count in counts.items()
            if len(word) > 1
            and not word.startswith(NAME_MARK)
            and count >= 8
            and (sources[word] >= 3 or count > 400)
        ]
        words.sort(key=lambda word: (-(sources[word] + math.log(counts[word])), word))
        words = words[:WORDS]
        known, total = set(words), sum(counts.values())
        bound = []
        for (one, other), count in together.items():
            if one in known and other in known and one != other and count >= 15 and shared[(one, other)] >= 3:
                information = math.log(count * total / counts[one] / counts[other])
                if information > 0:
                    bound.append((math.log(count) * information, one, other))
        bound.sort(reverse=True)
        bound = [(one, other) for _, one, other in bound[:WORD_PAIRS]]
        self.single = len(words)
        self.names = words + [f"{one} {other}" for one, other in bound]
        self.counts = [counts[word] for word in words] + [together[two] for two in bound]
        self.places = {name: place for place, name in enumerate(self.names)}

    def places_of(self, words):
        """Each word and word pair once, as src/memory/embed/embed.ts looks them up."""
        found = {}
        for at, word in enumerate(words):
            place = self.places.get(word)
            if place is None and word.endswith("s"):
                place = self.places.get(word[:-1])
            if place is not None:
                found[place] = True
            if at > 0:
                two = self.places.get(f"{words[at - 1]} {word}")
                if two is not None:
                    found[two] = True
        return list(found)


def says_nothing(words):
    return all(word in EMPTY for word in words)


def by_source(path, texts_of):
    """The texts of one source after the other, each as a list of words, with the kinds of the rows they came from."""
    kinds, texts, current = [], [], None
    for line in open(path, encoding="utf8"):
        row = json.loads(line)
        words = [text.split(" ") if text else [] for text in texts_of(row)]
        if len(words) > 1 and any(map(says_nothing, words)):
            continue
        source = row[1] if len(words) > 1 else row[0]
        if source != current and texts:
            yield kinds, texts
            kinds, texts = [], []
        current = source
        kinds += [row[0]] * len(words)
        texts += words
    if texts:
        yield kinds, texts
