"""Errors as Discord answers them: HTTP status, code, message, and for bad forms where the fault lies.

Codes: Discord's developer documentation, "Opcodes and Status Codes".
"""

from __future__ import annotations

from collections.abc import Sequence

from .wire import Json

Path = Sequence[str | int]
"""Where in a request's body a fault lies, such as ("components", 0, "custom_id")."""


class ApiError(Exception):
    """A request that Discord answers with an error."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        """Status is HTTP's, code and message are Discord's, errors the tree of a form's faults."""
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """The JSON body of the answer."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Form:
    """Collects the faults of one request's body, so that all are told at once (code 50035)."""

    def __init__(self) -> None:
        """No fault yet."""
        self._tree: Json = {}

    def fault(self, path: Path, code: str, message: str) -> None:
        """Note one fault at a place in the body."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: Path, value: object, low: int, high: int) -> None:
        """A text or list must have between `low` and `high` characters or entries."""
        if isinstance(value, str | list) and not low <= len(value) <= high:
            if low == 0:
                self.fault(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
            else:
                self.fault(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")

    def required(self, path: Path) -> None:
        """Something that must be there is not."""
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")

    def choice(self, path: Path, allowed: Sequence[int]) -> None:
        """A type is not among those allowed here."""
        inside = ", ".join(map(str, allowed))
        self.fault(path, "UNION_TYPE_CHOICES", f'Value of field "type" must be one of ({inside},).')

    def done(self) -> None:
        """Raise if there was any fault."""
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)


def bad_form(path: Path, code: str, message: str) -> ApiError:
    """A form with this one fault."""
    form = Form()
    form.fault(path, code, message)
    try:
        form.done()
    except ApiError as error:
        return error
    raise AssertionError("a form with a fault is never in order")


def unauthorized() -> ApiError:
    """No token, or a wrong one."""
    return ApiError(401, 0, "401: Unauthorized")


def not_found() -> ApiError:
    """No such route."""
    return ApiError(404, 0, "404: Not Found")


def bad_request() -> ApiError:
    """A body that is not what it says it is."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def unknown(what: str) -> ApiError:
    """Something that is not there; `what` is one of the names below."""
    return ApiError(404, _UNKNOWN[what], f"Unknown {what}")


_UNKNOWN = {
    "Application": 10002,
    "Channel": 10003,
    "Guild": 10004,
    "Member": 10007,
    "Message": 10008,
    "Role": 10011,
    "User": 10013,
    "Webhook": 10015,
    "interaction": 10062,
    "application command": 10063,
}


def already_acknowledged() -> ApiError:
    """An interaction can be answered once."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """The channel or server cannot be seen."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """It can be seen, but this may not be done in it."""
    return ApiError(403, 50013, "Missing Permissions")


def not_the_author() -> ApiError:
    """Only its author edits a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """A message needs something in it."""
    return ApiError(400, 50006, "Cannot send an empty message")


def cannot_message_user() -> ApiError:
    """A person with whom no server is shared, or another bot."""
    return ApiError(403, 50007, "Cannot send messages to this user")


def invalid_webhook_token() -> ApiError:
    """An interaction's token that is wrong or older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def thread_archived() -> ApiError:
    """Nothing can be changed in an archived thread."""
    return ApiError(400, 50083, "Thread is archived")


def thread_locked() -> ApiError:
    """Only a moderator writes in a locked thread."""
    return ApiError(403, 160005, "Thread is locked")


def too_large() -> ApiError:
    """A file over the limit."""
    return ApiError(413, 40005, "Request entity too large")
