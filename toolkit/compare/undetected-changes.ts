import { isDeepStrictEqual } from "node:util";
import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from "../document/document.ts";
import { operationPointer } from "../document/path-item.ts";
import { escapePointerPart } from "../document/references.ts";
import type { Finding } from "./finding.ts";
import { pairs } from "./pairs.ts";

/**
 * Breaking changes that `redocly diff` (2.77) takes for harmless or doesn't detect: a renamed path parameter (typed clients
 * use its name), a body that is required now, a response header that may now be missing, a changed default, a property
 * that can't be sent or isn't answered any more, a schema that is added or removed altogether, a lower rate limit, unknown
 * query parameters that were ignored and are refused now, and stricter security, which it compares without the document's
 * own `security`.
 */
export function undetectedChanges(base: ApiDocument, revision: ApiDocument): LocatedFinding[] {
  return [
    ...pairs(base, revision).flatMap(([before, after]) => {
      const spot = {
        place: `${before.method.toUpperCase()} ${before.path}`,
        pointer: operationPointer(after),
      };
      const responses = { ...spot, pointer: `${spot.pointer}/responses` };
      return [
        ...operationChanges({ base, revision }, spot, [before, after]),
        ...bodyChanges({ base, revision }, spot, [before, after]),
        ...parameterChanges({ base, revision }, spot, [before.parameters, after.parameters]),
        ...responseChanges({ base, revision }, responses, [before.responses, after.responses]),
      ];
    }),
    ...responseChanges({ base, revision }, { place: "Where no operation is", pointer: "#/x-unmatched" }, [
      base.unmatched,
      revision.unmatched,
    ]),
  ];
}

type LocatedFinding = Finding & Spot;

/** What is compared: in words, and where the new document has it, or the nearest around it. */
type Spot = Required<Pick<Finding, "place" | "pointer">>;

function within({ place, pointer }: Spot, words: string, ...keys: string[]): Spot {
  const path = [pointer, ...keys.map(escapePointerPart)].join("/");
  return { place: words === "" ? place : `${place}, ${words}`, pointer: path };
}

interface Documents {
  base: ApiDocument;
  revision: ApiDocument;
}

/** Something before and after. */
type Pair<T> = [T, T];

function operationChanges(
  { base, revision }: Documents,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
): LocatedFinding[] {
  const findings: LocatedFinding[] = [];
  if (before.path !== after.path) {
    const message = `The path's parameters are called otherwise now: ${after.path}.`;
    findings.push({ rule: "path-parameter-renamed", ...spot, message });
  }
  if (!acceptsAll(before.security, after.security)) {
    const message = `It accepted ${inWords(before.security)} and asks for ${inWords(after.security)} now.`;
    findings.push({ rule: "security-requirement-changed", ...spot, message });
  }
  if (before.unknownQuery === "ignore" && after.unknownQuery === "refuse") {
    const message = "Unknown query parameters were ignored, and are refused now.";
    findings.push({ rule: "unknown-query-refused", ...spot, message });
  }
  const [limitBefore, limitAfter] = [limitOf(base, before), limitOf(revision, after)];
  if (limitAfter && (!limitBefore || perSecond(limitAfter) < perSecond(limitBefore))) {
    const was = limitBefore
      ? `${limitBefore.limit} requests in ${limitBefore.windowSeconds} s`
      : "as many requests as one likes";
    const message = `The rate limit went from ${was} to ${limitAfter.limit} in ${limitAfter.windowSeconds} s.`;
    findings.push({ rule: "rate-limit-lowered", ...spot, message });
  }
  return findings;
}

/** Whether whoever was let in is let in still. No requirement, or an empty one, lets everybody in. */
function acceptsAll(before: DocumentOperation["security"], after: DocumentOperation["security"]): boolean {
  const open: DocumentOperation["security"] = [{}];
  const now = after.length === 0 ? open : after;
  return (before.length === 0 ? open : before).every((given) =>
    now.some((asked) =>
      Object.entries(asked).every(
        ([scheme, scopes]) => given[scheme] && scopes.every((scope) => given[scheme]?.includes(scope)),
      ),
    ),
  );
}

function inWords(security: DocumentOperation["security"]): string {
  const alternatives = security.map((one) =>
    Object.entries(one)
      .map(([name, scopes]) => [name, ...scopes].join(" "))
      .join(" with "),
  );
  return alternatives.map((one) => one || "everybody").join(" or ") || "everybody";
}

function limitOf({ rateLimits }: ApiDocument, { rateLimitScope }: DocumentOperation) {
  return rateLimits[rateLimitScope ?? "global"] ?? rateLimits.global;
}

function perSecond({ limit, windowSeconds }: { limit: number; windowSeconds: number }): number {
  return limit / windowSeconds;
}

function bodyChanges(
  documents: Documents,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
): LocatedFinding[] {
  const here = within(spot, "request body", "requestBody");
  if (!before.requestBody) {
    if (!after.requestBody?.required) return [];
    return [{ rule: "required-request-body-added", ...here, message: "A required body was added." }];
  }
  return contentChanges(documents, here, {
    content: [before.requestBody.content, after.requestBody?.content ?? {}],
    direction: "request",
  });
}

function parameterChanges(
  documents: Documents,
  spot: Spot,
  [before, after]: Pair<Parameter[]>,
): LocatedFinding[] {
  return before.flatMap((parameter) => {
    const same = after.find(({ in: where, name }) => where === parameter.in && name === parameter.name);
    if (!same) return [];
    // Which of them it is, or of the path's, the document that has been read doesn't tell.
    const here = within(spot, `${parameter.in} parameter ${parameter.name}`, "parameters");
    return schemaChanges(documents, here, { schemas: [parameter.schema, same.schema], direction: "request" });
  });
}

