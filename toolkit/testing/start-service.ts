import { contractObserver } from "../coverage/contract-coverage.ts";
import { countSighting } from "../coverage/traffic.ts";
import type { ApiDocument, RateLimit } from "../document/document.ts";
import { blindSchemes } from "../http/credentials/accept-anyone.ts";
import type { Authenticators } from "../http/credentials/authenticate.ts";
import { memoryLimiter } from "../limiter/memory.ts";
import { readConfig } from "../process/config.ts";
import { createServerApp } from "../process/documents/create-server-app.ts";
import { openServices, readAllSettings } from "../process/documents/open-services.ts";
import {
  loadServed,
  type NamedRunParts,
  type RunParts,
  rateLimitsOf,
  type ServedDocument,
  type ServedDocuments,
} from "../process/documents/served-document.ts";
import { describeRefusal } from "../process/listen/describe-refusal.ts";
import { listen } from "../process/listen/listen.ts";
import { createLog } from "../process/log.ts";
import { noopTelemetry } from "../telemetry/telemetry.ts";
import { type CheckingFetch, checkingFetch, type Exchange } from "./checking-fetch.ts";

export interface StartOptions {
  /** The environment variables that the service reads; none unless given. */
  env?: Record<string, string | undefined>;
  /** Requests per window, by scope; of several documents as `v2.reads`. A scope that isn't named has no limit, so that tests don't meet it. */
  rateLimits?: Record<string, number>;
  /** The only credential that authenticators made by `acceptAnyone` accept, so that there is a wrong one. */
  onlyCredential?: string;
}

export interface RunningDocument extends CheckingFetch {
  /** Before the document's paths: the server's address with the base path. */
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
  /** Of the server, without a base path. */
  url: string;
  /** By name. */
  documents: Record<Name, RunningDocument>;
}

const unlimited = 1_000_000;

/**
 * Starts the server of a document on a free port of 127.0.0.1, for tests: the same parts that `run` takes. Operations
 * without a handler are answered by the mock, with `X-Mock: true`.
 *
 * The returned `fetch` throws when an answer isn't as documented, and counts what it has seen for the contract's
 * coverage; an answer of the mock doesn't count.
 * @throws ConfigError when the service refuses its environment
 */
export async function startService<Settings, Services>(
  parts: RunParts<Settings, Services>,
  options: StartOptions = {},
): Promise<RunningService> {
  const [document] = await loadServed(parts);
  const { url, ...running } = await start([document], options);
  return { ...running, ...observed(document, url) };
}

/** The same for several documents on one server, each with a `fetch` of its own. */
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
  const log = createLog({ write: (line) => void logLines.push(line) });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0 },
    describeRefusal: describeRefusal(first.document, log, first.service.renderError),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const closers = [server.stop];
  const close = async () => {
    for (const one of closers) await one();
  };
  try {
    const opened = await openServices(documents, {
      settings,
      production: false,
      publicUrl: url,
      localUrl: url,
      log,
      telemetryFor: () => noopTelemetry,
    });
    closers.push(opened.close);
    server.serve(
      createServerApp(documents, {
        opened,
        limiter: memoryLimiter(),
        limits: withLimits(documentLimits, rateLimits),
        log,
        ...(onlyCredential !== undefined && {
          authenticatorsOf: (authenticators) => narrowed(authenticators, onlyCredential),
        }),
        answersStubs: true,
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { url, logLines, close };
}

function observed({ document, basePath }: ServedDocument, url: string): RunningDocument {
  const observe = contractObserver(document);
  const count = (exchange: Exchange): void => {
    // What the mock answers shows nothing of the service.
    if (exchange.headers["x-mock"] === undefined) countSighting(observe(exchange));
  };
  return { url: url + basePath, document, ...checkingFetch(document, count, basePath) };
}

function withLimits(
  documented: Record<string, RateLimit>,
  given: Record<string, number>,
): Record<string, RateLimit> {
  return Object.fromEntries(
    Object.entries(documented).map(([scope, limit]) => [
      scope,
      { ...limit, limit: given[scope] ?? unlimited },
    ]),
  );
}

/** A scheme whose credential no request carries has none to compare. */
function narrowed(authenticators: Authenticators, only: string): Authenticators {
  const blind = blindSchemes(authenticators);
  return Object.fromEntries(
    Object.entries(authenticators).map(([name, authenticator]) => [
      name,
      blind.includes(name)
        ? (presented) => (["", only].includes(presented.credential) ? authenticator(presented) : undefined)
        : authenticator,
    ]),
  );
}
