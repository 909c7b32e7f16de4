import type { Page } from "../http/pages.ts";

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
        const database = await ping().then(
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
