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

/** The addresses of the reference page and of the document. */
export interface DocsAddresses {
  page: string;
  document: string;
}

/** `/docs` and `/openapi.json` of a server's only document, and `/`, which leads to the first. */
export function docsPages(files: DocsFiles): Page[] {
  return [...docsPagesAt(files, { page: "/docs", document: "/openapi.json" }), rootPage];
}

/** `/` leads to the reference. */
export const rootPage: Page = {
  method: "GET",
  path: "/",
  handler: (_req, res) => res.redirect(302, "/docs"),
};

/** The reference page, built when it is first requested or older than the document; and the document itself. */
export function docsPagesAt({ document, page, build }: DocsFiles, addresses: DocsAddresses): Page[] {
  const isDevelopment = build !== undefined;
  const readDocument = fileReader(document, isDevelopment);
  const readPage = fileReader(page, isDevelopment);
  let building: Promise<void> | undefined;
  return [
    {
      method: "GET",
      path: addresses.page,
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
      path: addresses.document,
      handler: async (_req, res) => {
        const bytes = await readDocument();
        res.set("Access-Control-Allow-Origin", "*").type("json").send(bytes);
      },
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
