import {
  type ApiDocument,
  type DocumentOperation,
  isOpen,
  type Parameter,
  type Response,
} from "../server/http/document.ts";

/** What the server must implement: a typed input, an output per documented status, the route table. */
export function emitOperations(document: ApiDocument): string {
  return `import type { operations } from "./types.ts";

/** What each operation is given, and what it may answer. */
export interface Operations {
${document.operations.map(emitOperation).join("\n")}
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

function emitOperation(operation: DocumentOperation): string {
  const outputs = Object.entries(operation.responses).flatMap(([status, response]) =>
    emitOutputs(operation, status, response),
  );
  return `${docComment(operation)}  ${key(operation.operationId)}: {${isOpen(operation.security) ? "\n    open: true;" : ""}
    input: {
      path: ${emitParameters(operation, "path")};
      query: ${emitParameters(operation, "query")};
      headers: ${emitParameters(operation, "header")};
      cookies: ${emitParameters(operation, "cookie")};
${emitBody(operation)}
    };
    output:
${outputs.map((output) => `      | ${output}`).join("\n")};
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
function emitBody({ operationId, requestBody }: DocumentOperation): string {
  if (!requestBody) return "      body: undefined;";
  const mediaTypes = Object.keys(requestBody.content);
  const bodyOf = (mediaType: string) =>
    `NonNullable<operations[${JSON.stringify(operationId)}]["requestBody"]>["content"][${JSON.stringify(mediaType)}]`;
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
function emitOutputs({ operationId }: DocumentOperation, status: string, response: Response): string[] {
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
    return `{ status: ${statusType}${contentType}; body: ${body}${headers} }`;
  });
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
