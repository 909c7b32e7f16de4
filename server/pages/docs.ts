import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { Page } from "../http/pages.ts";

export interface DocsFiles {
  /** The bundled document. */
  document: string;
  /** The built page. */
  page: string;
  /** Builds the page from the document. */
  build: () => Promise<void>;
}

/** `/docs`: the reference page, built when it is first asked for or older than the document; and `/openapi.json`. */
export function docsPages(files: DocsFiles): Page[] {
  let building: Promise<{ html: Buffer; policy: string }> | undefined;
  return [
    {
      method: "GET",
      path: "/docs",
      handler: async (_req, res) => {
        building ??= load(files);
        const { html, policy } = await building.catch((error: unknown) => {
          building = undefined;
          throw error;
        });
        res.set("Content-Security-Policy", policy).type("html").send(html);
      },
    },
    {
      method: "GET",
      path: "/openapi.json",
      handler: async (_req, res) => {
        res
          .set("Access-Control-Allow-Origin", "*")
          .type("json")
          .send(await readFile(files.document));
      },
    },
    {
      method: "GET",
      path: "/",
      handler: (_req, res) => res.redirect(302, "/docs"),
    },
  ];
}

async function load({ document, page, build }: DocsFiles): Promise<{ html: Buffer; policy: string }> {
  if ((await modifiedAt(page)) < (await modifiedAt(document))) await build();
  const html = await readFile(page);
  return { html, policy: policyFor(html.toString("utf8")) };
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
}

/** Lets the page run just the scripts that stand in it, and load nothing from anywhere else. */
function policyFor(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'self'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src blob:",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
