import { parentPort } from "node:worker_threads";
import { type RawDocument, withoutOutsideReferences } from "@counterpart/server/document";
import pino from "pino";
import { ProblemJsonError } from "./internals.ts";
import { createInstance, getHttpConfigFromRequest, getHttpOperationsFromSpec } from "./library.ts";
import type {
  Outcome,
  Preferences,
  PreferencesSource,
  PrismAnswer,
  PrismRequest,
  Question,
} from "./messages.ts";

// Silences Prism's sampler, which warns about each schema that it can't merge. Replies are checked later.
console.warn = () => {};

const prepared = new Map<string, Promise<PrismOperation>>();

async function valueFor(question: Question): Promise<PrismAnswer | Preferences> {
  if (question.kind === "preferences") return readPreferences(question.source);
  const { key, raw, request, forget } = question;
  if (forget !== undefined) prepared.delete(forget);
  if (raw) prepared.set(key, prepareOperation(raw));
  const operation = await prepared.get(key);
  if (!operation) throw new Error("Nothing is prepared for this reply.");
  return answer(operation, request);
}

async function outcomeOf(question: Question): Promise<Outcome> {
  const { id } = question;
  try {
    return { id, kind: "done", value: await valueFor(question) };
  } catch (error) {
    if (!(error instanceof ProblemJsonError)) return { id, kind: "failed", message: String(error) };
    const { name, message, status, detail } = error;
    return { id, kind: "problem", problem: { name, message, status, detail } };
  }
}

parentPort?.on("message", async (question: Question) => {
  parentPort?.postMessage(await outcomeOf(question));
});

type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

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
async function prepareOperation(raw: RawDocument): Promise<PrismOperation> {
  const [prepared] = await getHttpOperationsFromSpec(withoutOutsideReferences(raw));
  if (!prepared) throw new Error("Prism found no operation.");
  return prepared;
}

/** Prism's reply. The choice is always explicit: for an undocumented status, Prism would pick another one. */
async function answer(
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
function readPreferences({ query, prefer }: PreferencesSource) {
  const read = getHttpConfigFromRequest({
    url: { path: "/", query },
    ...(prefer !== undefined && { headers: { prefer } }),
  });
  if (read._tag === "Left") throw read.left;
  return read.right;
}
