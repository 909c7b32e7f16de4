import type { RawDocument } from "@counterpart/server/document/references";
import { createInstance, getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { getHttpConfigFromRequest } from "@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js";
import pino from "pino";
import type { PreferencesSource, PrismAnswer, PrismRequest } from "./messages.ts";

export type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

const config = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

const instance = createInstance(
  { ...config, mock: { dynamic: false } },
  {
    // Prism logs every step at its own level `success`, which isn't needed.
    logger: Object.assign(pino({ level: "silent" }), { success() {} }),
    // The mock has routed the request already.
    route: ({ resources: [operation] }) =>
      operation ? { _tag: "Right", right: operation } : { _tag: "Left", left: new Error("No operation.") },
  },
);

/** Prepares the only operation of a document. */
export async function prepareOperation(raw: RawDocument): Promise<PrismOperation> {
  const [prepared] = await getHttpOperationsFromSpec(raw);
  if (!prepared) throw new Error("Prism found no operation.");
  return prepared;
}

/** Prism's reply. The choice is always explicit: for an undocumented status, Prism would pick another one. */
export async function answer(
  resource: PrismOperation,
  { method, path, body, mock }: PrismRequest,
): Promise<PrismAnswer> {
  const headers = { "content-type": "application/json" };
  const request = { method, url: { path }, headers, body };
  const result = await instance.request(request, [resource], { ...config, mock })();
  if (result._tag === "Left") throw result.left;
  const { headers: answered = {}, body: answer } = result.right.output;
  return { headers: valuesOf(answered), body: answer };
}

/** Drops headers for which Prism has no value (null), and its own media type. */
function valuesOf(headers: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(headers).filter(
    ([name, value]) => value !== null && value !== undefined && name.toLowerCase() !== "content-type",
  );
  return Object.fromEntries(given);
}

/** Throws Prism's error if the preferences are invalid (`code=abc`). */
export function readPreferences({ query, prefer }: PreferencesSource) {
  const read = getHttpConfigFromRequest({
    url: { path: "/", query },
    ...(prefer !== undefined && { headers: { prefer } }),
  });
  if (read._tag === "Left") throw read.left;
  return read.right;
}
