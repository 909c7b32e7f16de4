import type { DocumentOperation, OutgoingRequest, Parameter, Server } from "../document.ts";
import { mapValues } from "../map-values.ts";
import { fallbackOperationId, operationOf, operationsOf } from "../path-item.ts";
import { type Any, resolveIn } from "../references.ts";
import { readSecurity } from "../security.ts";
import { serverUrl } from "../server-url.ts";
import { outgoingPathItems } from "./outgoing-requests.ts";
import { type Reading, readResponse } from "./read-response.ts";

/** Reads a path item's operation for a method. */
export function readOperation(
  reading: Reading,
  path: string,
  method: string,
  pathItem: Any,
): DocumentOperation {
  const { raw, readContent } = reading;
  const operation = operationOf(pathItem, method);
  const body = operation.requestBody && resolveIn(raw, operation.requestBody);
  const server = ownServer(raw, pathItem, operation);
  return {
    operationId: operation.operationId ?? fallbackOperationId(method, path),
    method,
    path,
    tags: operation.tags ?? [],
    parameters: readParameters(reading, [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])]),
    responses: mapValues(operation.responses, (response) => readResponse(reading, response)),
    security: readSecurity(operation.security ?? raw.security),
    deprecated: operation.deprecated === true,
    ...(operation.summary && { summary: operation.summary }),
    ...(operation.description && { description: operation.description }),
    ...(server !== undefined && { server }),
    ...(body && { requestBody: { required: body.required === true, content: readContent(body.content) } }),
    ...(operation["x-rate-limit-scope"] && { rateLimitScope: operation["x-rate-limit-scope"] }),
    ...(operation["x-unknown-query"] && { unknownQuery: operation["x-unknown-query"] }),
    ...(typeof operation["x-idempotent"] === "boolean" && { idempotent: operation["x-idempotent"] }),
    ...(operation["x-deprecated-since"] && { deprecatedSince: operation["x-deprecated-since"] }),
    ...(operation["x-sunset"] && { sunset: operation["x-sunset"] }),
    ...readMcp(raw["x-mcp"], operation["x-mcp"]),
  };
}

/** An operation's `x-mcp`, with what the document's says for all operations. */
function readMcp(shared: Any, own: Any): Pick<DocumentOperation, "mcp"> {
  if (!shared) return own ? { mcp: own } : {};
  const inherited =
    shared.arguments && mapValues(shared.arguments, (one: object) => ({ ...one, isShared: true }));
  const places = { ...inherited, ...own?.arguments };
  return {
    mcp: {
      ...shared,
      ...own,
      ...((inherited || own?.arguments) && { arguments: places }),
      ...((shared.errors || own?.errors) && { errors: { ...shared.errors, ...own?.errors } }),
    },
  };
}

/** Reads the requests that the API sends: webhooks and callbacks. */
export function readOutgoing(reading: Reading): OutgoingRequest[] {
  return outgoingPathItems(reading.raw).flatMap(({ name: item, expression = "", pathItem }) => {
    const used = operationsOf(pathItem).map(({ method }) => method);
    return used.map((method) => {
      const name = used.length > 1 ? `${item}.${method}` : item;
      const operation = readOperation(reading, expression, method, pathItem);
      return { name, item, operation: { ...operation, operationId: name } };
    });
  });
}

/** An operation's parameter overrides the path's parameter with the same name and location. */
function readParameters({ raw, readContent }: Reading, nodes: Any[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const node of nodes) {
    const parameter = resolveIn(raw, node);
    const examples = mapValues(parameter.examples, (one) => resolveIn(raw, one));
    const [named] = Object.values(examples);
    const example = parameter.example ?? named?.value;
    byKey.set(`${parameter.in}:${parameter.name}`, {
      ...parameter,
      ...(example !== undefined && { example }),
      ...(parameter.examples && { examples }),
      ...(parameter.content && { content: readContent(parameter.content) }),
      required: parameter.required === true,
      schema: parameter.schema ?? {},
    });
  }
  return [...byKey.values()];
}

/** The document, a path item or an operation. */
type WithServers = { servers?: Server[] } & Record<string, unknown>;

/**
 * The first server of the operation or its path, resolved against the document's first server. Undefined if it is the
 * same as the document's.
 */
export function ownServer(document: WithServers, pathItem: WithServers, operation: WithServers) {
  const [own] = operation.servers ?? pathItem.servers ?? [];
  if (!own) return undefined;
  const [first] = document.servers ?? [];
  const usual = first ? serverUrl(first) : "/";
  const url = serverUrl(own);
  const resolved = URL.parse(url, URL.canParse(usual) ? usual : undefined)?.href ?? url;
  const hrefOf = (address: string) => URL.parse(address)?.href ?? address;
  return hrefOf(resolved) === hrefOf(usual) || !URL.canParse(resolved)
    ? undefined
    : resolved.replace(/\/$/, "");
}
