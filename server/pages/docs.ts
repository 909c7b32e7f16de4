import { readFile, stat } from "node:fs/promises";
import { ApiError } from "../errors.ts";
import type { Page } from "../http/pages.ts";

export interface DocsFiles {
  /** The bundled document. */
  document: string;
  /** The built page. */
  page: string;
  /** Builds the page from the document. In production it is there already, or there is none. */
  build?: () => Promise<void>;
}

/** `/docs`: the reference page, built when it is first asked for or older than the document; and `/openapi.json`. */
export function docsPages(files: DocsFiles): Page[] {
  let building: Promise<Buffer> | undefined;
  return [
    {
      method: "GET",
      path: "/docs",
      handler: async (_req, res) => {
        building ??= load(files);
        const html = await building.catch((error: unknown) => {
          building = undefined;
          throw error;
        });
        // What it may run and load stands in the page itself.
        res.set("Content-Security-Policy", "frame-ancestors 'none'").type("html").send(html);
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

async function load({ document, page, build }: DocsFiles): Promise<Buffer> {
  if (build && (await modifiedAt(page)) < (await modifiedAt(document))) await build();
  return readFile(page).catch((cause: unknown) => {
    throw new ApiError("NOT_FOUND", "This page has not been built: npm run docs builds it.", { cause });
  });
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
}
