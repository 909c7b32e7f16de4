import { setTimeout as pause } from "node:timers/promises";
import { ReadOnly } from "../http/errors/api-error.ts";
import type { Page } from "../http/pages.ts";
import { sendJson } from "../http/response/send-text.ts";
import type { OpenService } from "./service-definition.ts";

/** Milliseconds. Shorter than the timeout of most health checks, so that they get a response. */
const timeoutMs = 2000;
/** Milliseconds for which a ping's result is reused. */
const maxAgeMs = 1000;

export interface HealthParts extends Pick<OpenService<unknown>, "ping" | "isPoolFull"> {
  /**
   * Where the limiter counts. Doesn't affect readiness, since a process that counts for itself still serves.
   */
  where?: () => string;
  /** Whether the process is about to stop, so that load balancers send it no new requests. */
  isStopping?: () => boolean;
}

/** `/healthz`: the process is alive. `/readyz`: its database responds too, and the process isn't stopping. */
export function healthPages({
  ping,
  isPoolFull = () => false,
  where,
  isStopping = () => false,
}: HealthParts): Page[] {
  const failureOf = ping && sharedPing(ping);
  return [
    {
      method: "GET",
      path: "/healthz",
      isProbe: true,
      handler: (_req, res) => sendJson(res, { status: "ok" }),
    },
    {
      method: "GET",
      path: "/readyz",
      isProbe: true,
      handler: async (_req, res) => {
        if (isStopping()) return sendJson(res, { status: "stopping" }, 503);
        const limiter = where && { limiter: where() };
        if (!failureOf) return sendJson(res, { status: "ok", ...limiter });
        const failure = await failureOf();
        const isReadOnly = failure instanceof ReadOnly;
        if (failure && !(isReadOnly && failure.isReadable)) {
          const database = isReadOnly ? "read-only" : "unavailable";
          return sendJson(res, { status: "unavailable", database, ...limiter }, 503);
        }
        const pool = isPoolFull() && { pool: "full" };
        const state = isReadOnly
          ? { status: "degraded", database: "read-only" }
          : { status: "ok", database: "ok" };
        sendJson(res, { ...state, ...pool, ...limiter });
      },
    },
  ];
}

/** Runs at most one ping at a time; its result is shared with concurrent and slightly later requests. */
function sharedPing(ping: () => Promise<void>): () => Promise<Error | undefined> {
  let latest: Promise<Error | undefined> | undefined;
  async function forgetAfter(answer: Promise<void>): Promise<void> {
    await answer.catch(() => {});
    await pause(maxAgeMs, undefined, { ref: false });
    latest = undefined;
  }
  return () => {
    if (!latest) {
      const answer = ping();
      latest = inTime(answer).then(
        () => undefined,
        (error: Error) => error,
      );
      void forgetAfter(answer);
    }
    return latest;
  };
}

/** Rejects if the ping takes longer than a health check would wait. */
async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
