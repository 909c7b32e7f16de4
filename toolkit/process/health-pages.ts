import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "../http/pages.ts";

/** Milliseconds. Who asks has a timeout too, and an answer tells them more. */
const timeoutMs = 2000;
/** How long a ping's outcome is told to all who ask. */
const maxAgeMs = 1000;

export interface HealthParts {
  /** Rejects while the service can't work, as without its database. */
  ping?: () => Promise<void>;
  /**
   * Whether requests wait for a connection of the database. It is told and no more: all processes are busy at the same
   * time, and a load balancer that took them out would leave nobody.
   */
  isPoolFull?: () => boolean;
  /** Where the limiter counts. It is told and no more: a process that limits by itself still serves. */
  where?: () => string;
}

/** `/healthz`: the process answers. `/readyz`: so does its database, if it has one. */
export function healthPages({ ping, isPoolFull = () => false, where }: HealthParts): Page[] {
  const isThere = ping && sharedPing(ping);
  return [
    { method: "GET", path: "/healthz", handler: (_req, res) => void res.json({ status: "ok" }) },
    {
      method: "GET",
      path: "/readyz",
      handler: async (_req, res) => {
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

/** One ping under way at most: who asks meanwhile, or shortly afterwards, hears what came of it. */
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

/** Rejects when it takes longer than whoever asks would wait. */
async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
