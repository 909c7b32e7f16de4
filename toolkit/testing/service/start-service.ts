import type { ApiDocument, RateLimit } from "@counterpart/server/document";
import { type Authenticators, schemesAcceptingAnyone } from "@counterpart/server/http";
import { describeRefusal, listen } from "@counterpart/server/listen";
import { createLog } from "@counterpart/server/log";
import {
  createServerApp,
  loadServed,
  loadStubResponses,
  memoryLimiter,
  type NamedRunParts,
  noOutages,
  noopTelemetry,
  openServices,
  type RunParts,
  rateLimitsOf,
  readAllSettings,
  readConfig,
  type ServedDocument,
  type ServedDocuments,
  secretPatternsOf,
} from "@counterpart/server/process";
import type { OperationValidators } from "@counterpart/server/validation";
import { mapValues } from "@counterpart/server/values";
import { type CheckingFetch, checkingFetch } from "../checks/checking-fetch.ts";
import type { Exchange } from "../checks/exchange.ts";
import { contractObserver } from "../coverage/contract-coverage.ts";
import { countCoverage } from "../coverage/traffic.ts";
import { prepareStubResponses, stubResponses } from "../mock/stub-responses.ts";
import { observedCalls } from "./observed-calls.ts";

export interface StartOptions {
  /** The environment variables for the service; default: none. */
  env?: Record<string, string | undefined>;
  /**
   * Requests per window, by scope (`v2.reads` with several documents). Other scopes are unlimited, so that
   * tests don't reach their limits.
   */
  rateLimits?: Record<string, number>;
  /** The only credential that authenticators made by `acceptAnyone` accept, so that tests can send a wrong one. */
  onlyCredential?: string;
}

export interface RunningDocument extends CheckingFetch {
  /** The server's URL with the base path; append the document's paths to it. */
  url: string;
  document: ApiDocument;
}

interface Running {
  /** The server's log so far: JSON, one line per element. */
  logLines: string[];
  close(): Promise<void>;
}

export interface RunningService extends RunningDocument, Running {}

export interface RunningServices<Name extends string = string> extends Running {
  /** The server's URL without a base path. */
  url: string;
  /** Keyed by document name. */
  documents: Record<Name, RunningDocument>;
}

const unlimited = 1_000_000;

const stubs = {
  prepareStubs: prepareStubResponses,
  stubResponses: async (document: ApiDocument, validators: OperationValidators) =>
    stubResponses(document, validators),
};

/**
 * Starts a document's server for tests on a free port of 127.0.0.1; operations without a handler are mocked, with
 * `X-Mock: true`. Its `fetch` throws for a response that doesn't conform, and counts coverage, tools' calls included.
 * @throws ConfigError if the environment is invalid
 */
export async function startService<Settings, Services>(
  parts: RunParts<Settings, Services>,
  options: StartOptions = {},
): Promise<RunningService> {
  const [document] = await loadServed(parts);
  const { url, ...running } = await start([document], options);
  return { ...running, ...observed(document, url) };
}

/** Like `startService`, for several documents on one server; each has its own `fetch`. */
export async function startServices<Name extends string>(
  parts: { documents: (NamedRunParts & { name: Name })[] },
  options: StartOptions = {},
): Promise<RunningServices<Name>> {
  const documents = await loadServed(parts);
  const running = await start(documents, options);
  const named = documents.map((one) => [one.name, observed(one, running.url)]);
  return { ...running, documents: Object.fromEntries(named) as Record<Name, RunningDocument> };
}

async function start(documents: ServedDocuments, options: StartOptions): Promise<Running & { url: string }> {
  const { env = {}, rateLimits = {}, onlyCredential } = options;
  const [first] = documents;
  const documentLimits = rateLimitsOf(documents);
  const { settings } = readConfig(env, documentLimits, readAllSettings(documents));
  const logLines: string[] = [];
  const log = createLog(
    { write: (line) => void logLines.push(line) },
    { secretPatterns: secretPatternsOf(documents) },
  );
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0 },
    describeRefusal: describeRefusal(first.document, log, first.service),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const closers = [server.stop];
  const close = async () => {
    for (const one of closers) await one();
  };
  const limiter = memoryLimiter();
  try {
    const opened = await openServices(documents, {
      settings,
      production: false,
      publicUrl: url,
      localUrl: url,
      limiter,
      log,
      outages: noOutages,
      telemetryFor: () => noopTelemetry,
    });
    closers.push(opened.close);
    // Loads in the background, because tests may not need stubs.
    void loadStubResponses(documents, stubs);
    server.serve(
      createServerApp(documents, {
        opened,
        limiter,
        limits: withLimits(documentLimits, rateLimits),
        log,
        publicUrl: url,
        ...(onlyCredential !== undefined && {
          authenticatorsOf: (authenticators) => narrowed(authenticators, onlyCredential),
        }),
        callSenderOf: ({ document, basePath }, send) =>
          observedCalls(send, { document, basePath, onExchange: countExchanges(document) }),
        stubResponses: stubs.stubResponses,
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { url, logLines, close };
}

function observed({ document, basePath }: ServedDocument, url: string): RunningDocument {
  return { url: url + basePath, document, ...checkingFetch(document, countExchanges(document), basePath) };
}

function countExchanges(document: ApiDocument): (exchange: Exchange) => void {
  const observe = contractObserver(document);
  return (exchange) => {
    // Mocked responses don't exercise the service.
    if (exchange.headers["x-mock"] === undefined) countCoverage(observe(exchange));
  };
}

function withLimits(
  documented: Record<string, RateLimit>,
  given: Record<string, number>,
): Record<string, RateLimit> {
  return mapValues(documented, (limit, scope) => ({ ...limit, limit: given[scope] ?? unlimited }));
}

/** The credential is empty if the request doesn't carry it (mutual TLS); such schemes accept every caller. */
function narrowed(authenticators: Authenticators, only: string): Authenticators {
  const blind = schemesAcceptingAnyone(authenticators);
  return mapValues(authenticators, (authenticator, name): Authenticators[string] =>
    blind.includes(name)
      ? (presented) => (["", only].includes(presented.credential) ? authenticator(presented) : undefined)
      : authenticator,
  );
}
