import type { ApiDocument, DocumentOperation, Parameter } from "../../document/document.ts";
import { essence } from "../../document/media-types.ts";
import { hasReadOrWriteOnly } from "../../document/schemas/read-write-only.ts";
import { isOpen } from "../../document/security.ts";
import { handlerNames } from "./names.ts";
import { type ResponseType, responseTypes } from "./responses.ts";

/** What the server must implement: a typed input and a typed output for each operation, and the table of routes. */
export function emitOperations(document: ApiDocument): string {
  const marks = hasReadOrWriteOnly(document);
  const names = handlerNames(document);
  const operations = document.operations.map((operation) => ({
    operation,
    responses: responseTypes(operation, { name: pascalCase(names.get(operation.operationId) ?? ""), marks }),
  }));
  const types = operations.flatMap(({ responses }) => responses.map(emitResponse)).join("\n");
  const text = `/** What each operation gets, and what it may return. */
export interface Operations {
${operations.map(({ operation, responses }) => emitOperation(operation, responses, marks)).join("\n")}
}

export type OperationId = keyof Operations;

/** The validated request. \`caller\` is who the security schemes found, or undefined where anonymous calls are allowed. */
export type Input<Id extends OperationId, Caller> = Operations[Id]["input"] & {
  caller: Operations[Id] extends { open: true } ? Caller | undefined : Caller;
};

/** The documented responses of an operation, told apart by \`status\`. */
export type Output<Id extends OperationId> = Operations[Id]["output"] | NoOutput;

/** Every operation of the document: one that is missing doesn't compile. */
export type Handlers<Caller, Services> = {
  [Id in OperationId]: (input: Input<Id, Caller>, services: Services) => Promise<Output<Id>>;
};

/** The document's routes, in its order. */
export const routes = [
${document.operations.map(({ operationId, method, path }) => `  ${JSON.stringify({ operationId, method, path })},`).join("\n")}
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];

/**
 * Never returned. As it has no \`body\` and no \`headers\`, the compiler checks those of a handler against the response with
 * the same status, and not against all responses at once: its messages are about one response.
 */
interface NoOutput {
  status: never;
}
${emitAbsences(types)}${types.includes("StreamedBody") ? streamedBody : ""}
${types}
`;
  return `${emitImports(text)}${text}`;
}

/** What a response doesn't have is typed so that the compiler's messages say it. */
function emitAbsences(types: string): string {
  const declarations = [
    ...(types.includes("NoBody") ? [noBody] : []),
    ...(types.includes("NoHeaders") ? [noHeaders] : []),
  ];
  return declarations.length > 0 ? ["\ndeclare const none: unique symbol;\n", ...declarations].join("") : "";
}

const noBody = `
/** A response without a body. */
type NoBody = { [none]: never };
`;

const noHeaders = `
/** A response without documented headers, besides those that the server sets. */
type NoHeaders = { [none]?: never };
`;

const streamedBody = `
/** A body that is sent in pieces: a Node stream, a web stream, an async generator. */
type StreamedBody = AsyncIterable<string | Uint8Array>;
`;

/** What a document doesn't need isn't imported, since compilers may report it as unused. */
function emitImports(text: string): string {
  const marks = ["WithoutReadOnly", "WithoutWriteOnly"].filter((name) => text.includes(`${name}<`));
  return [
    ...(marks.length > 0 ? [`import type { ${marks.join(", ")} } from "./client-runtime/marks.ts";\n`] : []),
    ...(text.includes("FormBody<")
      ? [`import type { FormBody } from "./client-runtime/form-body.ts";\n`]
      : []),
    ...(text.includes("StatusOf<") ? [`import type { StatusOf } from "./client-runtime/status.ts";\n`] : []),
    ...(text.includes("operations[") ? [`import type { operations } from "./types.ts";\n`] : []),
    "\n",
  ].join("");
}

function emitOperation(operation: DocumentOperation, responses: ResponseType[], marks: boolean): string {
  const output = responses.map(({ name }) => name).join(" | ");
  return `${docComment(operation)}  ${key(operation.operationId)}: {${isOpen(operation.security) ? "\n    open: true;" : ""}
    input: {
      path: ${emitParameters(operation, "path")};
      query: ${emitParameters(operation, "query")};
      headers: ${emitParameters(operation, "header")};
      cookies: ${emitParameters(operation, "cookie")};
${emitBody(operation, marks)}
    };
    output: ${output || "never"};
  };`;
}

function emitResponse({ name, members }: ResponseType): string {
  return `interface ${name} {\n${members.map((member) => `  ${member};\n`).join("")}}`;
}

function docComment({ method, path, summary }: DocumentOperation): string {
  const line = `\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ""}`;
  return `  /** ${line.replaceAll("*/", "*\\/")} */\n`;
}

function emitParameters({ operationId, parameters }: DocumentOperation, place: Parameter["in"]): string {
  if (!parameters.some((parameter) => parameter.in === place)) return "Record<never, never>";
  return `NonNullable<operations[${JSON.stringify(operationId)}]["parameters"][${JSON.stringify(place)}]>`;
}

/** One media type gives `body`; several give a union told apart by `contentType`. */
function emitBody({ operationId, requestBody }: DocumentOperation, marks: boolean): string {
  if (!requestBody) return "      body: undefined;";
  const mediaTypes = Object.keys(requestBody.content);
  const bodyOf = (mediaType: string) => {
    const body = `NonNullable<operations[${JSON.stringify(operationId)}]["requestBody"]>["content"][${JSON.stringify(mediaType)}]`;
    const written = marks ? `WithoutReadOnly<${body}>` : body;
    return essence(mediaType) === "multipart/form-data" ? `FormBody<${written}>` : written;
  };
  const optional = requestBody.required ? "" : " | undefined";
  if (mediaTypes.length <= 1) {
    return `      body: ${mediaTypes[0] ? bodyOf(mediaTypes[0]) : "unknown"}${optional};`;
  }
  const union = mediaTypes.map(
    (type) => `{ contentType: ${JSON.stringify(type)}; content: ${bodyOf(type)} }`,
  );
  return `      body: ${union.join(" | ")}${optional};`;
}

function pascalCase(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
