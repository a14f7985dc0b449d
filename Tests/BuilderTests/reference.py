"""Prints random cases and what Python's own modules make of them, one JSON object a line.

    python3 reference.py cases SEED COUNT
    python3 reference.py characters
"""

import difflib
import heapq
import json
import random
import re
import sys
import unicodedata

LATIN = "abcdeghilnorstuABDSéèüßñçøÅŁİıÆŒşďž"
CYRILLIC = "абвгдежзиклйёіїґєЖИЁЇҐЄ"
OTHERS = "αΣσςΩάあア夜漢한글ÅﬁﬀⅣ①½ẞꭰᏸᎠ١५𝐀𝔘ǆǅ\u0301\u0308\u0327\u05d0\u0e01"
MARKS = "()[]{}“”«»\"'’-–—~.,!?&/_:#"
SPACES = " \t\n\u00a0\u2003\u3000\x1c\u2028"
DASHES = ["-", "–", "—", " - ", " – ", " — ", " ~ ", "  -  "]
WORDS = [
    "remaster", "remastered", "live", "bonus", "edit", "mix", "version", "single", "ost", "from",
    "из", "feat", "feat.", "ft.", "acoustic", "instrumental", "karaoke", "mashup", "orchestral",
    "symphonic", "explicit", "Live", "REMASTERED", "Remix", "Mixed", "livery", "2011", "Fromage",
    "song", "night", "love", "the", "ночь", "песня", "И́з", "Édit", "Ｌｉｖｅ",
]


def without_accents(text):
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if unicodedata.combining(part) == 0)


def normalised(title):
    text = without_accents(title.casefold()).replace("ё", "е")
    text = text.translate({ord(mark): None for mark in "“”«»"})
    text = text.translate({ord(mark): " " for mark in "()[]{}"})
    behind = "remaster(?:ed)?|live|bonus|edit|mix|version|single|ost|from|из"
    text = re.sub(rf"\s*[-–—]\s*(?:{behind})\b.*", "", text)
    text = re.sub(r"\s+feat\.?\b.*", "", text)
    text = re.sub(r"\s*[-–—~]\s*", " ", text)
    anywhere = "acoustic|instrumental|karaoke|mashup|live|orchestral|symphonic|bonus|edit|mix"
    text = re.sub(rf"\b(?:{anywhere}|version|explicit)\b", "", text)
    return " ".join(re.sub("[^0-9a-zа-яёіїґ]+", " ", text).split())


def ratio(first, second):
    return difflib.SequenceMatcher(None, first, second).ratio()


def is_variant(candidate, known):
    if not candidate or not known:
        return False
    if candidate == known or ratio(candidate, known) >= 0.92:
        return True
    if set(candidate.split()) == set(known.split()):
        return True
    pairs = [(candidate, known), (known, candidate)]
    return any(a in b and len(a) >= max(4, len(b) * 0.6) for a, b in pairs)


def spread(artists, generator):
    """The positions of tracks, shuffled so that those of one artist lie apart."""
    if len(artists) <= 1:
        return list(range(len(artists)))
    buckets = {}
    for position, artist in enumerate(artists):
        buckets.setdefault(artist, []).append(position)
    for bucket in buckets.values():
        generator.shuffle(bucket)
    turns = []
    for artist, bucket in buckets.items():
        heapq.heappush(turns, (-len(bucket), generator.random(), artist))
    order, last = [], None
    while turns:
        count, _, artist = heapq.heappop(turns)
        if artist == last and turns:
            heapq.heappush(turns, (count, generator.random(), artist))
            _, _, artist = heapq.heappop(turns)
        order.append(buckets[artist].pop())
        last = artist
        if buckets[artist]:
            heapq.heappush(turns, (-len(buckets[artist]), generator.random(), artist))
    return order


def chosen(query, names):
    """The position of the artist that a text names."""
    for form in (str.casefold, lambda name: without_accents(name.casefold())):
        for position, name in enumerate(names):
            if form(name) == form(query):
                return position
    close = difflib.get_close_matches(query, names, n=1, cutoff=0.6)
    if close:
        return names.index(close[0])
    return 0 if names else None


