import type { ApiDocument, DocumentOperation, Schema } from "../../document/document.ts";
import type { Finding } from "../../document/findings/finding.ts";
import { operationPointer } from "../../document/path-item.ts";
import { escapePointerPart, pointerTo } from "../../document/references.ts";
import { placedValues } from "./argument-places.ts";
import { outputSchema } from "./output-schema.ts";
import { isSameHeader } from "./placed-arguments.ts";
import { selfContainedSchemas } from "./self-contained.ts";
import { textWithin } from "./text-within.ts";
import { argumentsSchema, placingFaults, type ToolArguments, toolArguments } from "./tool-arguments.ts";

/** A tool as `tools/list` has it. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description: string;
  inputSchema: Schema & { type: "object" };
  outputSchema?: Schema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
  };
}

/** An operation that is offered as a tool. */
export interface OperationTool {
  name: string;
  /** Up to 200 characters, for lists. */
  summary: string;
  /** `x-mcp`'s, else the operation's first tag. */
  group?: string;
  operation: DocumentOperation;
  /** The question to answer before a call, if a person has to agree to it. */
  confirm?: string;
  /** Made on first use, like the definition. */
  arguments: () => ToolArguments;
  /** The schema of all arguments, with the document's references. */
  accepts: () => Schema;
  definition: () => ToolDefinition;
}

/** Characters. */
const maxDescription = 1000;
const maxSummary = 200;

/** The document's operations as tools, and what of `x-mcp` can't be applied. */
export function operationTools(document: ApiDocument): { tools: OperationTool[]; findings: Finding[] } {
  const offered = document.operations.filter(({ mcp }) => mcp?.omit !== true);
  const findings: Finding[] = [];
  const taken = new Set<string>();
  const tools = offered.map((operation) => {
    const { name: given, fixed = {} } = operation.mcp ?? {};
    const wanted = given ?? (operation.operationId.replaceAll(/[^\w-]+/g, "_").slice(0, 64) || "operation");
    let name = wanted;
    for (let n = 2; taken.has(name); n++) name = `${wanted.slice(0, 60)}_${n}`;
    taken.add(name);
    const pointer = `${operationPointer(operation)}/x-mcp`;
    if (given !== undefined && name !== given) {
      const message = `Another tool is called ${given}, so this one is ${name}. Choose another name.`;
      findings.push({ severity: "warning", pointer: `${pointer}/name`, message });
    }
    const tool = operationTool(document, operation, name);
    const known = Object.keys(fixed).length > 0 ? tool.arguments().list.map((one) => one.name) : [];
    for (const argument of Object.keys(fixed).filter((one) => !known.includes(one))) {
      const message = `The tool ${name} has no argument ${argument}, so no value is fixed. It has ${known.join(", ") || "none"}.`;
      findings.push({ severity: "warning", pointer: `${pointer}/fixed`, message });
    }
    for (const { pointer: argument, message } of placingFaults(document, operation)) {
      const place = argument === "" ? "" : `/${escapePointerPart(argument)}`;
      findings.push({ severity: "warning", pointer: `${pointer}/arguments${place}`, message });
    }
    return tool;
  });
  return { tools, findings: [...findings, ...sharedFaults(tools)] };
}

