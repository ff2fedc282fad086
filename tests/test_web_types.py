"""The types of what the server takes and answers, as the page's modules are checked against them.

They are written from the models: ``pytest tests/test_web_types.py --update``. Then `make lint` says where the page
does not agree any more.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

import tilewright.web

TYPES = Path(tilewright.web.__file__).with_name("answers.d.ts")
HEAD = """\
// The values of the HTTP interface, written from its models (see tests/test_web_types.py): not to be changed by hand.
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def word(schema: dict[str, Any]) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if either := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(map(word, either))
    if "const" in schema or "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(word, schema['prefixItems']))}]"
        items = word(schema["items"])
        if (length := schema.get("minItems")) and length == schema.get("maxItems"):
            return f"[{', '.join([items] * length)}]"
        return f"({items})[]" if " " in items and not items.startswith("[") else f"{items}[]"
    if isinstance(values := schema.get("additionalProperties"), dict):
        return f"Record<string, {word(values)}>"
    return PLAIN[schema["type"]]


def interface(name: str, schema: dict[str, Any], sent: bool) -> str:
    """A model as an interface: what has a default need not be sent, and is always answered."""
    required = schema.get("required", [])
    comment = textwrap.fill(schema["description"], 110, initial_indent=" * ", subsequent_indent=" * ")
    lines = [
        f"  {field}{'?' if sent and field not in required else ''}: {word(of)};"
        for field, of in schema.get("properties", {}).items()
    ]
    return "\n".join(["/**", comment, " */", f"export interface {name} {{", *lines, "}"])


def reached(names: set[str], schemas: dict[str, Any]) -> set[str]:
    """The models that some have as parts, and these."""

    def inside(value: object) -> set[str]:
        if isinstance(value, dict):
            own = {str(value["$ref"]).rpartition("/")[2]} if "$ref" in value else set()
            return own.union(*map(inside, value.values()))
        return set().union(*map(inside, value)) if isinstance(value, list) else set()

    found, new = set(names), set(names)
    while new := inside([schemas[name] for name in new]) - found:
        found |= new
    return found


def test_the_page_is_checked_against_the_models(request: pytest.FixtureRequest) -> None:
    description = tilewright.web.create_app().openapi()
    schemas = description["components"]["schemas"]
    operations = [details for methods in description["paths"].values() for details in methods.values()]
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for operation in operations
        if "requestBody" in operation
    ]
    sent = reached({word(body) for body in bodies}, schemas)
    written = [interface(name, schema, sent=name in sent) for name, schema in sorted(schemas.items())]
    text = "\n\n".join([HEAD.rstrip("\n"), *written]) + "\n"
    if request.config.getoption("--update"):
        TYPES.write_text(text, encoding="utf-8")
    assert TYPES.read_text(encoding="utf-8") == text, "write it anew with --update, then run make lint"