def existing(name, names):
    """The position of the playlist of a name."""
    wanted, dated = name.strip().lower(), None
    for position, found in enumerate(names):
        found = found.strip().lower()
        if found == wanted:
            return position
        if dated is None and found.startswith(wanted + " "):
            if re.match(r"\d{4}-\d{2}-\d{2}$", found[len(wanted):].strip()):
                dated = position
    return dated


class Cases:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def letters(self, alphabet, least, most):
        return "".join(self.chance.choices(alphabet, k=self.chance.randint(least, most)))

    def word(self):
        kind = self.chance.random()
        if kind < 0.4:
            return self.chance.choice(WORDS)
        if kind < 0.6:
            return self.letters(LATIN, 1, 8)
        if kind < 0.75:
            return self.letters(CYRILLIC, 1, 8)
        if kind < 0.85:
            return self.letters(OTHERS, 1, 5)
        if kind < 0.95:
            return self.letters(MARKS, 1, 3)
        return self.letters("0123456789", 1, 4)

    def title(self):
        text = ""
        for _ in range(self.chance.randint(0, 7)):
            gap = self.chance.random()
            if gap < 0.2:
                text += self.chance.choice(DASHES)
            elif gap < 0.8:
                text += " "
            elif gap < 0.95:
                text += self.chance.choice(SPACES)
            text += self.word()
        return text

    def changed(self, text):
        """The text with a few letters lost, doubled or replaced, or its words in another order."""
        letters = list(text)
        for _ in range(self.chance.randint(0, 3)):
            if not letters:
                break
            position = self.chance.randrange(len(letters))
            kind = self.chance.randrange(3)
            if kind == 0:
                del letters[position]
            elif kind == 1:
                letters.insert(position, letters[position])
            else:
                letters[position] = self.chance.choice("abcxyz é")
        text = "".join(letters)
        if self.chance.random() < 0.3:
            words = text.split(" ")
            self.chance.shuffle(words)
            text = " ".join(words)
        if self.chance.random() < 0.2:
            text = text[: self.chance.randint(0, len(text))]
        return text

    def name(self):
        return " ".join(
            self.letters(self.chance.choice([LATIN, CYRILLIC, "abcd"]), 1, 8)
            for _ in range(self.chance.randint(1, 3))
        )

    def number(self):
        kind = self.chance.random()
        if kind < 0.3:
            return self.chance.randint(-5, 2000)
        if kind < 0.6:
            return self.chance.getrandbits(self.chance.randint(1, 70))
        if kind < 0.9:
            return -self.chance.getrandbits(self.chance.randint(1, 200))
        return self.chance.getrandbits(self.chance.choice([14000, 9000, 31, 32, 33, 64]))

    def normalise(self):
        title = self.title()
        return {"title": title, "result": normalised(title)}

    def fold(self):
        text = self.title() + self.letters(LATIN + OTHERS + " .'Σ", 0, 6)
        return {"text": text, "folded": text.casefold(), "plain": without_accents(text.casefold()),
                "lower": text.lower(), "stripped": text.strip()}

    def ratio(self):
        if self.chance.random() < 0.5:
            alphabet = self.chance.choice(["ab", "abcd ", LATIN])
            first, second = self.letters(alphabet, 0, 40), self.letters(alphabet, 0, 40)
        else:
            alphabet = self.chance.choice(["ab", "abcdefghijklmnopqrst", LATIN + CYRILLIC + OTHERS])
            second = self.letters(alphabet, 150, 420)
            first = self.changed(second) + self.letters(alphabet, 0, 60)
            if self.chance.random() < 0.5:
                first = self.letters(alphabet, 0, 300)
        return {"first": first, "second": second, "result": ratio(first, second)}

    def variant(self):
        known = normalised(self.title() + " " + self.title())
        candidate = " ".join(self.changed(known).split())
        if self.chance.random() < 0.3:
            known, candidate = candidate, known
        candidate, known = normalised(candidate), normalised(known)
        return {"candidate": candidate, "known": known, "result": is_variant(candidate, known)}

    def generator(self):
        seed = self.number()
        generator = random.Random(seed)
        bits = [generator.getrandbits(32) for _ in range(self.chance.choice([1, 5, 700]))]
        return {"seed": str(seed), "bits": bits[-5:], "skipped": len(bits[:-5]),
                "doubles": [generator.random() for _ in range(3)]}

    def shuffle(self):
        seed, order = self.number(), list(range(self.chance.choice([0, 1, 2, 3, 10, 64, 65, 500])))
        random.Random(seed).shuffle(order)
        return {"seed": str(seed), "result": order}

    def spread(self):
        names = [self.name() for _ in range(self.chance.randint(1, 6))] + [""]
        artists = [self.chance.choice(names) for _ in range(self.chance.randint(0, 40))]
        seed = self.number()
        return {"seed": str(seed), "artists": artists,
                "result": spread(artists, random.Random(seed))}

    def seed(self):
        text = str(self.number())
        kind = self.chance.random()
        if kind < 0.3:
            zero = self.chance.choice("٠०０𝟎0")
            text = "".join(
                chr(ord(zero) + int(one)) if one.isdigit() and self.chance.random() < 0.5 else one
                for one in text)
        if kind > 0.15:
            for _ in range(self.chance.randint(0, 3)):
                position = self.chance.randint(0, len(text))
                text = text[:position] + self.chance.choice("__+- 0x.e²½\x1c\u2003") + text[position:]
        if self.chance.random() < 0.4:
            text = self.letters(SPACES, 0, 3) + text + self.letters(SPACES + "\x1f", 0, 3)
        if self.chance.random() < 0.1:
            text = self.chance.choice(["", "-", "+", " ", "1" * 4300, "1" * 4301, "0" * 4301 + "1",
                                       "_1", "1_", "1__0", "0x10", "1e3", "ten", "-0", "+0_0", "½"])
        try:
            result = str(int(text))
        except ValueError:
            result = None
        return {"text": text, "result": result}

    def choose(self):
        query = self.name()
        names = [
            self.chance.choice([query, self.changed(query), self.name(), query.upper(),
                                without_accents(query), self.changed(self.changed(query))])
            for _ in range(self.chance.randint(0, 10))
        ]
        if self.chance.random() < 0.7:
            names = [name for name in names if name.casefold() != query.casefold()]
        return {"query": query, "names": names, "result": chosen(query, names)}

    def find(self):
        name = self.name()
        endings = ["", " ", " 2025-11-20", "  2024-01-02 ", " 2025-11-2", " ٢٠٢٥-11-20", "2025-11-20",
                   " 2025-11-20x", "\t2025-11-20", " \u20032025-11-20", " mix"]
        forms = [str.upper, str.lower, str.title, str]
        names = [
            self.chance.choice([" ", ""])
            + self.chance.choice(forms)(self.chance.choice([name, name, name, self.name()]))
            + self.chance.choice(endings)
            for _ in range(self.chance.randint(0, 6))
        ]
        return {"name": name, "names": names, "result": existing(name, names)}

    def lines(self):
        text = "".join(
            self.chance.choice([self.name(), "# " + self.name(), "", " ", "  #", "a#b"])
            + self.chance.choice(["\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", " \n"])
            for _ in range(self.chance.randint(0, 8)))
        lines = [line.strip() for line in text.splitlines()]
        return {"text": text, "result": [line for line in lines if line and line[0] != "#"]}


