"""Check messages against our own limits and Discord's, including those that simcord doesn't check."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from simcord.components import ComponentValidationError, validate_message_state, walk_components

Body = Mapping[str, Any]

ROW, BUTTON, STRING_SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 10, 12, 17
COMPONENTS, TEXTS = 40, 4000  # per message, including nested components and accessories
# Observed, not documented: Discord answers 500 if the bytes of all texts of a message, and 12 more for each, are more
# than 10,170 (discord-api-docs, 8554 and 7310). We stay below, because nobody knows which texts count.
BYTES, BESIDE = 9000, 12
ALT, NONCE, ATTACHMENTS, MENTIONED = 1024, 25, 10, 100
EPHEMERAL, V2 = 1 << 6, 1 << 15
ATTACHED = "attachment://"
FILENAME = re.compile(r"[A-Za-z0-9_.-]+")  # Discord renames other files, so references to them break.


def message_problems(
    body: Body, *, attached: Collection[str] = (), v2: bool = False, private: bool = False, edit: bool = False
) -> Iterator[str]:
    """Yield the problems of a new message or an edit.

    ``attached``: the names of files that the message already has and that the body does not repeat; ``v2``: the message
    uses components V2; ``private``: it answers an interaction.
    """
    flags = body.get("flags") or 0
    v2 = v2 or bool(flags & V2)
    parts = list(walk_components(body.get("components") or []))
    if "components" in body or not (edit and v2):
        yield from _refused_by_simcord(body, flags | v2 * V2, edit=edit)
    if body.get("allowed_mentions") is None:
        yield "no allowed_mentions"
    elif len(body["allowed_mentions"].get("users") or []) > MENTIONED:
        yield f"allowed_mentions of more than {MENTIONED} users"
    if flags & EPHEMERAL and (edit or not private):
        yield "a DM that answers nobody"
    if len(str(body.get("nonce", ""))) > NONCE or (body.get("enforce_nonce") and not body.get("nonce")):
        yield f"a nonce that is to be enforced, and is {body.get('nonce')!r}"
    yield from _files(body, parts, attached, v2)
    files = [file.get("description") for file in body.get("attachments") or []]
    if (weight := sum(len(text.encode()) + BESIDE for text in [*texts_in(parts), *files] if text)) > BYTES:
        yield f"texts of {weight} bytes"
    for part in parts:
        yield from _component(part)


def _refused_by_simcord(body: Body, flags: int, *, edit: bool) -> Iterator[str]:
    """Yield why simcord refuses the message. Otherwise the bot would send a simpler one, and tests wouldn't notice."""
    try:
        validate_message_state(
            body.get("components") or [], flags=flags, content=body.get("content"), embeds=body.get("embeds") or [],
            attachments=body.get("attachments"), require_nonempty=not edit,
        )  # fmt: skip
    except ComponentValidationError as error:
        yield str(error)


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
    there = {*named, *attached} if files is None or any(not file.get("filename") for file in files) else set(named)
    items = [item for part in parts for item in part.get("items") or []]
    urls = [str((item.get("media") or {}).get("url") or "") for item in items]
    shown = {url.removeprefix(ATTACHED) for url in urls if url.startswith(ATTACHED)}
    if missing := sorted(shown - there):
        yield f"{', '.join(missing)} shown and not attached"
    if v2 and "components" in body and (unseen := sorted(set(named) - shown)):
        yield f"{', '.join(unseen)} attached and not shown"


def texts_in(parts: Sequence[Body]) -> Iterator[str]:
    """Yield all texts of these components that people can see or hear."""
    for part in parts:
        for one in (part, *(part.get("options") or []), *(part.get("items") or [])):
            yield from (one[key] for key in ("content", "label", "description", "placeholder") if one.get(key))


def _component(part: Body) -> Iterator[str]:
    kind = part["type"]
    if kind == TEXT and not (part.get("content") or "").strip():
        yield "an empty text"
    if kind == CONTAINER and not part.get("components"):
        yield "an empty container"
    if kind == BUTTON and not (part.get("label") or "").strip() and not part.get("emoji"):
        yield "a button with neither label nor emoji"
    if kind == STRING_SELECT:
        yield from _select(part)
    for item in part.get("items") or []:
        if not item.get("description"):
            yield "a picture without alt text"  # our rule, not Discord's
        if not str((item.get("media") or {}).get("url") or "").startswith((ATTACHED, "https://", "http://")):
            yield f"a picture at {item.get('media')}"


def _select(part: Body) -> Iterator[str]:
    options, most = part.get("options") or [], part.get("max_values", 1)
    if most > len(options):
        yield f"a select of up to {most} with {len(options)} options"
    if sum(bool(option.get("default")) for option in options) > most:
        yield "a select with more chosen than may be"
    for option in options:
        if not all((option.get(key) or "").strip() for key in ("label", "value")) or option.get("description") == "":
            yield f"an option with an empty text: {option}"
