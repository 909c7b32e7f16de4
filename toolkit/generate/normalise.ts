import { fallbackOperationId, methods, type RawDocument, type Server } from "../document/document.ts";
import { targetIn } from "../document/references.ts";

/**
 * Brings a bundled document into the one form that everything here reads: path items in place, an operationId for every
 * operation, and the base path of the servers in the paths. Changes what it is given.
 * Throws a sentence where a document can't be served.
 * @param note is told what a reader of the document may not expect
 */
export function normalise(raw: RawDocument, note: (sentence: string) => void): RawDocument {
  checkVersion(raw);
  const { pathItems, ...components } = raw.components ?? {};
  const { paths = {}, webhooks } = raw;
  raw.paths = inPlace(raw, paths, []) as RawDocument["paths"];
  if (webhooks) raw.webhooks = inPlace(raw, webhooks, []);
  if (raw.components) raw.components = inPlace(raw, components, []);
  nameOperations(raw);
  moveBasePath(raw, note);
  if (Object.keys(raw.paths).length === 0) note("The document has no paths, so there is nothing to serve.");
  return raw;
}

function checkVersion({ openapi, swagger }: RawDocument): void {
  if (/^3\.[01]\./.test(openapi)) return;
  const given = openapi === undefined ? `Swagger ${swagger}` : `OpenAPI ${openapi}`;
  throw new Error(
    `The document is ${given}. What reads it here knows OpenAPI 3.0 and 3.1: convert it first.`,
  );
}

const toPath = /^#\/(paths|components\/pathItems)\//;

/**
 * Puts path items, and what is referred to within them, in the place of the reference: it would lead out of the slice that
 * a validator gets, and two paths may not have the same operation.
 */
function inPlace(raw: RawDocument, node: unknown, within: string[]): unknown {
  if (Array.isArray(node)) return node.map((one) => inPlace(raw, one, within));
  if (node === null || typeof node !== "object") return node;
  const { $ref } = node as { $ref?: unknown };
  if (typeof $ref === "string" && toPath.test($ref)) {
    if (within.includes($ref)) throw new Error(`The reference ${$ref} contains itself: make it a component.`);
    return inPlace(raw, targetIn(raw, $ref), [...within, $ref]);
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inPlace(raw, value, within)]));
}

/** A path item that two paths share gives its operationIds to the first of them. */
function nameOperations(raw: RawDocument): void {
  const taken = new Set<string>();
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  );
  for (const { operation } of operations) {
    if (taken.has(operation.operationId)) operation.operationId = undefined;
    if (operation.operationId !== undefined) taken.add(operation.operationId);
  }
  for (const { path, method, operation } of operations) {
    if (operation.operationId !== undefined) continue;
    const wanted = fallbackOperationId(method, path);
    let operationId = wanted;
    for (let n = 2; taken.has(operationId); n++) operationId = `${wanted}${n}`;
    taken.add(operationId);
    operation.operationId = operationId;
  }
}

/**
 * `servers: [{url: https://x/api/v1}]` with the path `/pets` is answered at `/api/v1/pets`. The base path moves from the
 * servers to the paths, where server, mock, client and docs find it alike; each would treat a server's path differently.
 * Where the servers have different ones, something in front takes them away, and the paths are served as written.
 */
function moveBasePath(raw: RawDocument, note: (sentence: string) => void): void {
  const servers: Server[] = raw.servers ?? [];
  const basePaths = new Set(servers.map(basePathOf));
  const [basePath = ""] = basePaths;
  if (basePaths.size > 1) {
    note(`The servers have different base paths (${[...basePaths].map((one) => one || "/").join(", ")}).`);
    note("Paths are served as they are written; what is in front of the server takes a base path away.");
  }
  if (basePaths.size !== 1 || basePath === "") return;
  for (const server of servers) stripPath(server);
  raw.paths = Object.fromEntries(
    Object.entries(raw.paths).map(([path, item]) => [`${basePath}${path}`, item]),
  );
  note(`The servers' base path is part of every path: ${Object.keys(raw.paths)[0] ?? basePath}`);
}

function basePathOf(server: Server): string {
  return new URL(serverUrl(server), "http://localhost").pathname.replace(/\/+$/, "");
}

/** The address with its variables' defaults. */
export function serverUrl({ url, variables = {} }: Server): string {
  return url.replace(/\{([^}]+)\}/g, (variable, name) => variables[name]?.default ?? variable);
}

function stripPath(server: Server): void {
  const [origin = ""] = /^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i.exec(server.url) ?? [];
  server.url = origin || "/";
  for (const name of Object.keys(server.variables ?? {})) {
    if (!server.url.includes(`{${name}}`)) delete server.variables?.[name];
  }
  if (Object.keys(server.variables ?? {}).length === 0) delete server.variables;
}
