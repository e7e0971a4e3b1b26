"""A game from its files: what it uses, its data, its variants and its scenarios.

    game.gdl ─ use ─► other files, std/ ─┐
    *.yaml rows and boards ──────────────┼─► declarations ─ variants ─► Loaded
    game/variants/*.gdl ─────────────────┘
    game/scenarios*.gdl ───────────────────────────────────────────────► scenarios

Afterwards no declaration refers to a file: data has become kinds, links and pictures. Only files in the
game's own folder and in the library are read, and only with the functions `read` and `listing`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path, PurePosixPath

from gdl.dsl import messages_files as messages
from gdl.dsl import syntax as s
from gdl.dsl.diagnostics import Diagnostics, slips, suggestion
from gdl.dsl.names import word_of
from gdl.dsl.parse import parse
from gdl.dsl.records import dataclass
from gdl.dsl.source import Source, Span
from gdl.dsl.variants import Changed, apply, order_of

MOST_BYTES = 2_000_000
STD = Path(__file__).parent.parent / "gamedefs" / "std"

Read = Callable[[Path], bytes]
Listing = Callable[[Path], Iterable[str]]


def read_file(path: Path) -> bytes:
    """At most one byte more than a file may have: enough to see that it is too large."""
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)


def list_folder(path: Path) -> list[str]:
    return sorted(each.name for each in path.iterdir()) if path.is_dir() else []


@dataclass(frozen=True, slots=True)
class VariantInfo:
    """A variant that the game has, chosen or not. `changes` is what it does, its needs being there."""

    name: str
    title: str
    needs: tuple[str, ...]
    file: str
    node: s.Variant
    changes: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with its variants applied.

    `declarations` are the effective ones, tables of kinds and data taken apart; `base` those before any
    variant. `chosen` are the variants applied, in order; `files` maps each file read to its SHA-256;
    `sources` holds their texts; `library` has the files of the library that were brought in, each with its name and the
    `use` that did it.
    """

    game: s.Game
    declarations: tuple[s.Declaration, ...]
    base: tuple[s.Declaration, ...]
    scenarios: tuple[s.Scenario, ...]
    variants: tuple[VariantInfo, ...]
    chosen: tuple[str, ...]
    files: dict[str, str]
    sources: dict[str, Source]
    library: dict[str, tuple[str, Span]] = field(default_factory=dict)


def load(
    path: str | Path,
    diagnostics: Diagnostics,
    variants: Iterable[str] = (),
    read: Read = read_file,
    listing: Listing = list_folder,
) -> Loaded | None:
    """The game in a file, or a variant's file with its game. None where there is no game to speak of."""
    loader = _Loader(Path(path), diagnostics, read, listing)
    return loader.run(tuple(variants))


def load_scenarios(
    path: str | Path, diagnostics: Diagnostics, read: Read = read_file, listing: Listing = list_folder
) -> tuple[s.Scenario, ...]:
    """The scenarios beside a game: those of every `NAME/scenarios*.gdl`."""
    return _Loader(Path(path), diagnostics, read, listing).scenarios_beside()


