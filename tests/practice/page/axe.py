"""The automated check of what everybody can read and use."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]

from tests.practice.page.window import Window


async def serious(window: Window) -> list[str]:
    """What axe finds that is serious or worse."""
    found: dict[str, Any] = (await Axe().run(window.page)).response
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
