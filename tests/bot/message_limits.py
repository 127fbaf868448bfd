"""Discord's limits for messages beyond the types of their fields. Pure functions: body in, problems out."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from simcord.components import walk_components

Body = Mapping[str, Any]

ROW, BUTTON, STRING_SELECT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = (
    1,
    2,
    3,
    9,
    10,
    11,
    12,
    13,
    14,
    17,
)
SELECTS = {STRING_SELECT, 5, 6, 7, 8}
NAMES = {ROW: "row", BUTTON: "button", SECTION: "section", TEXT: "text", GALLERY: "gallery", CONTAINER: "container"}
BLOCKS = {ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
WITHIN = {CONTAINER: BLOCKS, ROW: {BUTTON, *SELECTS}, SECTION: {TEXT}}  # which components may contain which
LINK, PREMIUM = 5, 6  # button styles

COMPONENTS, TEXTS = 40, 4000  # per message, including nested components and accessories
# Observed, not documented: Discord answers 500 if the bytes of all texts of a message, and 12 more for each, are more
# than 10,170 (discord-api-docs, 8554 and 7310). We stay below, because nobody knows which texts count.
BYTES, BESIDE = 9000, 12
CONTENT, EMBEDS, EMBEDDED = 2000, 10, 6000
ROWS, BUTTONS, PICTURES, SECTION_TEXTS, OPTIONS = 5, 5, 10, 3, 25
LABEL, CUSTOM_ID, PLACEHOLDER, ENTRY, ALT, URL, NONCE = 80, 100, 150, 100, 1024, 512, 25
ATTACHMENTS, MENTIONED = 10, 100
LARGEST_ID = 2**31 - 1
EPHEMERAL, V2 = 1 << 6, 1 << 15
ATTACHED = "attachment://"
FILENAME = re.compile(r"[A-Za-z0-9_.-]+")  # Discord renames other files, so references to them break.


def message_problems(
    body: Body, *, attached: Collection[str] = (), v2: bool = False, private: bool = False, edit: bool = False
) -> Iterator[str]:
    """Yield the problems of a new message or an edit.

    ``attached``: the files that the message already has and that the body does not name again; ``v2``: the message uses
    components V2; ``private``: it answers an interaction.
    """
    flags = body.get("flags") or 0
    v2 = v2 or bool(flags & V2)
    parts = list(walk_components(body.get("components") or []))
    yield from _mentions(body)
    yield from _files(body, parts, attached, v2)
    yield from _nonce(body)
    if flags & EPHEMERAL and (edit or not private):
        yield "a DM that answers nobody"
    for key in ("content", "embeds", "poll", "sticker_ids"):
        if v2 and body.get(key):
            yield f"{key} beside components of the second kind"
    if len(body.get("content") or "") > CONTENT:
        yield f"{len(body['content'])} characters of content"
    if len(body.get("embeds") or []) > EMBEDS or sum(map(_embedded, body.get("embeds") or [])) > EMBEDDED:
        yield "embeds that are too many or too long"
    if not edit and not any(body.get(key) for key in ("content", "embeds", "components", "attachments", "sticker_ids")):
        yield "an empty message"
    yield from _tree(body.get("components") or [], v2)
    yield from _totals(parts)
    files = [file.get("description") for file in body.get("attachments") or []]
    if (weight := sum(len(text.encode()) + BESIDE for text in [*texts_in(parts), *files] if text)) > BYTES:
        yield f"texts of {weight} bytes"
    for part in parts:
        yield from component_problems(part)


def _mentions(body: Body) -> Iterator[str]:
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "no allowed_mentions"
        return
    parse = allowed.get("parse") or []
    if set(parse) - {"users", "roles", "everyone"}:
        yield f"allowed_mentions of {parse}"
    for key in ("users", "roles"):
        named = allowed.get(key) or []
        if named and key in parse:
            yield f"allowed_mentions of all {key} and of some"
        if len(named) > MENTIONED or len(set(named)) < len(named):
            yield f"allowed_mentions of {len(named)} {key}, too many or twice the same"


def _files(body: Body, parts: Sequence[Body], attached: Collection[str], v2: bool) -> Iterator[str]:
    files = body.get("attachments")
    if len(files or []) > ATTACHMENTS:
        yield f"{len(files or [])} attachments"
    named = [file["filename"] for file in files or [] if file.get("filename")]
    for name, count in Counter(named).items():
        if count > 1:
            yield f"{count} attachments called {name}"
        if not FILENAME.fullmatch(name):
            yield f"an attachment called {name!r}"
    for file in files or []:
        if v2 and file.get("description"):
            yield f"{file.get('filename')} described, as in its gallery"
        if len(file.get("description") or "") > ALT:
            yield f"an attachment with a description of {len(file['description'])} characters"
    there = {*named, *attached} if files is None or any(not file.get("filename") for file in files) else set(named)
    shown = {url.removeprefix(ATTACHED) for url in _media(parts) if url.startswith(ATTACHED)}
    if missing := sorted(shown - there):
        yield f"{', '.join(missing)} shown and not attached"
    if v2 and "components" in body and (unseen := sorted(set(named) - shown)):
        yield f"{', '.join(unseen)} attached and not shown"


def _media(parts: Sequence[Body]) -> Iterator[str]:
    for part in parts:
        for shown in [*(part.get("items") or []), part]:
            for key in ("media", "file"):
                if isinstance(shown.get(key), Mapping):
                    yield str(shown[key].get("url") or "")


def _nonce(body: Body) -> Iterator[str]:
    nonce = body.get("nonce")
    if nonce is not None and not 1 <= len(str(nonce)) <= NONCE:
        yield f"a nonce of {len(str(nonce))} characters"
    if body.get("enforce_nonce") and nonce is None:
        yield "a nonce that is to be enforced, and none"


def _embedded(embed: Body) -> int:
    fields = [text for field in embed.get("fields") or [] for text in (field.get("name"), field.get("value"))]
    around = [(embed.get(key) or {}).get(word) for key, word in (("footer", "text"), ("author", "name"))]
    return sum(len(text or "") for text in (embed.get("title"), embed.get("description"), *fields, *around))


def _tree(components: Sequence[Body], v2: bool) -> Iterator[str]:
    """Yield the components that are not allowed where they are."""
    for part in components:
        if part["type"] not in ({*BLOCKS, CONTAINER} if v2 else {ROW}):
            yield f"a {_called(part)} on top"
    if not v2 and len(components) > ROWS:
        yield f"{len(components)} rows"
    for part in walk_components(list(components)):
        for child in part.get("components") or []:
            if child["type"] not in WITHIN.get(part["type"], ()):
                yield f"a {_called(child)} in a {_called(part)}"
        accessory = part.get("accessory")
        if accessory and accessory["type"] not in {BUTTON, THUMBNAIL}:
            yield f"a {_called(accessory)} beside a section"


def texts_in(parts: Sequence[Body]) -> Iterator[str]:
    """Yield all texts of these components that people can see or hear."""
    for part in parts:
        for one in (part, *(part.get("options") or []), *(part.get("items") or [])):
            yield from (one[key] for key in ("content", "label", "description", "placeholder") if one.get(key))


def _called(part: Body) -> str:
    return "select" if part["type"] in SELECTS else NAMES.get(part["type"], f"component {part['type']}")


def _totals(parts: Sequence[Body]) -> Iterator[str]:
    """Yield the problems of a message's components taken together."""
    if len(parts) > COMPONENTS:
        yield f"{len(parts)} components"
    if (length := sum(len(part.get("content") or "") for part in parts if part["type"] == TEXT)) > TEXTS:
        yield f"{length} characters of text"
    for key in ("custom_id", "id"):
        for value, count in Counter(part.get(key) for part in parts).items():
            if value and count > 1:
                yield f"{count} components with the {key} {value!r}"


