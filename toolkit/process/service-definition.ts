import type { Logger } from "pino";
import type { Middleware } from "../http/composition/middleware.ts";
import type { Authenticators } from "../http/credentials/authenticate.ts";
import type { IsTemporary } from "../http/errors/answer-errors.ts";
import type { AppOptions } from "../http/options/app-options.ts";
import type { Page } from "../http/pages.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { ReadSettings } from "./settings.ts";

/**
 * What an API brings to the process besides its document and its handlers: its environment variables, what its
 * handlers work with, its authenticators. `counterpart scaffold` writes one that needs nothing.
 */
export interface ServiceDefinition<Settings, Services> extends AppOptions {
  /** The environment variables that only this API knows. */
  readSettings: ReadSettings<Settings>;
  /** Settings become objects. What is opened here is closed by `close`. */
  open(surroundings: Surroundings<Settings>): Promise<OpenService<Services>>;
}

export interface Surroundings<Settings> {
  settings: Settings;
  production: boolean;
  /** Where callers find the server; without a trailing slash. */
  publicUrl: string;
  /** Where this process finds itself. It listens already; requests wait until the service is open. */
  localUrl: string;
  log: Logger;
  /** Where the service tells what it is worth watching for: calls to other systems, and how busy it is. */
  telemetry: Telemetry;
}

export interface OpenService<Services> {
  /** Handed to the handlers. */
  services: Services;
  authenticators: Authenticators;
  /** Addresses outside the document. */
  pages: Page[];
  middleware?: Middleware;
  /** Rejects while the service can't work, as without its database. `/readyz` tells. */
  ping?: () => Promise<void>;
  /** Whether requests wait for a connection of the database. `/readyz` tells that too. */
  isPoolFull?: () => boolean;
  /** Tells which errors of the services pass by themselves: they are answered with `Retry-After`. */
  isTemporary?: IsTemporary;
  /** What a person who has just typed `npm start` wants to know. */
  greeting?: string;
  close(): Promise<void>;
}
