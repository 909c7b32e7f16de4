import { type ApiDocument, existingBundle } from "@counterpart/server/document";
import { loadDocument, readDocument } from "@counterpart/server/read-document";
import { own, setOwn } from "@counterpart/server/values";
import { UsageError } from "@counterpart/testing/errors";
import {
  type Credentials,
  createSender,
  credentialsIn,
  type KnownValues,
  NoResponse,
  variableOf,
} from "@counterpart/testing/exchanges";
import { type FuzzedApi, foreignTarget } from "@counterpart/testing/fuzz";
import type { FuzzedDocument, FuzzOptions } from "./fuzz-options.ts";
import { projectTarget } from "./project-target.ts";

export interface OpenedTarget extends FuzzedApi {
  /** The server's URL for shell commands. */
  base: string;
  close: () => Promise<void>;
}

/** The URL's placeholder in shell commands, because the fuzzer's own server stops at the end of the run. */
export const ownServer = "$BASE_URL";

/** Starts the server to test, or attaches to a running one. */
export async function openTarget(
  fuzzed: FuzzedDocument,
  options: FuzzOptions,
  env: Record<string, string | undefined>,
): Promise<OpenedTarget> {
  const { config, isOnly } = fuzzed;
  if (options.url === undefined) {
    if (!config) throw new UsageError("A document outside a project needs --url.");
    const target = await projectTarget(config, { isOnly });
    return { ...(await target.start()), base: ownServer };
  }
  const document = await documentOf(fuzzed);
  const url = withoutBasePath(options.url.replace(/\/$/, ""), document);
  const sender = createSender(url);
  try {
    const api = await attach(fuzzed, { ...options, url }, { document, sender, env });
    return { ...api, base: url, close: async () => sender.close() };
  } catch (error) {
    sender.close();
    throw error;
  }
}

async function documentOf({ config, given }: FuzzedDocument): Promise<ApiDocument> {
  return given ? readDocument((await given.read()).raw) : loadDocument(await existingBundle(config));
}

/** Accepts a URL with the base path of the document's servers, which its paths include. */
function withoutBasePath(url: string, { operations }: ApiDocument): string {
  const { pathname } = new URL(url);
  const isIncluded = operations.every(({ path }) => path.startsWith(`${pathname}/`));
  return pathname !== "/" && isIncluded ? url.slice(0, -pathname.length) : url;
}

interface Attached {
  document: ApiDocument;
  sender: ReturnType<typeof createSender>;
  env: Record<string, string | undefined>;
}

async function attach(
  { config, isOnly }: FuzzedDocument,
  { url, credential, "other-credential": other, value = [] }: FuzzOptions,
  { document, sender, env }: Attached,
): Promise<FuzzedApi> {
  const credentials = credentialsFor(document, credential, env, "");
  const others = credentialsFor(document, other, env, "OTHER_");
  const otherCredentials = Object.keys(others).length > 0 ? others : undefined;
  await sender.send({ method: "GET", target: "/", headers: [] }).catch((error: Error) => {
    throw new NoResponse(`No server answers at ${url} (${error.message}).`);
  });
  const running = { document, sender, credentials, otherCredentials };
  if (config === undefined) return foreignTarget({ ...running, known: knownFrom(value) });
  const [scheme] = Object.keys(document.securitySchemes);
  if (scheme !== undefined && Object.keys(credentials).length === 0) {
    throw new UsageError(
      `A credential is needed: set ${variableOf(scheme)}, or pass --credential ${scheme}=<value>.`,
    );
  }
  return (await projectTarget(config, { isOnly })).attach(running);
}

function credentialsFor(
  document: ApiDocument,
  given: string[] = [],
  env: Record<string, string | undefined>,
  prefix: string,
): Credentials {
  const { securitySchemes } = document;
  const credentials = credentialsIn(env, document, prefix);
  for (const [scheme, value] of given.map(pair)) {
    if (!Object.hasOwn(securitySchemes, scheme)) {
      const known = Object.keys(securitySchemes).join(", ") || "none";
      throw new UsageError(`The document has no security scheme ${scheme}; it has ${known}.`);
    }
    credentials[scheme] = value;
  }
  return credentials;
}

function pair(text: string): [string, string] {
  const at = text.indexOf("=");
  // The message doesn't repeat the argument, which may be a key.
  if (at < 1) throw new UsageError("--credential, --other-credential and --value take name=value.");
  return [text.slice(0, at), text.slice(at + 1)];
}

function knownFrom(given: string[]): KnownValues {
  const known: KnownValues = {};
  for (const [name, value] of given.map(pair)) {
    const values = own(known, name) ?? [];
    setOwn(known, name, [...values, { label: `${name} ${values.length + 1}`, sample: value }]);
  }
  return known;
}
