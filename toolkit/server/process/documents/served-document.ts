import { fileURLToPath } from "node:url";
import type { ApiDocument, RateLimit } from "../../document/document.ts";
import { loadDocument } from "../../document/load-document.ts";
import { mapValues } from "../../document/map-values.ts";
import { own } from "../../document/own.ts";
import { pathConflicts } from "../../http/dispatch.ts";
import type { AppOptions } from "../../http/options/app-options.ts";
import { readBasePath } from "../../http/options/base-path.ts";
import type { AnyHandler } from "../../http/steps/handle.ts";
import type { WrittenValidators } from "../../validation/schemas/written-validators.ts";
import type { Development } from "../development.ts";
import type { ServiceDefinition } from "../service-definition.ts";
import { ConfigError } from "../settings.ts";

interface DocumentParts {
  /** The bundled document, as written by `counterpart generate`; its reference is in `docs/` next to it. */
  document: URL;
  /** By operationId. The mock answers for missing ones in development, 501 otherwise. */
  handlers: Record<string, AnyHandler>;
  /** Of `generated/validators.js`. By default, validators are compiled at startup. */
  validators?: WrittenValidators;
}

interface ServerParts {
  /**
   * Loads the development features: answers for stubs, the reference build, a readable log. Not called in
   * production.
   */
  development?: () => Promise<Development>;
}

/** The parts of a server with a single document. */
export interface RunParts<Settings, Services> extends DocumentParts, ServerParts {
  service: ServiceDefinition<Settings, Services>;
}

// biome-ignore lint/suspicious/noExplicitAny: each service has its own settings and services.
export type AnyService = ServiceDefinition<any, any>;

/** One of several documents on a server. */
export interface NamedRunParts extends DocumentParts {
  /** Identifies the document in the log, the metrics and RATE_LIMITS, such as `v2`. */
  name: string;
  /** Opened once, even if several documents share it. */
  service: AnyService;
  /** Prefix of every path of the bundled document; overrides the service's `basePath`. */
  basePath?: string;
  /** Overrides the service's options, such as `renderError` if the document's errors have another shape. */
  options?: AppOptions;
}

/** The parts of a server with several documents, or several versions of one. */
export interface SharedRunParts extends ServerParts {
  /**
   * One of them may have no name: its scopes, its tools and its reference are named as if it were the only one.
   */
  documents: (NamedRunParts | UnnamedRunParts)[];
}

export type UnnamedRunParts = Omit<NamedRunParts, "name"> & { name?: never };

export type AnyRunParts =
  | (RunParts<unknown, unknown> & { service: AnyService; documents?: never })
  | SharedRunParts;

/** At least one document. */
export type ServedDocuments = [ServedDocument, ...ServedDocument[]];

/** A loaded document. */
export interface ServedDocument {
  /** Undefined for a single document. */
  name?: string;
  /** The bundled document's file and its reference folder. */
  files: { document: string; docs: string };
  document: ApiDocument;
  handlers: Record<string, AnyHandler>;
  service: AnyService;
  validators?: WrittenValidators;
  /** Override the service's. */
  options?: AppOptions;
  basePath: string;
}

/**
 * Loads a server's documents.
 * @throws ConfigError if two of them have the same name or path
 */
export async function loadServed(parts: AnyRunParts): Promise<ServedDocuments> {
  if (parts.documents === undefined) return [await load(parts)];
  const [first, ...others] = await Promise.all(
    parts.documents.map(async (one) => ({
      ...(await load(one)),
      ...(one.name !== undefined && { name: one.name }),
    })),
  );
  if (!first) throw new ConfigError("There is no document to serve: `documents` is empty.");
  const mounted = [first, ...others].map((one) => ({ ...one, name: one.name ?? "" }));
  const mistakes = [...nameMistakes(parts.documents), ...pathConflicts(mounted)];
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return [first, ...others];
}

/** Checks names, which are part of URLs and of the scopes in RATE_LIMITS. */
function nameMistakes(documents: SharedRunParts["documents"]): string[] {
  const names = documents.flatMap(({ name }) => name ?? []);
  const odd = names.filter((name) => !/^[A-Za-z0-9][\w.-]*$/.test(name));
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  return [
    ...odd.map(
      (name) => `The name "${name}" must consist of letters, digits, hyphens, points and underscores.`,
    ),
    ...[...repeated].map((name) => `Two documents have the name "${name}".`),
    ...(names.length < documents.length - 1 ? ["Only one document may have no name."] : []),
  ];
}

async function load(parts: Omit<NamedRunParts, "name">): Promise<ServedDocument> {
  const { document: url, handlers, service, options = {}, validators, basePath } = parts;
  return {
    files: { document: fileURLToPath(url), docs: fileURLToPath(new URL("docs", url)) },
    document: await loadDocument(url),
    handlers,
    service,
    ...(validators && { validators }),
    options,
    basePath: readBasePath(basePath ?? options.basePath ?? service.basePath),
  };
}

/** The documents' rate limits by scope; with several documents, the name is prepended: `v2.reads`. */
export function rateLimitsOf(documents: ServedDocument[]): Record<string, RateLimit> {
  return Object.fromEntries(
    documents.flatMap((one) =>
      Object.entries(one.document.rateLimits).map(([scope, limit]) => [scopeOf(one, scope), limit]),
    ),
  );
}

/** What is set about the tools for agents; `false` for a document without them. */
export function toolOptions({
  service,
  options,
}: Pick<ServedDocument, "service" | "options">): false | { authorizationServers?: string[] } {
  const { mcp = service.mcp ?? false } = options ?? {};
  return mcp === true ? {} : mcp;
}

/** The patterns of all services, since a caller may send one service's secret to another. */
export function secretPatternsOf(documents: ServedDocument[]): RegExp[] {
  return documents.flatMap(({ service }) => service.secretPatterns ?? []);
}

/** One document's limits, out of the limits of all. */
export function ownLimits(one: ServedDocument, limits: Record<string, RateLimit>): Record<string, RateLimit> {
  return mapValues(one.document.rateLimits, (limit, scope) => own(limits, scopeOf(one, scope)) ?? limit);
}

function scopeOf({ name }: ServedDocument, scope: string): string {
  return name === undefined ? scope : `${name}.${scope}`;
}
