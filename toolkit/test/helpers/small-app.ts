import { createApp } from "../../server/adapters/node/create-app.ts";
import type { ApiDocument, RateLimit, RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import type { AppParts } from "../../server/http/app.ts";
import type { Authenticators } from "../../server/http/credentials/authenticate.ts";
import { ApiError } from "../../server/http/errors/api-error.ts";
import { renderFromDocument } from "../../server/http/errors/render-error.ts";
import type { AppOptions } from "../../server/http/options/app-options.ts";
import type { Page } from "../../server/http/pages.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import type { Limiter } from "../../server/limiter/limiter.ts";
import { createLog } from "../../server/log/log.ts";
import type { Bounds } from "../../server/process/listen/bounds.ts";
import { describeRefusal } from "../../server/process/listen/describe-refusal.ts";
import { listen } from "../../server/process/listen/listen.ts";
import { type CheckingFetch, checkingFetch } from "../../testing/checks/checking-fetch.ts";
import { patientBounds } from "./patient-bounds.ts";

/** The hooks of an app that a test may use. */
type Hooks = AppOptions &
  Pick<
    AppParts,
    "middleware" | "observers" | "idempotencyStore" | "logSuccessRatio" | "explainFailures" | "validators"
  >;

export interface SmallAppParts extends Hooks {
  raw: RawDocument;
  /** By operationId; the others answer 404. */
  handlers?: Record<string, AnyHandler>;
  authenticators?: Authenticators;
  limiter?: Limiter;
  limits?: Record<string, RateLimit>;
  pages?: Page[];
  /** Passed to the handlers. */
  services?: unknown;
  trustProxy?: number;
  bounds?: Partial<Bounds>;
}

export interface SmallApp extends CheckingFetch {
  url: string;
  document: ApiDocument;
  logLines: string[];
  close(): Promise<void>;
}

/** A limiter that never refuses. */
export const boundless: Limiter = { count: async () => ({ used: 1, resetMs: 60_000 }) };

/** The token `good` is accepted, `poor` is known but refused, everything else is unknown. */
export const tokenAuthenticator: Authenticators = {
  token: async ({ credential: token }) => {
    if (token === "good" || token === "other") return { caller: { name: token }, bucket: token };
    if (token !== "poor") return undefined;
    return {
      caller: { name: token },
      bucket: token,
      refusal: new ApiError("PRO_PLAN_REQUIRED", "Pay first.", { status: 403 }),
    };
  },
};

/** A running server for any document, and a fetch that checks its responses against the document. */
export async function startApp({
  raw,
  handlers = {},
  authenticators = tokenAuthenticator,
  limiter = boundless,
  limits,
  pages = [],
  services = {},
  trustProxy = 0,
  bounds,
  renderError: given,
  secretPatterns = [],
  ...hooks
}: SmallAppParts): Promise<SmallApp> {
  const document = readDocument(raw);
  // As scaffold would write it for the document.
  const renderError = given ?? renderFromDocument(document);
  const logLines: string[] = [];
  const absent: AnyHandler = async () => {
    throw new ApiError("NOT_FOUND", "There is no handler for this in the test.");
  };
  const log = createLog({ write: (line) => void logLines.push(line) }, { secretPatterns });
  const app = createApp({
    document,
    handlers: {
      ...Object.fromEntries(document.operations.map(({ operationId }) => [operationId, absent])),
      ...handlers,
    },
    authenticators,
    services,
    limiter,
    trustProxy,
    limits: limits ?? document.rateLimits,
    log,
    pages,
    renderError,
    secretPatterns,
    ...hooks,
  });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { ...patientBounds, ...bounds },
    describeRefusal: describeRefusal(document, log, { ...hooks, renderError }),
  });
  server.serve(app);
  const { fetch, exchanges } = checkingFetch(document);
  return {
    url: `http://127.0.0.1:${server.port}`,
    document,
    logLines,
    fetch,
    exchanges,
    close: () => server.stop(),
  };
}
