import {
  type ApiDocument,
  operationOf,
  type RateLimit,
  type RawDocument,
  resolveIn,
} from "@counterpart/server/document";
import { codeSamples, writtenSamples } from "./code-samples.ts";
import { addSections, splitSections } from "./page-sections.ts";
import { prepareTexts } from "./page-texts.ts";
import { describeHeadersOnce } from "./shared-headers.ts";

/** Texts that the reference adds to the document. */
export interface ReferenceTexts {
  /** Markdown sections, each beginning with a first-level heading. */
  guides: string[];
  /** The changes between released contracts, as a Markdown section; undefined if nothing was released. */
  changes?: string;
  /** The name of the typed client's package. */
  clientPackage: string;
  /** Whether a server of the document serves the page. */
  isServed?: boolean;
}

export type Reference = ReturnType<typeof referenceOf>;

/**
 * The reference as a document for the page, and its texts. Adds sample calls, links and sections to the document, and
 * describes shared headers once.
 */
export function referenceOf(document: ApiDocument, texts: ReferenceTexts) {
  const raw = structuredClone(document.source) as RawDocument;
  for (const operation of document.operations) {
    const written = operationOf(resolveIn(raw, raw.paths[operation.path]), operation.method);
    if (!written) continue;
    const own = writtenSamples(written);
    delete written["x-code-samples"];
    const { rateLimitScope: scope } = operation;
    const limit = scope === undefined ? undefined : document.rateLimits[scope];
    if (scope !== undefined && limit) {
      const sentence = rateLimitText(scope, limit);
      written.description = [written.description, sentence].filter(Boolean).join("\n\n");
      delete written["x-rate-limit-scope"];
    }
    written["x-codeSamples"] = codeSamples(document, operation, { own, clientPackage: texts.clientPackage });
  }
  const sections = [raw.info.description, describeHeadersOnce(raw), ...texts.guides, texts.changes].filter(
    (one) => one !== undefined,
  );
  const split = splitSections(sections.map((one: string) => one.trim()).join("\n\n"));
  raw.info = { ...raw.info, description: split.introduction };
  if (texts.isServed) raw.servers = servedServers(raw.servers);
  addSections(document, raw, split.sections);
  prepareTexts(document, raw);
  return { page: raw, ...split };
}

const windows: Record<number, string> = { 1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day" };

/** The sentence of an operation that is counted in a scope. */
function rateLimitText(scope: string, { limit, windowSeconds }: RateLimit): string {
  const requests = `${new Intl.NumberFormat("en").format(limit)} ${limit === 1 ? "request" : "requests"}`;
  const window = windows[windowSeconds] ?? `in ${windowSeconds} seconds`;
  return `Counts towards the limit of \`${scope}\`: ${requests} ${window}.`;
}

type RawServer = { url: string; variables?: Record<string, { default?: string }> };

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The servers for a page that a server of the document serves: first the page's own, as a URL that the browser resolves, and
 * without those on the developer's machine, which have other ports.
 */
export function servedServers(servers: RawDocument["servers"]): RawServer[] {
  const written: RawServer[] = servers ?? [];
  const [first] = written;
  // Of a relative one, the browser does the same.
  if (first === undefined || !/^https?:/.test(first.url)) return written;
  const own = { url: pathOf(first), description: "This server." };
  return [own, ...written.filter((server) => !loopback.has(parsed(server)?.hostname ?? ""))];
}

function pathOf(server: RawServer): string {
  return parsed(server)?.pathname ?? "/";
}

function parsed({ url, variables = {} }: RawServer): URL | null {
  return URL.parse(url.replaceAll(/\{([^{}]+)\}/g, (_, name) => variables[name]?.default ?? ""));
}
