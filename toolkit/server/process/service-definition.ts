import type { Logger } from "pino";
import type { Middleware } from "../http/composition/middleware.ts";
import type { Authenticators } from "../http/credentials/authenticate.ts";
import type { IsTemporary } from "../http/errors/answer-errors.ts";
import type { AppOptions } from "../http/options/app-options.ts";
import type { Page } from "../http/pages.ts";
import type { IdempotencyStore } from "../idempotency/idempotency-store.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Outages } from "./outages.ts";
import type { ReadSettings } from "./settings.ts";

/**
 * What an API adds to the process besides its document and its handlers: its environment variables, what its
 * handlers work with, its authenticators. `counterpart scaffold` writes one that needs nothing.
 */
export interface ServiceDefinition<Settings, Services> extends AppOptions {
  /** The API's own environment variables. */
  readSettings: ReadSettings<Settings>;
  /** Creates the services from the settings. What is opened here is closed by `close`. */
  open(surroundings: Surroundings<Settings>): Promise<OpenService<Services>>;
}

export interface Surroundings<Settings> {
  settings: Settings;
  production: boolean;
  /** The server's public URL, without a trailing slash. */
  publicUrl: string;
  /** The URL of this process for calls to itself. It is listening already; requests wait until the service is open. */
  localUrl: string;
  /** Counts for all processes where there is a Redis. For limits that the document doesn't know. */
  limiter: Limiter;
  log: Logger;
  /** For metrics and traces of the service: calls to other systems, and its load. */
  telemetry: Telemetry;
  /** For systems that the service depends on: what fails while one is away is logged once. */
  outages: Outages;
}

export interface OpenService<Services> {
  /** Handed to the handlers. */
  services: Services;
  authenticators: Authenticators;
  /** Addresses outside the document. */
  pages: Page[];
  middleware?: Middleware;
  /**
   * Where answers to `Idempotency-Key` are kept, in operations that have this header: a table that all processes share.
   * Unless given, each process keeps its own in memory, and forgets them when it ends.
   */
  idempotencyStore?: IdempotencyStore;
  /** Rejects while the service can't work, for example without its database. Used by `/readyz`. */
  ping?: () => Promise<void>;
  /** Whether requests wait for a database connection. Reported by `/readyz`. */
  isPoolFull?: () => boolean;
  /** Whether an error of the services is temporary: those are answered with `Retry-After`. */
  isTemporary?: IsTemporary;
  /** What `npm start` prints. */
  greeting?: string;
  close(): Promise<void>;
}
