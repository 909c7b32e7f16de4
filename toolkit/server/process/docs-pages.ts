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
  /** Builds the reference from the document, in development. In production it exists already, or there is none. */
  build?: () => Promise<void>;
}

/** The pages of a server's only document, and `/`, which leads to the reference. */
export function docsPages(files: DocsFiles): Page[] {
  return [...docsPagesAt(files, ""), rootPage];
}

/** `/` leads to the reference. */
export const rootPage: Page = {
  method: "GET",
  path: "/",
  handler: (_req, res) => res.redirect(302, "/docs"),
};

/**
 * `/docs`, the reference page, and beside it what it links to: `/openapi.json`, `/openapi.yaml` and `/llms.txt`. What is built
 * is built when it is first requested or older than the document.
 * @param prefix before each path
 */
export function docsPagesAt({ document, docs, build }: DocsFiles, prefix: string): Page[] {
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
  const builtPage = (name: string, file: string, type: string): Page => {
    const read = contentReader(path.join(docs, file), type, isDevelopment);
    return {
      method: "GET",
      path: `${prefix}/${name}`,
      handler: async (_req, res) => {
        await buildIfOld();
        const content = await read().catch((cause: unknown) => {
          const message = "The reference has not been built: `counterpart docs` builds it.";
          throw new ApiError("NOT_FOUND", message, { cause });
        });
        // The page itself declares what it may run and load.
        if (file === docsFiles.page) res.set("Content-Security-Policy", "frame-ancestors 'none'");
        else res.set("Access-Control-Allow-Origin", "*");
        await sendContent(res, content, caching);
      },
    };
  };
  const readDocument = contentReader(document, "application/json; charset=utf-8", isDevelopment);
  return [
    builtPage("docs", docsFiles.page, "text/html; charset=utf-8"),
    {
      method: "GET",
      path: `${prefix}/${docsFiles.json}`,
      handler: async (_req, res) => {
        const content = await readDocument();
        res.set("Access-Control-Allow-Origin", "*");
        await sendContent(res, content, caching);
      },
    },
    builtPage(docsFiles.yaml, docsFiles.yaml, "application/yaml; charset=utf-8"),
    builtPage(docsFiles.llms, docsFiles.llms, "text/plain; charset=utf-8"),
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
