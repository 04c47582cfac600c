"""The buttons, selects and forms of sheets."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.kit import address


@address("shsection")
@dataclass(frozen=True, slots=True)
class Section:
    """Opens the form of a section of a draft; the form's own address as well."""

    draft: int
    section: int


@address("shfilled")
@dataclass(frozen=True, slots=True)
class Filled:
    """The form of a section was filled in."""

    draft: int
    section: int


@address("shname")
@dataclass(frozen=True, slots=True)
class Name:
    """Asks for another name."""

    draft: int


@address("shnamed")
@dataclass(frozen=True, slots=True)
class Named:
    """The form with another name was filled in."""

    draft: int


@address("shfrom")
@dataclass(frozen=True, slots=True)
class StartFrom:
    """A ready character is chosen for an empty draft."""

    draft: int


@address("shsave")
@dataclass(frozen=True, slots=True)
class Save:
    """The draft becomes the sheet."""

    draft: int


@address("shdrop")
@dataclass(frozen=True, slots=True)
class Discard:
    """The draft is thrown away."""

    draft: int


@address("shgoon")
@dataclass(frozen=True, slots=True)
class GoOn:
    """A draft is chosen in the list."""

    part: int = 0


@address("shlook")
@dataclass(frozen=True, slots=True)
class Look:
    """A sheet is chosen in the list."""

    part: int = 0


@address("shedit")
@dataclass(frozen=True, slots=True)
class Edit:
    """A draft of a sheet."""

    sheet: int


@address("shexport")
@dataclass(frozen=True, slots=True)
class Export:
    """A sheet as a file."""

    sheet: int


@address("shdelete")
@dataclass(frozen=True, slots=True)
class Delete:
    """Asks whether a sheet is to be deleted. sure: it is."""

    sheet: int
    sure: bool = False


@address("shkeep")
@dataclass(frozen=True, slots=True)
class Keep:
    """It is not to be deleted."""

    sheet: int
