import { type ApiDocument, type DocumentOperation, summarizeSchema } from "@counterpart/server/document";
import { setOwn } from "@counterpart/server/values";
import fc from "fast-check";
import type { Known, KnownValues } from "../../samples/known.ts";
import { ifReachable } from "../../samples/values/arbitraries.ts";
import type { FuzzResponse } from "../http.ts";
import { type CompiledOperation, type Parts, partName, withoutOptional } from "../operation.ts";
import { Violation } from "../report/violation.ts";
import { createdId, type Id, listedIds } from "./ids.ts";
import { nameAt, placeOf, type Resource, resourcePaths, resourcesOf } from "./resources.ts";

/** Sends an operation's request. */
export type SendParts = (compiled: CompiledOperation, parts: Parts) => Promise<FuzzResponse>;

interface Found extends Resource {
  /** Created before the run for reading, and kept. */
  shared?: Id;
  /** Existed before the run: only for reading, unless nothing can be created. */
  listed: Id[];
}

/** How many listed ids are used. */
const maxListed = 5;

/** How often creating is tried, each time with another request. */
const attempts = 4;

/** The ids that a server's responses reveal. */
export type Discovered = Awaited<ReturnType<typeof discover>>;

/** Asks a server which resources exist, and creates one of each kind. */
export async function discover(
  document: ApiDocument,
  {
    compiledOf,
    send,
  }: { compiledOf: (operationId: string) => CompiledOperation | undefined; send: SendParts },
) {
  const found = new Map<string, Found>(
    [...resourcesOf(document)].map(([place, resource]) => [place, { ...resource, listed: [] }]),
  );
  let seed = 0;

  async function create(resource: Resource, parents: Id[], sendParts: SendParts): Promise<Id | undefined> {
    for (const operation of resource.creators) {
      const compiled = compiledOf(operation.operationId);
      for (let attempt = 0; compiled && attempt < attempts; attempt++) {
        const parts = sample(compiled, ++seed);
        if (!parts) break;
        const within = withParents(operation, parts, parents);
        const answer = await sendParts(compiled, within);
        // Anything but 201 to PUT may mean that the resource existed before.
        if (answer.status >= 300 || (operation.method === "put" && answer.status !== 201)) continue;
        const id = operation.method === "put" ? ownIdIn(operation, within) : createdId(resource, answer);
        if (id !== undefined) return fitted(resource, id);
      }
    }
    return undefined;
  }

  /** An id in a header is text; the document may expect a number. */
  function fitted({ path }: Resource, id: Id): Id {
    const operation = document.operations.find((one) => resourcePaths(one.path).includes(path));
    const name = nameAt(path);
    const parameter = operation?.parameters.find((one) => one.in === "path" && one.name === name);
    const isText = !parameter || summarizeSchema(document, parameter.schema).types.has("string");
    return isText || typeof id === "number" || !Number.isFinite(Number(id)) ? id : Number(id);
  }

  const parentsOf = (path: string): Id[] =>
    resourcePaths(path)
      .slice(0, -1)
      .flatMap((outer) => {
        const { shared, listed = [] } = found.get(placeOf(outer)) ?? {};
        return shared ?? listed[0] ?? [];
      });
  for (const resource of found.values()) {
    const parents = parentsOf(resource.path);
    if (parents.length < resourcePaths(resource.path).length - 1) continue;
    const { list } = resource;
    const compiled = list && compiledOf(list.operationId);
    const parts = compiled && sample(compiled, 1);
    const ids =
      compiled && parts
        ? await unlessWrong(async () => {
            // Filters may hide everything.
            const required = withoutOptional(compiled, withParents(list, parts, parents));
            return listedIds(resource, await send(compiled, required));
          })
        : [];
    const shared = await unlessWrong(() => create(resource, parents, send));
    resource.listed = [...new Set(ids)].slice(0, maxListed);
    if (shared !== undefined) resource.shared = shared;
  }

  const cache = new Map<string, KnownValues<never>>();
  return {
    /** The values of an operation's path parameters that exist, by name; for DELETE, only what the run creates. */
    knownFor({ method, path }: Pick<DocumentOperation, "method" | "path">): KnownValues<never> {
      const isSafe = ["get", "head", "options", "query"].includes(method);
      const paths = resourcePaths(path);
      const key = `${isSafe} ${method === "delete"} ${paths.join(" ")}`;
      const before = cache.get(key);
      if (before) return before;
      const known: KnownValues<never> = {};
      paths.forEach((resourcePath, index) => {
        const place = placeOf(resourcePath);
        const { shared, listed = [] } = found.get(place) ?? {};
        const isChanged = !isSafe && index === paths.length - 1;
        const usesListed = isSafe || (shared === undefined && !(isChanged && method === "delete"));
        const values = [
          ...(shared === undefined
            ? []
            : [{ label: `${isChanged ? "new" : "created"} ${place}`, sample: shared }]),
          ...(usesListed ? listed : []).map((sample, at) => ({ label: `listed ${place} ${at}`, sample })),
        ];
        const name = nameAt(resourcePath);
        if (values.length > 0) setOwn(known, name, values);
      });
      cache.set(key, known);
      return known;
    },
    /**
     * The id behind a label; undefined if nothing can be created any more.
     * @param parents the values of the request's other path parameters, in the order of the path
     */
    async idOf(label: string, parents: Id[], sendParts: SendParts) {
      const [kind = "", place = "", at] = label.split(" ");
      const resource = found.get(place);
      if (kind === "listed") return resource?.listed[Number(at)];
      if (kind === "created") return resource?.shared;
      return resource && create(resource, parents, sendParts);
    },
  };
}

/** Whether a value existed before the run. */
export function isListed({ label }: Known): boolean {
  return label.startsWith("listed ");
}

function sample(compiled: CompiledOperation, seed: number): Parts | undefined {
  return ifReachable(() => fc.sample(compiled.valid, { numRuns: 1, seed })[0]);
}

/** Puts the values of path parameters in the order of the path. */
function withParents({ path, parameters }: DocumentOperation, parts: Parts, parents: Id[]): Parts {
  const names = resourcePaths(path).map(nameAt);
  const values = { ...parts.parameters };
  parents.forEach((parent, index) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === names[index]);
    if (parameter) values[partName(parameter)] = parent;
  });
  return { ...parts, parameters: values };
}

function ownIdIn({ path }: DocumentOperation, { parameters }: Parts): Id | undefined {
  const value = parameters[`path ${nameAt(path)}`];
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Undefined if the server's answer is wrong, which a check will report. */
async function unlessWrong<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Violation) return undefined;
    throw error;
  }
}