function responseChanges(
  documents: Documents,
  spot: Spot,
  [before, after]: Pair<Record<string, Response>>,
): LocatedFinding[] {
  return Object.entries(before).flatMap(([status, response]) => {
    const same = after[status];
    if (!same) return [];
    const here = within(spot, status, status);
    const optional = Object.entries(response.headers).filter(
      ([name, header]) => header.required && same.headers[name] && !same.headers[name].required,
    );
    return [
      ...optional.map(([name]) => ({
        rule: "response-header-became-optional",
        ...within(here, `header ${name}`, "headers", name),
        message: `The header \`${name}\` was on every such answer, and needn't be any more.`,
      })),
      ...contentChanges(documents, here, {
        content: [response.content, same.content],
        direction: "response",
      }),
    ];
  });
}

type Direction = "request" | "response";

function contentChanges(
  documents: Documents,
  spot: Spot,
  { content: [before, after], direction }: { content: Pair<Record<string, MediaType>>; direction: Direction },
): LocatedFinding[] {
  return Object.entries(before).flatMap(([type, { schema }]) => {
    const same = after[type];
    if (!same) return [];
    const here = within(spot, "", "content", type);
    if (direction === "response" && schema && !same.schema) {
      return [
        { rule: "response-schema-removed", ...here, message: `What ${type} looks like isn't said any more.` },
      ];
    }
    if (direction === "request" && !schema && same.schema) {
      return [
        {
          rule: "request-schema-added",
          ...here,
          message: `${type} could be anything, and has a schema now.`,
        },
      ];
    }
    if (!schema || !same.schema) return [];
    return schemaChanges(documents, within(here, "", "schema"), {
      schemas: [schema, same.schema],
      direction,
    });
  });
}

interface SchemaWalk {
  schemas: Pair<Schema>;
  direction: Direction;
  /** The schemas that led here: one that refers to itself is walked once. */
  above?: unknown[];
}

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const oneSchema = ["items", "additionalProperties", "contains", "propertyNames"];
const listOfSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"];
const mapOfSchemas = ["properties", "patternProperties"];

function schemaChanges(
  documents: Documents,
  given: Spot,
  { schemas, direction, above = [] }: SchemaWalk,
): LocatedFinding[] {
  const before = resolve<Schema | boolean>(documents.base, schemas[0]);
  const after = resolve<Schema | boolean>(documents.revision, schemas[1]);
  if (!isSchema(before) || !isSchema(after) || above.includes(before)) return [];
  const { $ref } = schemas[1];
  const spot = typeof $ref === "string" ? { ...given, pointer: $ref } : given;
  const walk = (step: string, keys: string[], [one, other]: Pair<unknown>): LocatedFinding[] =>
    one === undefined || other === undefined
      ? []
      : schemaChanges(documents, within(spot, step, ...keys), {
          schemas: [one as Schema, other as Schema],
          direction,
          above: [...above, before],
        });
  const members = (keyword: string) => Object.entries((before[keyword] ?? {}) as Record<string, Schema>);
  return [
    ...ownChanges(before, after, direction).map((finding) => ({ ...finding, ...spot })),
    ...mapOfSchemas.flatMap((keyword) =>
      members(keyword).flatMap(([name, one]) =>
        walk(name, [keyword, name], [one, (after[keyword] as Record<string, Schema> | undefined)?.[name]]),
      ),
    ),
    ...oneSchema.flatMap((keyword) => walk(keyword, [keyword], [before[keyword], after[keyword]])),
    ...listOfSchemas.flatMap((keyword) =>
      members(keyword).flatMap(([index, one]) =>
        walk("", [keyword, index], [one, (after[keyword] as Record<string, Schema> | undefined)?.[index]]),
      ),
    ),
  ];
}

function ownChanges(before: Schema, after: Schema, direction: Direction): Omit<Finding, "place">[] {
  const findings: Omit<Finding, "place">[] = [];
  if (before.default !== undefined && !isDeepStrictEqual(before.default, after.default)) {
    const [was, is] = [before.default, after.default].map((value) => JSON.stringify(value));
    const message = `The default went from ${was} to ${is ?? "none"}; who leaves the value out gets something else.`;
    findings.push({ rule: "default-changed", message });
  }
  if (direction === "request" && after.readOnly === true && before.readOnly !== true) {
    findings.push({ rule: "became-read-only", message: "It can't be sent any more: it is readOnly." });
  }
  if (direction === "response" && after.writeOnly === true && before.writeOnly !== true) {
    findings.push({ rule: "became-write-only", message: "It isn't answered any more: it is writeOnly." });
  }
  const gone = Object.keys(before.patternProperties ?? {}).filter(
    (pattern) => !Object.hasOwn(after.patternProperties ?? {}, pattern),
  );
  for (const pattern of gone) {
    const message = `The properties that fit \`${pattern}\` aren't described any more.`;
    findings.push({ rule: "pattern-properties-removed", message });
  }
  if (before.discriminator !== undefined && !isDeepStrictEqual(before.discriminator, after.discriminator)) {
    findings.push({
      rule: "discriminator-changed",
      message: "The alternatives are told apart in another way.",
    });
  }
  return findings;
}

function isSchema(node: Schema | boolean | undefined): node is Schema {
  return node !== null && typeof node === "object";
}
