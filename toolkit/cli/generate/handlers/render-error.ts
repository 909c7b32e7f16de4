import {
  type ApiDocument,
  type ErrorPlan,
  type ErrorText,
  errorContent,
  plainPlan,
  type Response,
} from "@counterpart/server/document";
import { errorHeaders, fittingErrorPlans } from "@counterpart/testing/samples";
import { literal, memberKey } from "../literal.ts";
import { areAlike, type ErrorTable, errorTable } from "./error-table.ts";

/** Errors with the same kind of body. */
interface Shape {
  /** Undefined without a body. */
  plan: ErrorPlan | undefined;
  /** The responses with this shape, by status: `404`, `4XX` or `default`. */
  keys: Set<string>;
  /** The headers as an expression; undefined if there are none. */
  headers: string | undefined;
  /** Names of schemas in the components. */
  schemas: Set<string>;
  /** Responses whose schema has no name, such as `getPet 404`. */
  responses: Set<string>;
  count: number;
  /** Whether the server writes this body by default. */
  isPlain: boolean;
}

/**
 * The module that writes the document's error bodies, for the user to edit. Undefined if all errors are
 * undocumented or have the default body `{"error": …, "code": …}`.
 */
export function emitRenderError(document: ApiDocument): string | undefined {
  const [usual, ...others] = shapesOf(document);
  const all = usual ? [usual, ...others] : [];
  // The server's default body includes the details.
  if (!usual || all.every((shape) => shape.isPlain)) return undefined;
  const table = tableOf(all);
  const cases = others
    .filter((shape) => !table?.shapes.includes(shape))
    .map((shape) => `  if (${conditionOf(shape, all)}) {\n    ${returned(shape, "    ")}\n  }\n`);
  const look = table
    ? `  const { ${table.names.join(", ")} } = byStatus[response ?? status] ?? usual;\n`
    : "";
  const code = `${cases.join("")}${look}  ${returned(usual, "  ", table?.nameAt)}\n`;
  const given = ["code", "details", "message", "operationId", "requestId", "response", "schema", "status"];
  const used = given.filter((name) => new RegExp(`(?<![."\\w])${name}\\b(?!["'\\w]*:)`).test(code));
  const imports = [
    ...(code.includes("STATUS_CODES") ? ['import { STATUS_CODES } from "node:http";\n'] : []),
    'import type { RenderError } from "@counterpart/server";\n',
  ];
  return `${imports.join("")}${table ? printTable(table) : ""}
/**
 * The body of every error, including those that the server answers before it calls a handler. Derived once from the
 * document's schemas and examples: edit it as you like. A body that doesn't fit the document is logged and replaced.
 */
export const renderError: RenderError = (${used.length > 0 ? `{ ${used.join(", ")} }` : ""}) => {
${code}};
${code.includes("choose(") ? choosing : ""}`;
}

/** The usual shape and those that differ from it in constants only, if each response's status decides which applies. */
function tableOf(all: Shape[]) {
  const [usual] = all;
  if (!usual?.plan) return undefined;
  const { plan: usualPlan, headers: usualHeaders } = usual;
  const alike = all.filter(
    ({ plan, headers }) => plan !== undefined && headers === usualHeaders && areAlike(plan, usualPlan),
  );
  const table = errorTable(alike.map(({ plan = plainPlan, keys }) => ({ plan, keys })));
  return table && { ...table, shapes: alike };
}

function printTable({ names, rows: [first, ...rows] }: ErrorTable): string {
  const row = ({ values }: ErrorTable["rows"][number]) =>
    `{ ${names.map((name, index) => `${name}: ${literal(values[index])}`).join(", ")} }`;
  const keyOf = ({ key }: ErrorTable["rows"][number]) => (/^\d+$/.test(key) ? key : memberKey(key));
  const lines = rows.map((one) => `  ${keyOf(one)}: ${row(one)},\n`).sort();
  return `
const usual = ${first ? row(first) : "{}"};

/** What differs by the status of the documented response. */
const byStatus: Record<string, typeof usual> = {
${lines.join("")}};
`;
}

const choosing = `
/** The value with the same spelling (\`NOT_FOUND\`, \`not-found\` and \`NotFound\` match), or the first. */
function choose<T>(values: [T, ...T[]], text: string): T {
  const spelled = (value: unknown) => String(value).replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
  return values.find((value) => spelled(value) === spelled(text)) ?? values[0];
}
`;

/** Shapes by frequency, most frequent first. */
function shapesOf(document: ApiDocument): Shape[] {
  const shapes = new Map<string, Shape>();
  const planOf = fittingErrorPlans(document);
  const note = (operationId: string, [key, response]: [string, Response]): void => {
    const { mediaType, schemaName } = errorContent(response);
    if (!/^([45]|default$)/.test(key)) return;
    const given = errorHeaders(document, response);
    const headers = Object.keys(given).length > 0 ? literal(given) : undefined;
    if (mediaType === undefined && headers === undefined) return;
    const plan = mediaType === undefined ? undefined : planOf(response);
    const body = plan ? print(plan, "") : "undefined";
    const rendered = `${body}${headers ?? ""}`;
    const shape = shapes.get(rendered) ?? {
      plan,
      keys: new Set(),
      headers,
      schemas: new Set(),
      responses: new Set(),
      count: 0,
      isPlain:
        headers === undefined &&
        plan !== undefined &&
        print(withoutDetails(plan), "") === print(plainPlan, ""),
    };
    shapes.set(rendered, shape);
    shape.count++;
    shape.keys.add(key);
    if (schemaName !== undefined && !isTaken(shapes, shape, schemaName)) shape.schemas.add(schemaName);
    else shape.responses.add(`${operationId} ${key}`);
  };
  for (const [key, response] of Object.entries(document.unmatched)) note("undefined", [key, response]);
  for (const { operationId, responses } of document.operations) {
    for (const entry of Object.entries(responses)) note(operationId, entry);
  }
  const [usual, ...others] = [...shapes.values()].sort(
    (a, b) => Number(isBodiless(a)) - Number(isBodiless(b)) || b.count - a.count,
  );
  // Shapes without a body need a case only if their headers differ.
  const different = others.filter((shape) => !isBodiless(shape) || shape.headers !== usual?.headers);
  return usual ? [usual, ...different] : [];
}

