import { readFile, stat } from "node:fs/promises";
import type { Caching } from "../document/caching.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { Page } from "../http/pages.ts";
import { type Content, sendContent } from "../http/response/send-content.ts";

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
  const readDocument = contentReader(document, "application/json; charset=utf-8", isDevelopment);
  const readPage = contentReader(page, "text/html; charset=utf-8", isDevelopment);
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
        res.set("Content-Security-Policy", "frame-ancestors 'none'");
        await sendContent(res, html, caching);
      },
    },
    {
      method: "GET",
      path: addresses.document,
      handler: async (_req, res) => {
        const content = await readDocument();
        res.set("Access-Control-Allow-Origin", "*");
        await sendContent(res, content, caching);
      },
    },
  ];
}

/** Browsers and proxies may keep the files, and ask each time whether they still hold. */
const caching: Caching = {
  taggedBy: "server",
  isConditional: true,
  cacheControl: "public, no-cache",
  isCompressible: true,
};

/**
 * Reads a file once, so that concurrent responses share one copy in memory, and what has been compressed of it.
 * @param followsChanges reads the file again when it has been modified
 */
function contentReader(file: string, type: string, followsChanges: boolean): () => Promise<Content> {
  let last: { modifiedAt: number; content: Promise<Content> } | undefined;
  return async () => {
    const at = last && !followsChanges ? last.modifiedAt : await modifiedAt(file);
    if (last?.modifiedAt !== at) {
      const content = readFile(file).then((sent): Content => ({ type, sent, coded: {} }));
      last = { modifiedAt: at, content };
    }
    const { content } = last;
    return content.catch((error: unknown) => {
      if (last?.content === content) last = undefined;
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
