import type { Page } from "../http/pages.ts";

/** Milliseconds. Who asks has a timeout too, and an answer tells them more. */
const patienceMs = 2000;

/**
 * `/healthz`: the process answers. `/readyz`: so does its database, if it has one.
 * @param where the limiter counts. It is told and no more: a process that limits by itself still serves.
 */
export function healthPages(ping?: () => Promise<void>, where?: () => string): Page[] {
  return [
    { method: "GET", path: "/healthz", handler: (_req, res) => void res.json({ status: "ok" }) },
    {
      method: "GET",
      path: "/readyz",
      handler: async (_req, res) => {
        const limiter = where && { limiter: where() };
        if (!ping) return void res.json({ status: "ok", ...limiter });
        const database = await inTime(ping()).then(
          () => "ok",
          () => "unavailable",
        );
        res
          .status(database === "ok" ? 200 : 503)
          .json({ status: database === "ok" ? "ok" : "unavailable", database, ...limiter });
      },
    },
  ];
}

/** Rejects when it takes longer than whoever asks would wait. */
async function inTime(answer: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs);
  });
  await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