def print_cases(seed, count):
    cases = Cases(seed)
    kinds = ["normalise", "fold", "ratio", "variant", "generator", "shuffle", "spread", "seed",
             "choose", "find", "lines"]
    for number in range(count):
        kind = kinds[number % len(kinds)]
        print(json.dumps({"kind": kind, **getattr(cases, kind)()}))


def print_characters():
    """What becomes of the characters that are assigned, where that is not the character itself."""
    ranges = []
    for point in range(0x110000):
        character = chr(point)
        if unicodedata.category(character) in ("Cn", "Cs", "Co"):
            continue
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
        forms = {"folded": character.casefold(), "lower": character.lower(),
                 "plain": without_accents(character)}
        line = {name: form for name, form in forms.items() if form != character}
        if character.isspace():
            line["space"] = True
        if len(f"a{character}a".splitlines()) > 1:
            line["lineEnd"] = True
        if unicodedata.decimal(character, None) is not None:
            line["decimal"] = unicodedata.decimal(character)
        if line:
            print(json.dumps({"point": point, **line}))
    print(json.dumps({"assigned": ranges}))


if __name__ == "__main__":
    # As by default; the environment may say otherwise.
    sys.set_int_max_str_digits(4300)
    if sys.argv[1] == "characters":
        print_characters()
    else:
        print_cases(int(sys.argv[2]), int(sys.argv[3]))
