import { readFile, stat } from "node:fs/promises";
import { ApiError } from "../http/errors/api-error.ts";
import type { Page } from "../http/pages.ts";

export interface DocsFiles {
  /** The bundled document. */
  document: string;
  /** The built page. */
  page: string;
  /** Builds the page from the document, in development. In production it exists already, or there is none. */
  build?: () => Promise<void>;
}

/** `/docs`: the reference page, built when it is first asked for or older than the document; and `/openapi.json`. */
export function docsPages({ document, page, build }: DocsFiles): Page[] {
  const isDevelopment = build !== undefined;
  const readDocument = fileReader(document, isDevelopment);
  const readPage = fileReader(page, isDevelopment);
  let building: Promise<void> | undefined;
  return [
    {
      method: "GET",
      path: "/docs",
      handler: async (_req, res) => {
        if (build && (building || (await modifiedAt(page)) < (await modifiedAt(document)))) {
          building ??= build().finally(() => {
            building = undefined;
          });
          await building;
        }
        const html = await readPage().catch((cause: unknown) => {
          throw new ApiError("NOT_FOUND", "This page has not been built: `counterpart docs` builds it.", {
            cause,
          });
        });
        // The page itself declares what it may run and load.
        res.set("Content-Security-Policy", "frame-ancestors 'none'").type("html").send(html);
      },
    },
    {
      method: "GET",
      path: "/openapi.json",
      handler: async (_req, res) => {
        const bytes = await readDocument();
        res.set("Access-Control-Allow-Origin", "*").type("json").send(bytes);
      },
    },
    {
      method: "GET",
      path: "/",
      handler: (_req, res) => res.redirect(302, "/docs"),
    },
  ];
}

/**
 * Reads a file once, so that concurrent responses share one copy in memory.
 * @param followsChanges reads the file again when it has been modified
 */
function fileReader(file: string, followsChanges: boolean): () => Promise<Buffer> {
  let last: { modifiedAt: number; bytes: Promise<Buffer> } | undefined;
  return async () => {
    const at = last && !followsChanges ? last.modifiedAt : await modifiedAt(file);
    if (last?.modifiedAt !== at) last = { modifiedAt: at, bytes: readFile(file) };
    const { bytes } = last;
    return bytes.catch((error: unknown) => {
      if (last?.bytes === bytes) last = undefined;
      throw error;
    });
  };
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
}
