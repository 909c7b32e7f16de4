import type { Logger } from "pino";
import type { ApiDocument } from "../document/document.ts";
import type { Middleware } from "../http/composition/middleware.ts";
import type { Authenticators } from "../http/credentials/authenticate.ts";
import type { IsTemporary } from "../http/errors/respond-to-errors.ts";
import type { AppOptions } from "../http/options/app-options.ts";
import type { Page } from "../http/pages.ts";
import type { IdempotencyStore } from "../idempotency/idempotency-store.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { Outages } from "./outages.ts";
import type { ReadSettings } from "./settings.ts";

/**
 * What a service adds to its document and handlers: environment variables, services for the handlers,
 * authenticators. `counterpart scaffold` writes a minimal one.
 */
export interface ServiceDefinition<Settings, Services> extends AppOptions {
  /** Reads the service's environment variables. */
  readSettings: ReadSettings<Settings>;
  /** Creates the services from the settings; `close` releases them. */
  open(context: ServiceContext<Settings>): Promise<OpenService<Services>>;
}

export interface ServiceContext<Settings> {
  settings: Settings;
  /** The served document; the first if documents share the service. */
  document: ApiDocument;
  production: boolean;
  /** The server's public URL, without a trailing slash. */
  publicUrl: string;
  /** This process's URL for calls to itself. It already listens; requests wait until the service is open. */
  localUrl: string;
  /** For limits that aren't in the document; shared by all processes if Redis is used. */
  limiter: Limiter;
  log: Logger;
  /** For the service's metrics and traces, such as calls to other systems. */
  telemetry: Telemetry;
  /** For systems that the service depends on: an outage is logged once. */
  outages: Outages;
}

export interface OpenService<Services> {
  /** Handed to the handlers. */
  services: Services;
  authenticators: Authenticators;
  /**
   * Issuers of the access tokens that the authenticators accept, for clients of `/mcp` (RFC 9728). By default those that
   * the document's `openIdConnect` and `oauth2` schemes name.
   */
  authorizationServers?: string[];
  /** Pages outside the document. */
  pages: Page[];
  middleware?: Middleware;
  /**
   * Stores responses for `Idempotency-Key`: a table that all processes share. Unless given, each process
   * keeps its own in memory until it ends.
   */
  idempotencyStore?: IdempotencyStore;
  /**
   * Rejects while the service can't work: if its database is unreachable, for example; with `ReadOnly` if only writes
   * fail. Used by `/readyz`.
   */
  ping?: () => Promise<void>;
  /**
   * Whether requests wait for a database connection. Reported by `/readyz`, but doesn't affect readiness: all processes
   * are busy at the same time, so a load balancer would remove all of them.
   */
  isPoolFull?: () => boolean;
  /** Whether an error is temporary; those are answered with `Retry-After`. */
  isTemporary?: IsTemporary;
  /** Printed by `npm start`. */
  greeting?: string;
  close(): Promise<void>;
}