/** What of `x-mcp` leads to nothing in any operation: an argument of the document's own, and a generated header. */
function sharedFaults(tools: OperationTool[]): Finding[] {
  const places = new Map(
    tools.flatMap(({ operation }) =>
      Object.entries(operation.mcp?.arguments ?? {}).filter(([, { isShared }]) => isShared),
    ),
  );
  const generated = new Set(tools.flatMap(({ operation }) => operation.mcp?.generated ?? []));
  if (places.size === 0 && generated.size === 0) return [];
  const given = tools.map((tool) => tool.arguments());
  const used = new Set(given.flatMap(({ list }) => list.map(({ at }) => pointerTo(at))));
  const headers = given.flatMap((one) => one.generated);
  const unused = [...places].filter(([pointer]) => !used.has(pointer));
  const unknown = [...generated].filter((name) => !headers.some((one) => isSameHeader(one, name)));
  return [
    ...unused.map(([pointer, { to }]): Finding => {
      const message = `No operation has ${to}, so no tool has this argument.`;
      return { severity: "warning", pointer: `#/x-mcp/arguments/${escapePointerPart(pointer)}`, message };
    }),
    ...unknown.map((name): Finding => {
      const message = `No operation has the header ${name}, or calls set it by themselves, so it isn't generated.`;
      return { severity: "warning", pointer: "#/x-mcp/generated", message };
    }),
  ];
}

function operationTool(document: ApiDocument, operation: DocumentOperation, name: string): OperationTool {
  const { mcp = {}, summary, description, operationId, tags } = operation;
  const group = mcp.group ?? tags[0];
  const text = mcp.description ?? summary ?? description ?? operationId;
  const question =
    typeof mcp.confirm === "string" ? mcp.confirm : `${summary ?? operationId}: do you agree to this call?`;
  const confirm = mcp.confirm ? textWithin(question, maxSummary) : undefined;
  const given = once(() => toolArguments(document, operation));
  return {
    name,
    summary: textWithin(text, maxSummary),
    ...(group !== undefined && { group: textWithin(group, maxSummary) }),
    operation,
    ...(confirm !== undefined && { confirm }),
    arguments: given,
    accepts: once(() => argumentsSchema(given(), confirm)),
    definition: once(() => {
      const output = outputSchema(document, operation);
      return {
        name,
        ...(summary !== undefined && { title: textWithin(summary, maxSummary) }),
        description: describe(operation, given()),
        inputSchema: inputSchema(document, given(), confirm),
        ...(output && { outputSchema: output }),
        annotations: annotations(operation),
      };
    }),
  };
}

/** Summary and description, then a call if the document has an example of each required argument. */
function describe({ mcp, summary, description, operationId }: DocumentOperation, { list }: ToolArguments) {
  const sentence = summary?.replace(/[^.!?]$/, "$&.");
  const words = [...new Set([sentence, description])].filter((one) => one !== undefined).join(" ");
  const text = textWithin(mcp?.description ?? (words || operationId), maxDescription);
  const chosen = list.filter(({ fixed }) => !fixed);
  if (chosen.some(({ required, example }) => required && example === undefined)) return text;
  const values = chosen.flatMap(({ at, example }) => (example === undefined ? [] : [{ at, value: example }]));
  if (values.length === 0) return text;
  const example = ` Example: ${JSON.stringify(placedValues(values))}`;
  return text.length + example.length <= maxDescription ? text + example : text;
}

function inputSchema(
  document: ApiDocument,
  given: ToolArguments,
  confirm: string | undefined,
): ToolDefinition["inputSchema"] {
  const { copy, defs } = selfContainedSchemas(document, { mark: "readOnly", bytesAsBase64: true });
  const schema = argumentsSchema(given, confirm, (one) => ({
    ...copy(one.schema),
    ...(one.description !== undefined && copy({ description: one.description })),
  }));
  const definitions = defs();
  return {
    // Clients of the older revisions assume draft-07, which has no $defs.
    ...(definitions && { $schema: "https://json-schema.org/draft/2020-12/schema" }),
    ...schema,
    ...(definitions && { $defs: definitions }),
  };
}

const reading = new Set(["get", "head", "options", "query", "trace"]);

/** A POST that creates something (201) adds to what there is; others may change anything. */
function annotations({ method, idempotent, responses, mcp }: DocumentOperation) {
  const readOnlyHint = reading.has(method);
  const isAdding = method === "post" && responses["201"] !== undefined && !mcp?.confirm;
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && !isAdding,
    idempotentHint: idempotent ?? (readOnlyHint || method === "put" || method === "delete"),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