def component_problems(part: Body) -> Iterator[str]:
    """Yield the problems of one component."""
    kind = part["type"]
    if not 0 <= int(part.get("id") or 0) <= LARGEST_ID:
        yield f"the number {part['id']} of a component"
    if kind == BUTTON or kind in SELECTS:
        needed = kind in SELECTS or part.get("style") not in (LINK, PREMIUM)
        custom_id = part.get("custom_id") or ""
        if needed and not custom_id:
            yield f"a {_called(part)} without id"
        if len(custom_id) > CUSTOM_ID:
            yield f"the id {custom_id!r} of {len(custom_id)} characters"
    yield from _KINDS.get(kind, _nothing)(part)
    if kind in SELECTS:
        yield from _select(part)


def _nothing(part: Body) -> Iterator[str]:
    yield from ()


def _row(part: Body) -> Iterator[str]:
    within = part.get("components") or []
    selects = [child for child in within if child["type"] in SELECTS]
    if not within:
        yield "an empty row"
    elif len(within) > BUTTONS or (selects and len(within) > 1):
        yield f"a row of {len(within)}, {len(selects)} of them selects"


def _container(part: Body) -> Iterator[str]:
    if not part.get("components"):
        yield "an empty container"
    if not 0 <= (part.get("accent_color") or 0) <= 0xFFFFFF:
        yield f"the colour {part['accent_color']}"


