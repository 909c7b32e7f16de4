import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "../http/pages.ts";

/** Milliseconds. Health checks have a timeout themselves, and a response tells them more than that. */
const timeoutMs = 2000;
/** How long the result of a ping is reused. */
const maxAgeMs = 1000;

export interface HealthParts {
  /** Rejects while the service can't work, for example without its database. */
  ping?: () => Promise<void>;
  /**
   * Whether requests wait for a database connection. Reported only, without affecting readiness: all processes are busy
   * at the same time, and a load balancer that removed them would have none left.
   */
  isPoolFull?: () => boolean;
  /** Where the limiter counts. Reported only: a process that counts for itself still serves. */
  where?: () => string;
  /** Whether the process is about to stop: a load balancer sends it nothing new. */
  isStopping?: () => boolean;
}

/** `/healthz`: the process is alive. `/readyz`: its database, if any, answers too, and it isn't about to stop. */
export function healthPages({
  ping,
  isPoolFull = () => false,
  where,
  isStopping = () => false,
}: HealthParts): Page[] {
  const isThere = ping && sharedPing(ping);
  return [
    {
      method: "GET",
      path: "/healthz",
      isProbe: true,
      handler: (_req, res) => void res.json({ status: "ok" }),
    },
    {
      method: "GET",
      path: "/readyz",
      isProbe: true,
      handler: async (_req, res) => {
        if (isStopping()) return void res.status(503).json({ status: "stopping" });
        const limiter = where && { limiter: where() };
        if (!isThere) return void res.json({ status: "ok", ...limiter });
        if (!(await isThere())) {
          return void res.status(503).json({ status: "unavailable", database: "unavailable", ...limiter });
        }
        const pool = isPoolFull() && { pool: "full" };
        res.json({ status: "ok", database: "ok", ...pool, ...limiter });
      },
    },
  ];
}

/** At most one ping runs at a time; concurrent requests, and those shortly afterwards, share its result. */
function sharedPing(ping: () => Promise<void>): () => Promise<boolean> {
  let latest: Promise<boolean> | undefined;
  async function forgetAfter(answer: Promise<void>): Promise<void> {
    await answer.catch(() => {});
    await pause(maxAgeMs, undefined, { ref: false });
    latest = undefined;
  }
  return () => {
    if (!latest) {
      const answer = ping();
      latest = inTime(answer).then(
        () => true,
        () => false,
      );
      void forgetAfter(answer);
    }
    return latest;
  };
}

/** Rejects when it takes longer than a health check would wait. */
async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
