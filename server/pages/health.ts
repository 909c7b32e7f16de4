import type { Page } from "../http/pages.ts";

/** `/healthz`: the process answers. `/readyz`: so does its database, if it has one. */
export function healthPages(ping?: () => Promise<void>): Page[] {
  return [
    { method: "GET", path: "/healthz", handler: (_req, res) => void res.json({ status: "ok" }) },
    {
      method: "GET",
      path: "/readyz",
      handler: async (_req, res) => {
        if (!ping) return void res.json({ status: "ok" });
        const database = await ping().then(
          () => "ok",
          () => "unavailable",
        );
        res
          .status(database === "ok" ? 200 : 503)
          .json({ status: database === "ok" ? "ok" : "unavailable", database });
      },
    },
  ];
}
