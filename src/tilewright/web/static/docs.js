// The HTTP interface, shown from its own OpenAPI description.

import { DOCS } from "./texts/en.js";
import { at } from "./server/http.js";
import { byId, clear, h } from "./parts/dom.js";

/** @import { Description, Operation, Schema } from "../openapi" */

document.documentElement.dataset.theme = "auto";
const main = byId("main");
/** @type {Description} */
const description = await (await fetch(at("/openapi.json"))).json();

/** @param {Schema} [schema] */
const named = (schema) => schema?.$ref?.split("/").pop() ?? "";

/** Text with what stands between backticks as code. @param {string} [text] */
const prose = (text) =>
  (text ?? "").split("`").map((part, i) => (i % 2 ? h("code", { text: part }) : part));

/** A schema in a few words. @param {Schema} [schema] @returns {string} */
function words(schema) {
  if (!schema) return "";
  if (schema.$ref) return named(schema);
  if (schema.anyOf) return schema.anyOf.map(words).join(DOCS.or);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return DOCS.list(words(schema.items) || DOCS.anyItems);
  const limits = [
    schema.minimum !== undefined ? DOCS.from(schema.minimum) : null,
    schema.maximum !== undefined ? DOCS.to(schema.maximum) : null,
    schema.maxLength !== undefined ? DOCS.atMost(schema.maxLength) : null,
    schema.format ?? null,
  ].filter(Boolean);
  return [schema.type ?? DOCS.any, limits.length ? `(${limits.join(", ")})` : ""].join(" ").trim();
}

/** @param {(string | undefined)[][]} rows */
const table = (rows) =>
  h(
    "dl",
    { class: "fields" },
    rows.map(([name, type, text]) => [
      h("dt", {}, h("code", { text: name })),
      h("dd", {}, h("span", { text: type }), text ? h("p", {}, prose(text)) : null),
    ]),
  );

/** @param {string} path @param {string} method @param {Operation} details */
function operation(path, method, details) {
  const parameters = (details.parameters ?? []).map((parameter) => [
    parameter.name,
    words(parameter.schema),
    parameter.schema.description ?? parameter.description,
  ]);
  const body = details.requestBody?.content?.["application/json"]?.schema;
  const answers = Object.entries(details.responses).map(([status, answer]) => [
    status,
    Object.entries(answer.content ?? {})
      .map(([type, { schema }]) => words(schema) || type)
      .join(", ") || "",
    answer.description,
  ]);
  return h(
    "section",
    { class: "notice operation" },
    h(
      "h3",
      {},
      h("span", { class: "method", text: method.toUpperCase() }),
      " ",
      h("code", { text: path }),
    ),
    h("p", {}, prose(details.description ?? details.summary)),
    parameters.length ? [h("h4", { text: DOCS.parameters }), table(parameters)] : null,
    body
      ? [
          h("h4", { text: DOCS.body }),
          h("p", {}, h("a", { href: `#${named(body)}`, text: words(body) })),
        ]
      : null,
    h("h4", { text: DOCS.answers }),
    table(answers),
  );
}

clear(
  main,
  h("h1", { text: DOCS.title }),
  h("p", { class: "lead" }, prose(`${description.info.summary} ${description.info.description}`)),
  h("p", {}, h("a", { href: at("/openapi.json"), text: "openapi.json" })),
  h("h2", { text: DOCS.requests }),
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, details]) => operation(path, method, details)),
  ),
  h("h2", { text: DOCS.values }),
  Object.entries(description.components.schemas).map(([name, schema]) =>
    h(
      "section",
      { class: "notice operation", id: name },
      h("h3", { text: name }),
      schema.description ? h("p", {}, prose(schema.description)) : null,
      table(
        Object.entries(schema.properties ?? {}).map(([field, of]) => [
          field,
          words(of),
          of.description ??
            (of.default !== undefined ? DOCS.otherwise(JSON.stringify(of.default)) : ""),
        ]),
      ),
    ),
  ),
);
