import type { ApiDocument, Response } from "@counterpart/server/document/document";
import {
  type ErrorPlan,
  type ErrorText,
  errorContent,
  plainPlan,
} from "@counterpart/server/document/error-plan";

import { errorHeaders } from "@counterpart/testing/samples/error-headers";
import { fittingErrorPlans } from "@counterpart/testing/samples/fitting-error-plan";
import { literal, memberKey } from "../literal.ts";

/** Errors with the same kind of body. */
interface Shape {
  body: string;
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
  const cases = others.map(
    (shape) => `  if (${conditionOf(shape)}) {\n    return {\n${indented(membersOf(shape))}    };\n  }\n`,
  );
  const code = `${cases.join("")}  return {\n${membersOf(usual)}  };\n`;
  const given = ["code", "details", "message", "operationId", "requestId", "response", "schema", "status"];
  const used = given.filter((name) => new RegExp(`(?<![."\\w])${name}\\b(?!["'\\w]*:)`).test(code));
  const imports = [
    ...(code.includes("STATUS_CODES") ? ['import { STATUS_CODES } from "node:http";\n'] : []),
    'import type { RenderError } from "@counterpart/server";\n',
  ];
  return `${imports.join("")}
/**
 * The body of every error, including those that the server answers before it calls a handler. Derived once from the
 * document's schemas and examples: edit it as you like. A body that doesn't fit the document is logged and replaced.
 */
export const renderError: RenderError = (${used.length > 0 ? `{ ${used.join(", ")} }` : ""}) => {
${code}};
${code.includes("choose(") ? choosing : ""}`;
}

const indent = "    ";

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
    const body = plan ? print(plan, indent) : "undefined";
    const rendered = `${body}${headers ?? ""}`;
    const shape = shapes.get(rendered) ?? {
      body,
      headers,
      schemas: new Set(),
      responses: new Set(),
      count: 0,
      isPlain:
        headers === undefined &&
        plan !== undefined &&
        print(withoutDetails(plan), indent) === print(plainPlan, indent),
    };
    shapes.set(rendered, shape);
    shape.count++;
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
function isBodiless({ body }: Shape): boolean {
  return body === "undefined";
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

function conditionOf({ schemas, responses }: Shape): string {
  const terms = [...schemas].map((name) => `schema === ${JSON.stringify(name)}`);
  const list = [...responses].map((one) => JSON.stringify(one)).join(", ");
  if (list) terms.push(`[${list}].includes(\`\${operationId} \${response}\`)`);
  return terms.join(" || ");
}

/** The members of the object that a case returns, one per line. */
function membersOf({ body, headers }: Shape): string {
  return `${indent}body: ${body},\n${headers === undefined ? "" : `${indent}headers: ${headers},\n`}`;
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}

const texts: Record<ErrorText, string> = {
  message: "message",
  code: "code",
  status: "String(status)",
  title: 'STATUS_CODES[status] ?? "Error"',
  type: '"about:blank"',
  requestId: "requestId",
};

/** The expression that makes a body. @param margin of the following lines */
function print(plan: ErrorPlan, margin: string): string {
  const deeper = `${margin}  `;
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
      return `choose([${plan.values.map((value) => JSON.stringify(value)).join(", ")}], ${texts[plan.text]})`;
    case "object": {
      if (plan.members.length === 0) return "{}";
      const lines = plan.members.map(
        ([name, member]) => `${deeper}${memberOf(name, print(member, deeper))},\n`,
      );
      return `{\n${lines.join("")}${margin}}`;
    }
    case "array": {
      if (plan.items.length === 0) return "[]";
      const lines = plan.items.map((item) => `${deeper}${print(item, deeper)},\n`);
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