@dataclass(slots=True)
class _Loader:
    path: Path
    diagnostics: Diagnostics
    read: Read
    listing: Listing
    files: dict[str, str] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    parsed: dict[str, s.File | None] = field(default_factory=dict)
    library: dict[str, tuple[str, Span]] = field(default_factory=dict)

    def run(self, wanted: tuple[str, ...]) -> Loaded | None:
        main = self.file(self.path, Span(str(self.path), 1, 1, 1, 2))
        if main is None:
            return None
        base = _base_of(main)
        if base is not None:
            return self.run_base(base, main, wanted)
        return self.assemble(main, (), wanted)

    def run_base(self, variant: s.Variant, own: s.File, wanted: tuple[str, ...]) -> Loaded | None:
        """The file holds variants of another: that one is loaded, with the first of these applied."""
        assert variant.of is not None
        own_path = self.path
        found = self.upwards(own_path, _plain(variant.of), variant.of.span)
        if found is None:
            return None
        self.path = found
        main = self.file(found, variant.of.span)
        if main is None:
            return None
        return self.assemble(main, own.declarations, (variant.name.name, *wanted), own_path)

    def assemble(
        self, main: s.File, more: tuple[s.Declaration, ...], wanted: tuple[str, ...], skip: Path | None = None
    ) -> Loaded | None:
        declarations = self.with_uses(main, (self.path,), {self.path})
        games = [each for each in declarations if isinstance(each, s.Game)]
        for extra in games[1:]:
            messages.two_games(self.diagnostics, extra.span, extra.name.name, games[0].span)
        if not games:
            if not self.diagnostics.has_errors:
                messages.no_game(self.diagnostics, Span(str(self.path), 1, 1, 1, 2), str(self.path))
            return None
        plain = [d for d in declarations if not isinstance(d, s.Game | s.Variant | s.Scenario | s.Use)]
        inside = [d for d in (*declarations, *more) if isinstance(d, s.Variant)]
        variants = self.known_variants((*inside, *self.variants_beside(skip)))
        base = tuple(self.with_data(plain, plain))
        for name, variant in variants.items():
            variants[name] = replace(
                variant, lines=tuple(self.with_data(variant.lines, (*plain, *variant.lines)))
            )
        at = Span(str(self.path), 1, 1, 1, 2)
        applied = apply(games[0], base, variants, wanted, self.diagnostics, at)
        self.check_rulebook(applied.game)
        scenarios = [d for d in (*declarations, *more) if isinstance(d, s.Scenario)]
        return Loaded(
            game=applied.game,
            declarations=applied.declarations,
            base=apply(games[0], base, variants, (), Diagnostics()).declarations,
            scenarios=(*scenarios, *self.scenarios_beside()),
            variants=tuple(self.info(name, games[0], base, variants) for name in variants),
            chosen=applied.chosen,
            files=self.files,
            sources=self.sources,
            library=self.library,
        )

    def check_rulebook(self, game: s.Game) -> None:
        """`rulebook: "name/rulebook.yaml"` names a file that is there."""
        for setting in game.settings:
            for value in setting.values if setting.name.name == "rulebook" else ():
                if isinstance(value, s.Text) and all(isinstance(part, str) for part in value.parts):
                    text = "".join(part for part in value.parts if isinstance(part, str))
                    path = self.beside(Path(value.span.file), text, value.span)
                    if path is not None and not self.is_there(path):
                        messages.cannot_read(
                            self.diagnostics, value.span, str(path), "it is not there", self.near(path)
                        )

    # ---------------------------------------------------------------------- files

    def source(self, path: Path, at: Span) -> Source | None:
        """The text of a file, once; None, with a diagnostic, where it has none."""
        shown = str(path)
        if shown in self.sources:
            return self.sources[shown]
        try:
            data = self.read(path)
        except OSError as error:
            why = (error.strerror or "it is not there").lower()
            messages.cannot_read(self.diagnostics, at, shown, why, self.near(path))
            return None
        except ValueError:
            messages.cannot_read(self.diagnostics, at, shown, "this is no name of a file")
            return None
        if len(data) > MOST_BYTES:
            messages.too_large(self.diagnostics, at, shown, MOST_BYTES)
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            messages.not_utf8(self.diagnostics, at, shown)
            return None
        self.files[shown] = hashlib.sha256(data).hexdigest()
        self.sources[shown] = Source(shown, text)
        return self.sources[shown]

    def near(self, path: Path) -> str:
        """The files beside one that is not there whose names are like it; or the folders, where its folder is not there."""
        for part in (path, path.parent):
            with suppress(OSError, ValueError):
                beside = [PurePosixPath(name) for name in self.listing(part.parent)]
                stems = {each.stem: each.name for each in beside if each.suffix == part.suffix}
                hint = suggestion(part.stem, stems) if part.stem not in stems else ""
                for stem, name in stems.items() if hint else ():
                    hint = hint.replace(f"`{stem}`", f"`{name}`")
                if hint:
                    return hint
        return ""

    def file(self, path: Path, at: Span) -> s.File | None:
        shown = str(path)
        if shown not in self.parsed:
            source = self.source(path, at)
            self.parsed[shown] = parse(source, self.diagnostics) if source else None
        return self.parsed[shown]

    def beside(self, near: Path, text: str, at: Span) -> Path | None:
        """The file that `text` names: below the folder of the file that names it, or of the game."""
        if not _stays_below(text):
            messages.outside(self.diagnostics, at, text)
            return None
        own = near.parent / text
        in_game = self.path.parent / text
        path = own if own == in_game or self.is_there(own) else in_game
        return path if self.is_inside(path, at) else None

    def is_inside(self, path: Path, at: Span) -> bool:
        """Whether a file lies where a game may read, links followed; told where it does not."""
        try:
            inside = path.resolve().is_relative_to(self.path.parent.resolve()) or _in_std(path)
        except (OSError, ValueError):
            inside = False
        if not inside:
            messages.outside(self.diagnostics, at, path.name)
        return inside

    def in_folder(self, folder: Path, prefix: str, skip: Path | None = None) -> Iterator[s.File]:
        """The definitions in a folder of the game whose names begin with `prefix`."""
        for name in self.listing(folder):
            path = folder / name
            if not name.startswith(prefix) or not name.endswith(".gdl"):
                continue
            at = Span(str(path), 1, 1, 1, 2)
            if (skip is not None and path.resolve() == skip.resolve()) or not self.is_inside(path, at):
                continue
            file = self.file(path, at)
            if file:
                yield file

    def upwards(self, near: Path, text: str, at: Span) -> Path | None:
        """The game that a variant's file names: in its own folder, or one of the two above."""
        if not _stays_below(text):
            messages.outside(self.diagnostics, at, text)
            return None
        folders = [near.parent, near.parent.parent, near.parent.parent.parent]
        return next((each / text for each in folders if self.is_there(each / text)), near.parent / text)

    def is_there(self, path: Path) -> bool:
        try:
            return path.name in self.listing(path.parent)
        except (OSError, ValueError):
            return False

    # ---------------------------------------------------------------------- use

    def with_uses(self, file: s.File, chain: tuple[Path, ...], seen: set[Path]) -> list[s.Declaration]:
        """The declarations of a file, with those of the files it uses where it uses them, each file once."""
        found: list[s.Declaration] = []
        for declaration in file.declarations:
            if not isinstance(declaration, s.Use):
                found.append(declaration)
                continue
            path = self.used(declaration, chain[-1])
            if path is None:
                continue
            if path in chain:
                circle = [*chain[chain.index(path) :], path]
                messages.use_cycle(self.diagnostics, declaration.span, [each.name for each in circle])
            elif path not in seen:
                seen.add(path)
                other = self.file(path, declaration.span)
                if other:
                    if declaration.module is not None:
                        self.library[str(path)] = (declaration.module, declaration.span)
                    brought = self.with_uses(other, (*chain, path), seen)
                    if declaration.changes:
                        brought = self.changed(declaration, brought)
                    if brought and declaration.cites:
                        brought[0] = replace(brought[0], cites=declaration.cites + brought[0].cites)
                    found += brought
            elif declaration.changes:
                messages.used_before(self.diagnostics, declaration.span, path.name)
        return found

    def changed(self, use: s.Use, brought: list[s.Declaration]) -> list[s.Declaration]:
        """What a file brings in, as the block of its `use` changes it: just as a variant would."""
        allowed: list[s.Declaration] = []
        for line in use.changes:
            sets = isinstance(line, s.Option) and line.type is None
            if sets or isinstance(line, s.Replace | s.Change | s.Extend | s.Remove):
                allowed.append(line)
            else:
                messages.not_in_use(self.diagnostics, line.span, word_of(line))
        base = tuple(self.with_data(brought, brought))
        lines = tuple(self.with_data(allowed, (*base, *allowed)))
        name = s.Ident(span=use.span, name="use")
        game = s.Game(span=use.span, name=name, settings=(), requires=())
        variant = s.Variant(span=use.span, name=name, title=None, of=None, needs=(), lines=lines)
        return list(apply(game, base, {"use": variant}, ["use"], self.diagnostics).declarations)

    def used(self, use: s.Use, near: Path) -> Path | None:
        if use.path is not None:
            return self.beside(near, use.path, use.span)
        first, *rest = (use.module or "").split(".")
        path = STD.joinpath(*rest).with_suffix(".gdl")
        if first != "std" or not path.is_file():
            known = [f"std.{each.stem}" for each in sorted(STD.glob("*.gdl"))]
            messages.unknown_module(self.diagnostics, use.span, use.module or "", known)
            return None
        return path

    # ---------------------------------------------------------------------- data

    def with_data(
        self, declarations: Iterable[s.Declaration], all_known: Iterable[s.Declaration]
    ) -> list[s.Declaration]:
        """The declarations with `T from "x.yaml"` and `board from "x.yaml"` read."""
        is_text = _text_fields(all_known)
        found: list[s.Declaration] = []
        for declaration in declarations:
            if not isinstance(declaration, s.KindData | s.Board):
                found.append(declaration)
                continue
            from gdl.dsl.data import board_from, kinds_from

            path = self.beside(Path(declaration.span.file), _plain(declaration.path), declaration.path.span)
            source = self.source(path, declaration.path.span) if path else None
            if source is None:
                continue
            made: tuple[s.Declaration, ...]
            if isinstance(declaration, s.KindData):
                made = kinds_from(source, declaration.type, is_text, self.diagnostics)
            else:
                made = board_from(source, is_text, self.diagnostics)
            if made and declaration.cites:
                made = (replace(made[0], cites=declaration.cites + made[0].cites), *made[1:])
            found += made
        return found

    # ---------------------------------------------------------------------- variants, scenarios

    def variants_beside(self, skip: Path | None) -> list[s.Variant]:
        """The variants in `NAME/variants/*.gdl`, whose files hold nothing else but scenarios."""
        found: list[s.Variant] = []
        for file in self.in_folder(self.path.with_suffix("") / "variants", "", skip):
            for declaration in file.declarations:
                if isinstance(declaration, s.Variant):
                    of = _plain(declaration.of) if declaration.of else self.path.name
                    if PurePosixPath(of).name == self.path.name:
                        found.append(declaration)
                    else:
                        name = declaration.name.name
                        messages.variant_of_other(self.diagnostics, declaration.span, name, of, self.path)
                elif not isinstance(declaration, s.Scenario):
                    messages.scenario_file_only(self.diagnostics, declaration.span)
        return found

    def known_variants(self, variants: Iterable[s.Variant]) -> dict[str, s.Variant]:
        known: dict[str, s.Variant] = {}
        for variant in variants:
            name = variant.name.name
            if name in known:
                messages.two_variants(self.diagnostics, variant.span, name, known[name].span)
            else:
                known[name] = variant
        for variant in known.values():
            for need in variant.needs:
                if need.name not in known:
                    messages.unknown_variant(self.diagnostics, need.span, need.name, known)
        return known

    def info(
        self, name: str, game: s.Game, base: tuple[s.Declaration, ...], known: dict[str, s.Variant]
    ) -> VariantInfo:
        """What a variant does by itself. What is wrong with it is told, chosen or not."""
        node = known[name]
        quiet = Diagnostics()
        order_of([name], known, quiet)
        self.diagnostics.extend(quiet)
        applied = apply(game, base, known, [name], quiet if quiet.has_errors else self.diagnostics)
        changes = dict(applied.changes).get(name, ())
        needs = tuple(each.name for each in node.needs)
        title = _plain(node.title) if node.title else ""
        return VariantInfo(name, title, needs, node.span.file, node, changes)

    def scenarios_beside(self) -> tuple[s.Scenario, ...]:
        """The scenarios in `NAME/scenarios*.gdl` and in the files of variants."""
        found: list[s.Scenario] = []
        folder = self.path.with_suffix("")
        for file in self.in_folder(folder, "scenarios"):
            for declaration in file.declarations:
                if isinstance(declaration, s.Scenario):
                    found.append(declaration)
                else:
                    messages.scenario_file_only(self.diagnostics, declaration.span)
        for name in self.listing(folder / "variants"):
            known = self.parsed.get(str(folder / "variants" / name))
            found += [each for each in known.declarations if isinstance(each, s.Scenario)] if known else []
        return tuple(found)


