"""What the store refuses, each with the facts that an answer to a person needs."""


class StoreError(Exception):
    """Nothing was written: whatever refused, the whole transaction is rolled back."""


class StaleVersion(StoreError):
    """Somebody else saved the encounter meanwhile: load it again and decide anew.

    encounter: its id. expected: the version that the change was made from.
    """

    def __init__(self, encounter: int, expected: int) -> None:
        super().__init__(f"encounter {encounter} is not at version {expected} any more")
        self.encounter = encounter
        self.expected = expected


class AlreadyDelivered(StoreError):
    """What this delivery brought has been applied already: it counts once."""

    def __init__(self, delivery: str) -> None:
        super().__init__(f"delivery {delivery} has been applied already")
        self.delivery = delivery


class ChannelTaken(StoreError):
    """The channel has an open encounter already."""

    def __init__(self, guild: int, channel: int) -> None:
        super().__init__(f"channel {channel} of server {guild} has an open encounter")
        self.guild = guild
        self.channel = channel


class NameTaken(StoreError):
    """The owner has a sheet of this name for this game in this server already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is a sheet called {name} already")
        self.name = name


class Unreadable(StoreError):
    """What is stored was written by rules that this version does not have (a type or field is gone).

    where: "step 12" or "checkpoint 64".
    """

    def __init__(self, encounter: int, where: str, why: str) -> None:
        super().__init__(f"{where} of encounter {encounter} cannot be read: {why}")
        self.encounter = encounter
        self.where = where


class Unavailable(StoreError):
    """The database fails: it is full, read-only, locked by another, damaged, or cannot be reached. Nothing of
    the transaction is kept.
    """

    def __init__(self, why: str) -> None:
        super().__init__(f"the database cannot be used: {why}")
