import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Caching } from "../document/caching.ts";
import { docsFiles } from "../document/generated-files.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { Page } from "../http/pages.ts";
import { type Content, sendContent } from "../http/response/send-content.ts";

export interface DocsFiles {
  /** The bundled document. */
  document: string;
  /** The folder of the built reference. */
  docs: string;
  /** Rebuilds the reference in development. Production serves the existing one, if any. */
  build?: () => Promise<void>;
  /** Links to a mock, in development. They are added when the page is served, because production may serve the file. */
  links?: PageLinks;
}

interface PageLinks {
  /** The addresses to link to, by operationId; undefined if there are none. */
  find: () => Promise<Record<string, string> | undefined>;
  add: (page: string, addresses: Record<string, string>) => Promise<string>;
}

/** The reference pages of a server with a single document, and `/`, which redirects to them. */
export function docsPages(files: DocsFiles): Page[] {
  return [...docsPagesAt(files, ""), rootPage];
}

/** Redirects `/` to the reference. */
export const rootPage: Page = {
  method: "GET",
  path: "/",
  handler: (_req, res) => {
    res.statusCode = 302;
    res.setHeader("Location", "/docs");
    res.end();
  },
};

/**
 * Serves the reference at `/docs`, with `/openapi.json`, `/openapi.yaml` and `/llms.txt`. In development,
 * files are built on first request and when the document has changed.
 * @param prefix prepended to each path
 */
export function docsPagesAt({ document, docs, build, links }: DocsFiles, prefix: string): Page[] {
  const isDevelopment = build !== undefined;
  const built = path.join(docs, docsFiles.page);
  let building: Promise<void> | undefined;
  const buildIfOld = async (): Promise<void> => {
    if (!build || (!building && (await modifiedAt(built)) >= (await modifiedAt(document)))) return;
    building ??= build().finally(() => {
      building = undefined;
    });
    await building;
  };
  const pageOf = (
    name: string,
    read: () => Promise<Content>,
    [header, value] = ["Access-Control-Allow-Origin", "*"],
  ): Page => ({
    method: "GET",
    path: `${prefix}/${name}`,
    handler: async (_req, res) => {
      const content = await read();
      res.setHeader(header, value);
      await sendContent(res, content, caching);
    },
  });
  const builtReader = (file: string, type: string) => {
    const read = contentReader(path.join(docs, file), type, isDevelopment);
    return async (): Promise<Content> => {
      await buildIfOld();
      return read().catch((cause: unknown) => {
        const message = "The reference has not been built: `counterpart docs` builds it.";
        throw new ApiError("NOT_FOUND", message, { cause });
      });
    };
  };
  const page = builtReader(docsFiles.page, "text/html; charset=utf-8");
  return [
    // The page declares its own policy for scripts and resources.
    pageOf("docs", links ? linkedReader(page, links) : page, [
      "Content-Security-Policy",
      "frame-ancestors 'none'",
    ]),
    pageOf(docsFiles.json, contentReader(document, "application/json; charset=utf-8", isDevelopment)),
    pageOf(docsFiles.yaml, builtReader(docsFiles.yaml, "application/yaml; charset=utf-8")),
    pageOf(docsFiles.llms, builtReader(docsFiles.llms, "text/plain; charset=utf-8")),
  ];
}

/** Browsers and proxies may cache the files but must revalidate. */
const caching: Caching = {
  taggedBy: "server",
  isConditional: true,
  cacheControl: "public, no-cache",
  isCompressible: true,
};

/**
 * Reads a file once, so that concurrent responses share one copy, compressed versions included.
 * @param followsChanges whether to reload the file after it is modified
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

/** Reads a page and adds links to a running mock. */
function linkedReader(read: () => Promise<Content>, { find, add }: PageLinks): () => Promise<Content> {
  return async () => {
    const [content, addresses] = await Promise.all([read(), find()]);
    if (!addresses) return content;
    return { type: content.type, sent: Buffer.from(await add(content.sent.toString(), addresses)) };
  };
}

async function modifiedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.NEGATIVE_INFINITY,
  );
}