def _section(part: Body) -> Iterator[str]:
    if not part.get("accessory"):
        yield "a section without accessory"
    if not 1 <= len(part.get("components") or []) <= SECTION_TEXTS:
        yield f"a section of {len(part.get('components') or [])} texts"


def _text(part: Body) -> Iterator[str]:
    if not (part.get("content") or "").strip():
        yield "an empty text"


def _button(part: Body) -> Iterator[str]:
    style, label = part.get("style"), part.get("label") or ""
    if len(label) > LABEL:
        yield f"the label {label!r} of {len(label)} characters"
    if style == PREMIUM:
        return
    if not label.strip() and not part.get("emoji"):
        yield "a button with neither label nor emoji"
    if style not in {1, 2, 3, 4, LINK}:
        yield f"a button of style {style}"
    if (style == LINK) != bool(part.get("url")) or (style == LINK and part.get("custom_id")):
        yield "a button with an address and an id, or with neither"
    if len(part.get("url") or "") > URL:
        yield f"an address of {len(part['url'])} characters"


def _select(part: Body) -> Iterator[str]:
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= least <= most <= OPTIONS or most < 1:
        yield f"a select of {least} to {most}"
    if len(part.get("placeholder") or "") > PLACEHOLDER:
        yield f"a placeholder of {len(part['placeholder'])} characters"
    if part["type"] != STRING_SELECT:
        return
    options = part.get("options") or []
    if not 1 <= len(options) <= OPTIONS:
        yield f"a select with {len(options)} options"
    elif most > len(options):
        yield f"a select of up to {most} with {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "a select with more chosen than may be"
    for value, count in Counter(option.get("value") for option in options).items():
        if count > 1:
            yield f"{count} options with the value {value!r}"
    for option in options:
        for key in ("label", "value"):
            if not len((option.get(key) or "").strip()) >= 1 or len(option[key]) > ENTRY:
                yield f"an option with the {key} {option.get(key)!r}"
        if option.get("description") is not None and not 1 <= len(option["description"]) <= ENTRY:
            yield f"an option described as {option['description']!r}"


def _gallery(part: Body) -> Iterator[str]:
    items = part.get("items") or []
    if not 1 <= len(items) <= PICTURES:
        yield f"a gallery of {len(items)}"
    for item in items:
        yield from _picture(item)


def _picture(part: Body) -> Iterator[str]:
    if not part.get("description"):
        yield "a picture without alt text"  # our rule, not Discord's
    elif len(part["description"]) > ALT:
        yield f"an alt text of {len(part['description'])} characters"
    url = str((part.get("media") or {}).get("url") or "")
    if not url.startswith((ATTACHED, "https://", "http://")):
        yield f"a picture at {url!r}"


def _file(part: Body) -> Iterator[str]:
    if not str((part.get("file") or {}).get("url") or "").startswith(ATTACHED):
        yield "a file that is not attached"


_KINDS = {
    ROW: _row, CONTAINER: _container, SECTION: _section, TEXT: _text, BUTTON: _button, GALLERY: _gallery,
    THUMBNAIL: _picture, FILE: _file,
}  # fmt: skip
