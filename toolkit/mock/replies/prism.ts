import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import pino from "pino";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { prismMethod, replyDocument } from "./reply-document.ts";

/** Which of an operation's responses Prism is to bring up. */
export interface PrismChoice {
  status: number;
  mediaType?: string | undefined;
  exampleKey?: string | undefined;
  /** Invents a body by the schema, even where there are examples. */
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  mediaType?: string | undefined;
  /** Undefined when the response has none. */
  body: unknown;
}

export interface Prism {
  /**
   * The named example, the first one, or what Prism makes of the schema.
   * @param body of the request; the operation's callbacks refer to it
   */
  reply(operation: DocumentOperation, wanted: PrismChoice, body?: unknown): Promise<Reply>;
}

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

const config = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** What Prism has prepared for a reply. */
interface Prepared {
  operation: PrismOperation;
  /** Answered in the place of what stands for it. */
  example?: { value: unknown };
}

/** So many replies stay prepared; to prepare one takes a few milliseconds. */
const maxPrepared = 500;

/** Prism's core. It is never left a choice: where it finds no response for a status, it answers with another. */
export function createPrism(document: ApiDocument): Prism {
  const prepared = new Map<string, Promise<Prepared>>();
  function prepare(operation: DocumentOperation, choice: PrismChoice): Promise<Prepared> {
    const { status, mediaType, exampleKey, dynamic } = choice;
    const key = JSON.stringify([operation.operationId, status, mediaType, exampleKey, dynamic]);
    const preparing = prepared.get(key) ?? prepareReply(document, operation, choice);
    // The latest is last.
    prepared.delete(key);
    prepared.set(key, preparing);
    const [oldest] = prepared.keys();
    if (prepared.size > maxPrepared && oldest !== undefined) prepared.delete(oldest);
    return preparing;
  }
  const instance = createInstance(
    { ...config, mock: { dynamic: false } },
    {
      // A level of Prism's own; it tells of every step, on none of which anything depends.
      logger: Object.assign(pino({ level: "silent" }), { success() {} }),
      // The route has been found before.
      route: ({ resources: [operation] }) =>
        operation ? { _tag: "Right", right: operation } : { _tag: "Left", left: new Error("No operation.") },
    },
  );
  return {
    async reply(operation, choice, body) {
      const { status, mediaType, exampleKey, dynamic = false, seed } = choice;
      const { operation: resource, example } = await prepare(operation, choice);
      const mock = {
        code: status,
        dynamic,
        ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
        ...(exampleKey !== undefined && { exampleKey }),
        ...(seed !== undefined && { seed }),
      };
      const request = {
        method: prismMethod(operation.method),
        url: { path: operation.path },
        headers: { "content-type": "application/json" },
        body,
      };
      const result = await instance.request(request, [resource], { ...config, mock })();
      if (result._tag === "Left") throw result.left;
      const { headers = {}, body: answer } = result.right.output;
      return { status, headers: texts(headers), mediaType, body: example ? example.value : answer };
    },
  };
}

async function prepareReply(
  document: ApiDocument,
  operation: DocumentOperation,
  choice: PrismChoice,
): Promise<Prepared> {
  const { raw, ...answer } = replyDocument(document, operation, choice);
  const [prepared] = await getHttpOperationsFromSpec(raw);
  if (!prepared) throw new Error("Prism found no operation.");
  return { operation: prepared, ...answer };
}

/** Prism gives null for a header that it has no value for, and its own media type. */
function texts(headers: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) => value !== null && value !== undefined && name.toLowerCase() !== "content-type",
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
