import type { ApiDocument } from "@counterpart/server/document";
import { dispatch, type MountedDocument, readBasePath, renderFromDocument } from "@counterpart/server/http";
import { describeRefusal, type Listening, listen, nodeListener } from "@counterpart/server/listen";
import { loadDocument } from "@counterpart/server/read-document";
import pino from "pino";
import { createMockPipeline } from "./mock-pipeline.ts";
import { callPages } from "./pages/call-page.ts";
import { indexPage } from "./pages/index-page.ts";
import { localSitePage, type MockSites } from "./pages/local-sites.ts";
import { scriptPage } from "./pages/page-frame.ts";
import { sharedPrism } from "./prism/prism-thread.ts";

export interface MockPlace {
  /** 0 selects any free port. */
  port: number;
  host?: string;
  /** Called with one line per response. */
  onAnswer?: (line: string) => void;
}

export interface MockOptions extends MockPlace {
  /** The document's file. */
  document: string;
  /** The prefix of all paths of the document, as on the server. */
  basePath?: string;
  /** External sites that the mock replaces by its own page. */
  sites?: MockSites;
}

export interface Mock {
  url: string;
  document: ApiDocument;
  close(): Promise<void>;
}

/** Starts the mock of a document. Rejects if the port is in use. */
export async function startMock({ document: file, basePath, sites, ...place }: MockOptions): Promise<Mock> {
  const { url, documents, close } = await startSharedMock([{ name: file, file, basePath, sites }], place);
  const [mocked] = documents;
  if (!mocked) throw new Error("There is no document to mock.");
  return { url, document: mocked.document, close };
}

export interface MockedDocument {
  name: string;
  /** The document's file. */
  file: string;
  /** Reads a document that isn't just a file, such as one with overlays. Default: loads `file`. */
  read?: () => Promise<ApiDocument>;
  /** The prefix of all paths of the document, as on the server. */
  basePath?: string | undefined;
  /** External sites that the mock replaces by its own page. */
  sites?: MockSites | undefined;
}

export interface SharedMock {
  url: string;
  documents: (MockedDocument & MountedDocument)[];
  /** Reads the documents again. If that fails, it rejects, and the mock serves them as they were. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Starts one mock for several documents. Also rejects if two documents have the same path. */
export async function startSharedMock(given: MockedDocument[], place: MockPlace): Promise<SharedMock> {
  const documents = await mounted(given, place);
  const { server, url } = await serve(documents[0]?.document, place);
  server.serve(nodeListener(dispatch(documents)));
  // Loads Prism in the background. If that fails, the first request that needs it reports the failure.
  sharedPrism.load().catch(() => {});
  return {
    url,
    documents,
    async reload() {
      server.serve(nodeListener(dispatch(await mounted(given, place))));
    },
    close: server.stop,
  };
}

async function mounted(
  given: MockedDocument[],
  { onAnswer }: MockPlace,
): Promise<(MockedDocument & Parameters<typeof dispatch>[0][number])[]> {
  const read = await Promise.all(
    given.map(async (one) => {
      const document = await (one.read?.() ?? loadDocument(one.file));
      return { ...one, document, basePath: readBasePath(one.basePath) };
    }),
  );
  const sites: MockSites = Object.assign({}, ...read.map((one) => one.sites));
  return read.map((one, index) => {
    // The pages belong to the whole mock.
    const pages = index === 0 ? [indexPage(read), ...callPages(read), scriptPage, localSitePage(sites)] : [];
    const { document, basePath } = one;
    const pipeline = createMockPipeline({ document, basePath, pages, sites, ...(onAnswer && { onAnswer }) });
    return { ...one, pages, pipeline };
  });
}

/** @param document whose error format is used to refuse bytes that aren't HTTP */
async function serve(
  document: ApiDocument | undefined,
  { port, host = "127.0.0.1" }: MockPlace,
): Promise<{ url: string; server: Listening }> {
  const server = await listen({
    port,
    host,
    // No proxy needs time to notice the shutdown.
    bounds: { drainMs: 0 },
    ...(document && {
      describeRefusal: describeRefusal(document, silent, { renderError: renderFromDocument(document) }),
    }),
  });
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`, server };
}

/** The mock writes its own lines instead of a log. */
const silent = pino({ level: "silent" });
