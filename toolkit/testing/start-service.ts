import { contractObserver } from "../coverage/contract-coverage.ts";
import { countSighting } from "../coverage/traffic.ts";
import type { ApiDocument, RateLimit } from "../document/document.ts";
import { loadDocument } from "../document/load-document.ts";
import { createApp } from "../http/app.ts";
import { blindSchemes } from "../http/credentials/accept-anyone.ts";
import type { Authenticators } from "../http/credentials/authenticate.ts";
import { memoryLimiter } from "../limiter/memory.ts";
import { readConfig } from "../process/config.ts";
import { describeRefusal } from "../process/listen/describe-refusal.ts";
import { listen } from "../process/listen/listen.ts";
import { createLog } from "../process/log.ts";
import type { RunParts } from "../process/run.ts";
import { noopTelemetry } from "../telemetry/telemetry.ts";
import { type CheckingFetch, checkingFetch } from "./checking-fetch.ts";

export interface StartOptions {
  /** The environment variables that the service reads; none unless given. */
  env?: Record<string, string | undefined>;
  /** Requests per window, by scope. A scope that isn't named has no limit, so that tests don't meet it. */
  rateLimits?: Record<string, number>;
  /** The only credential that authenticators made by `acceptAnyone` accept, so that there is a wrong one. */
  onlyCredential?: string;
}

export interface RunningService extends CheckingFetch {
  url: string;
  document: ApiDocument;
  /** The server's log so far: JSON, one line per element. */
  logLines: string[];
  close(): Promise<void>;
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
  { document: documentUrl, handlers, service }: RunParts<Settings, Services>,
  { env = {}, rateLimits = {}, onlyCredential }: StartOptions = {},
): Promise<RunningService> {
  const document = await loadDocument(documentUrl);
  const { settings } = readConfig(env, document.rateLimits, service.readSettings);
  const logLines: string[] = [];
  const log = createLog({ write: (line) => void logLines.push(line) });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0 },
    describeRefusal: describeRefusal(document, log, service.renderError),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const closers = [server.stop];
  const close = async () => {
    for (const one of closers) await one();
  };
  try {
    const { services, authenticators, pages, middleware, isTemporary, ...opened } = await service.open({
      settings,
      production: false,
      publicUrl: url,
      localUrl: url,
      log,
      telemetry: noopTelemetry,
    });
    closers.push(opened.close);
    server.serve(
      createApp({
        ...service,
        document,
        handlers,
        authenticators:
          onlyCredential === undefined ? authenticators : narrowed(authenticators, onlyCredential),
        services,
        limiter: memoryLimiter(),
        limits: withLimits(document.rateLimits, rateLimits),
        log,
        pages,
        ...(middleware && { middleware }),
        ...(isTemporary && { isTemporary }),
        loadStubAnswers: async () => (await import("../dev/answer-stubs.ts")).answerStubs(document),
      }),
    );
  } catch (error) {
    await close();
    throw error;
  }
  const observe = contractObserver(document);
  return {
    url,
    document,
    logLines,
    ...checkingFetch(document, (exchange) => {
      // What the mock answers shows nothing of the service.
      if (exchange.headers["x-mock"] === undefined) countSighting(observe(exchange));
    }),
    close,
  };
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

function narrowed(authenticators: Authenticators, only: string): Authenticators {
  const blind = blindSchemes(authenticators);
  return Object.fromEntries(
    Object.entries(authenticators).map(([name, authenticator]) => [
      name,
      blind.includes(name)
        ? (presented) => (presented.credential === only ? authenticator(presented) : undefined)
        : authenticator,
    ]),
  );
}
