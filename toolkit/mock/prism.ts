import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import pino from "pino";
import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { slice } from "../document/slice.ts";
import { withoutWriteOnly } from "./without-write-only.ts";

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

/** Prism's core. It is never left a choice: where it finds no response for a status, it answers with another. */
export function createPrism(document: ApiDocument): Prism {
  const prepared = new Map<DocumentOperation, Promise<PrismOperation>>();
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
    async reply(operation, { status, mediaType, exampleKey, dynamic = false, seed }, body) {
      let preparing = prepared.get(operation);
      if (!preparing) {
        // Prism's preparation of a whole document takes the square of its length.
        preparing = prepare(withoutWriteOnly(slice(document, operation)));
        prepared.set(operation, preparing);
      }
      const mock = {
        code: status,
        dynamic,
        ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
        ...(exampleKey !== undefined && { exampleKey }),
        ...(seed !== undefined && { seed }),
      };
      const request = {
        method: operation.method,
        url: { path: operation.path },
        headers: { "content-type": "application/json" },
        body,
      };
      const result = await instance.request(request, [await preparing], { ...config, mock })();
      if (result._tag === "Left") throw result.left;
      const { headers = {}, body: answer } = result.right.output;
      return { status, headers: texts(headers), mediaType, body: answer };
    },
  };
}

async function prepare(raw: object): Promise<PrismOperation> {
  const [operation] = await getHttpOperationsFromSpec(raw);
  if (!operation) throw new Error("Prism found no operation.");
  return operation;
}

/** Prism gives null for a header that it has no value for, and its own media type. */
function texts(headers: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(headers).filter(
    ([name, value]) => value !== null && value !== undefined && name.toLowerCase() !== "content-type",
  );
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