def _base_of(file: s.File) -> s.Variant | None:
    """The first variant `of` another file, where the file itself has no game."""
    if any(isinstance(each, s.Game) for each in file.declarations):
        return None
    return next((each for each in file.declarations if isinstance(each, s.Variant) and each.of), None)


def _plain(text: s.Text) -> str:
    return "".join(part for part in text.parts if isinstance(part, str))


def _stays_below(text: str) -> bool:
    """Whether a path of a definition is relative and never goes up."""
    parts = PurePosixPath(text.replace("\\", "/")).parts
    return bool(parts) and ".." not in parts and not text.startswith(("/", "\\", "~")) and ":" not in text


def _in_std(path: Path) -> bool:
    return path.resolve().is_relative_to(STD.resolve())


def _text_fields(declarations: Iterable[s.Declaration]) -> Callable[[str, str], bool]:
    """Whether a field of a type, or of a type it extends, holds text: then data is no expression."""
    types = {d.name.name: d for d in declarations if isinstance(d, s.Component)}

    def is_text(type: str, field: str) -> bool:
        """A field that is spelt nearly like one of text is taken for it: then it is told that there is none, and no more."""
        near = False
        seen: set[str] = set()
        while type in types and type not in seen:
            seen.add(type)
            for line in types[type].lines:
                if isinstance(line, s.Field) and line.name.name == field:
                    return isinstance(line.type, s.NamedType) and line.type.name == "text"
                if isinstance(line, s.Field) and isinstance(line.type, s.NamedType) and line.type.name == "text":
                    near = near or slips(field, line.name.name) <= 2
            parent = types[type].parent
            type = parent.name if parent else ""
        return near

    return is_text
