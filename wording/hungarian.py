"""Hungarian grammar for the words around a value."""

import re

ARTICLE = re.compile(r"\b(A|a)\(z\)(?=\W*(\w+))")
VOWELS = "aáeéiíoóöőuúüű"
LETTERS_SPOKEN_WITH_A_VOWEL = "aeiouflmnrsxy"


def with_articles(text: str) -> str:
    """Resolve "a(z)" by the word that follows: "az 5. lapka", "a 7. lapka", "az M", "a II. forduló"."""
    return ARTICLE.sub(lambda found: found[1] + ("z" if _begins_with_a_vowel(found[2]) else ""), text)


def _begins_with_a_vowel(word: str) -> bool:
    """Return whether the word, the number or the single letter starts with a vowel when read aloud."""
    if word.isdecimal():  # egy, ezer, egymillió; öt, ötven, ötszáz
        return word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    if word in ("II", "III", "IV", "VI"):
        return False
    if len(word) == 1:
        return word == "V" or word.lower() in LETTERS_SPOKEN_WITH_A_VOWEL  # the fifth: ötödik
    return word[0].lower() in VOWELS
