import {
  type ApiDocument,
  type DocumentOperation,
  isOpen,
  type Parameter,
  type Response,
} from "../server/http/document.ts";
import { hasMarks } from "./types.ts";

/** What the server must implement: a typed input, an output per documented status, the route table. */
export function emitOperations(document: ApiDocument): string {
  const marks = hasMarks(document.raw);
  return `import type { ${marks ? "$Read, $Write, " : ""}operations } from "./types.ts";
${marks ? markers : ""}
/** What each operation is given, and what it may answer. */
export interface Operations {
${document.operations.map((operation) => emitOperation(operation, marks)).join("\n")}
}

export type OperationId = keyof Operations;

/** What the validated request hands to a handler; \`caller\` is who the security schemes found, if anybody must be. */
export type Input<Id extends OperationId, Caller> = Operations[Id]["input"] & {
  caller: Operations[Id] extends { open: true } ? Caller | undefined : Caller;
};

export type Output<Id extends OperationId> = Operations[Id]["output"];

/** One operation: a validated request and the services it names in, a documented answer out. */
export type Handler<Id extends OperationId, Caller, Services> = (
  input: Input<Id, Caller>,
  services: Services,
) => Promise<Output<Id>>;

/** Every operation of the document: one that is missing does not compile. */
export type Handlers<Caller, Services> = { [Id in OperationId]: Handler<Id, Caller, Services> };

/** The document's routes, in its order. */
export const routes = [
${document.operations.map(({ operationId, method, path }) => `  ${JSON.stringify({ operationId, method, path })},`).join("\n")}
] as const satisfies readonly { operationId: OperationId; method: string; path: string }[];
`;
}

/** Properties that only answers have (\`readOnly\`) or only requests (\`writeOnly\`). */
const markers = `
/** Without what only answers have. */
type Received<T> = T extends $Read<unknown>
  ? never
  : T extends $Write<infer U>
    ? Received<U>
    : T extends Blob
      ? T
      : T extends (infer E)[]
        ? Received<E>[]
        : T extends object
          ? { [K in keyof T as NonNullable<T[K]> extends $Read<unknown> ? never : K]: Received<T[K]> }
          : T;

/** Without what only requests have. */
type Sent<T> = T extends $Write<unknown>
  ? never
  : T extends $Read<infer U>
    ? Sent<U>
    : T extends Blob
      ? T
      : T extends (infer E)[]
        ? Sent<E>[]
        : T extends object
          ? { [K in keyof T as NonNullable<T[K]> extends $Write<unknown> ? never : K]: Sent<T[K]> }
          : T;
`;

function emitOperation(operation: DocumentOperation, marks: boolean): string {
  const outputs = Object.entries(operation.responses).flatMap(([status, response]) =>
    emitOutputs(operation, { status, response, marks }),
  );
  return `${docComment(operation)}  ${key(operation.operationId)}: {${isOpen(operation.security) ? "\n    open: true;" : ""}
    input: {
      path: ${emitParameters(operation, "path")};
      query: ${emitParameters(operation, "query")};
      headers: ${emitParameters(operation, "header")};
      cookies: ${emitParameters(operation, "cookie")};
${emitBody(operation, marks)}
    };
    output:
${(outputs.length > 0 ? outputs : ["never"]).map((output) => `      | ${output}`).join("\n")};
  };`;
}

function docComment({ method, path, summary }: DocumentOperation): string {
  const line = `\`${method.toUpperCase()} ${path}\`${summary ? `: ${summary}` : ""}`;
  return `  /** ${line.replaceAll("*/", "*\\/")} */\n`;
}

function emitParameters({ operationId, parameters }: DocumentOperation, place: Parameter["in"]): string {
  if (!parameters.some((parameter) => parameter.in === place)) return "Record<never, never>";
  return `NonNullable<operations[${JSON.stringify(operationId)}]["parameters"][${JSON.stringify(place)}]>`;
}

/** One media type gives \`body\`; several give a union told apart by \`contentType\`. */
function emitBody({ operationId, requestBody }: DocumentOperation, marks: boolean): string {
  if (!requestBody) return "      body: undefined;";
  const mediaTypes = Object.keys(requestBody.content);
  const bodyOf = (mediaType: string) => {
    const body = `NonNullable<operations[${JSON.stringify(operationId)}]["requestBody"]>["content"][${JSON.stringify(mediaType)}]`;
    return marks ? `Received<${body}>` : body;
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

/** One member a media type. A documented header that the house doesn't set is the handler's to give. */
function emitOutputs(
  { operationId }: DocumentOperation,
  { status, response, marks }: { status: string; response: Response; marks: boolean },
): string[] {
  const id = JSON.stringify(operationId);
  const statusType = /^\d+$/.test(status) ? status : "number";
  const statusKey = /^\d+$/.test(status) ? status : JSON.stringify(status);
  const own = Object.entries(response.headers).filter(([, header]) => !header.setByServer);
  const headers =
    own.length === 0
      ? ""
      : `; headers${own.some(([, header]) => header.required) ? "" : "?"}: { ${own
          .map(([name, header]) => {
            const type = `operations[${id}]["responses"][${statusKey}]["headers"][${JSON.stringify(name)}]`;
            return `${JSON.stringify(name)}${header.required ? "" : "?"}: NonNullable<${type}>`;
          })
          .join("; ")} }`;
  const mediaTypes = Object.keys(response.content);
  if (mediaTypes.length === 0) return [`{ status: ${statusType}; body?: undefined${headers} }`];
  return mediaTypes.map((mediaType) => {
    const contentType = mediaTypes.length === 1 ? "" : `; contentType: ${JSON.stringify(mediaType)}`;
    const body = `operations[${id}]["responses"][${statusKey}]["content"][${JSON.stringify(mediaType)}]`;
    return `{ status: ${statusType}${contentType}; body: ${marks ? `Sent<${body}>` : body}${headers} }`;
  });
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