/** Whether the documented responses have headers but no JSON body. */
function isBodiless({ plan }: Shape): boolean {
  return plan === undefined;
}

function withoutDetails(plan: ErrorPlan): ErrorPlan {
  if (plan.kind !== "object") return plan;
  const isOther = ([name, { kind }]: [string, ErrorPlan]) => name !== "details" || kind !== "details";
  return { kind: "object", members: plan.members.filter(isOther) };
}

/** Examples may suggest several bodies for one schema; the first one claims the name. */
function isTaken(shapes: Map<string, Shape>, own: Shape, name: string): boolean {
  return [...shapes.values()].some((shape) => shape !== own && shape.schemas.has(name));
}

function conditionOf({ schemas, responses, keys }: Shape, all: Shape[]): string {
  const terms = [...schemas].map((name) => `schema === ${JSON.stringify(name)}`);
  // No other shape has these statuses.
  const own = [...keys].filter((key) => all.filter((shape) => shape.keys.has(key)).length === 1);
  const listed = [...responses].filter((one) => !own.some((key) => one.endsWith(` ${key}`)));
  const single = [...responses].length > listed.length ? own : [];
  terms.push(...single.map((key) => `response === ${JSON.stringify(key)}`));
  const list = listed.map((one) => JSON.stringify(one));
  if (list.length > 0) terms.push(`${bracketed(list, "  ")}.includes(\`\${operationId} \${response}\`)`);
  return terms.join(" || ");
}

/** A list, with a line for each item if they don't fit on one. */
function bracketed(items: string[], margin: string): string {
  const line = `[${items.join(", ")}]`;
  if (line.length <= longestList) return line;
  return `[\n${items.map((item) => `${margin}  ${item},\n`).join("")}${margin}]`;
}

/** Leaves room for what is before it on its line. */
const longestList = 60;

/** The statement of a case. @param nameAt the constants that have a name */
function returned({ plan, headers }: Shape, margin: string, nameAt?: Map<ErrorPlan, string>): string {
  const body = plan ? print(plan, `${margin}  `, nameAt) : "undefined";
  const members = [`body: ${body}`, ...(headers === undefined ? [] : [`headers: ${headers}`])];
  return `return ${braced(members, margin)};`;
}

/** An object, with a line for each member if they don't fit on one. */
function braced(members: string[], margin: string): string {
  if (members.length === 0) return "{}";
  const line = `{ ${members.join(", ")} }`;
  if (!line.includes("\n") && margin.length + line.length <= longestObject) return line;
  return `{\n${members.map((member) => `${margin}  ${member},\n`).join("")}${margin}}`;
}

/** Leaves room for what is before it on its line. */
const longestObject = 95;

const texts: Record<ErrorText, string> = {
  message: "message",
  code: "code",
  status: "String(status)",
  title: 'STATUS_CODES[status] ?? "Error"',
  type: '"about:blank"',
  requestId: "requestId",
};

/**
 * The expression that makes a body.
 * @param margin of the following lines
 * @param nameAt the constants that have a name
 */
function print(plan: ErrorPlan, margin: string, nameAt?: Map<ErrorPlan, string>): string {
  const deeper = `${margin}  `;
  const constant = nameAt?.get(plan);
  if (constant !== undefined) return constant;
  switch (plan.kind) {
    case "value":
      return literal(plan.value);
    case "text":
      return plan.maxLength === undefined
        ? texts[plan.text]
        : `${texts[plan.text]}.slice(0, ${plan.maxLength})`;
    case "status":
      return "status";
    case "now":
      return "new Date().toISOString()";
    case "choice":
      return `choose(${bracketed(
        plan.values.map((value) => JSON.stringify(value)),
        margin,
      )}, ${texts[plan.text]})`;
    case "object": {
      const members = plan.members.map(([name, member]) => memberOf(name, print(member, deeper, nameAt)));
      return braced(members, margin);
    }
    case "array": {
      if (plan.items.length === 0) return "[]";
      const lines = plan.items.map((item) => `${deeper}${print(item, deeper, nameAt)},\n`);
      return `[\n${lines.join("")}${margin}]`;
    }
    case "details": {
      const fields = plan.fields.map(([property, field]) => `${property}: one.${field}`);
      return fields.length === 0 ? "undefined" : `details?.map((one) => ({ ${fields.join(", ")} }))`;
    }
  }
}

function memberOf(name: string, value: string): string {
  if (name === value) return name;
  return `${memberKey(name)}: ${value}`;
}
