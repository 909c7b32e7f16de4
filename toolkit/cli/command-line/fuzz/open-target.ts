import type { ApiDocument } from "@counterpart/server/document/document";
import { existingBundle } from "@counterpart/server/document/generated-files";
import { loadDocument } from "@counterpart/server/document/load-document";
import { own, setOwn } from "@counterpart/server/document/own";
import { readDocument } from "@counterpart/server/document/read-document";
import { createSender, NoAnswer } from "@counterpart/testing/fuzz/http";
import { foreignTarget } from "@counterpart/testing/fuzz/target/any-target";
import type { FuzzedApi } from "@counterpart/testing/fuzz/target/target";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import { type Credentials, credentialsIn, variableOf } from "@counterpart/testing/samples/credentials";
import type { KnownValues } from "@counterpart/testing/samples/known";
import type { DocumentConfig } from "../../config/define-config.ts";
import type { GivenDocument } from "../given/given-document.ts";
import { projectTarget } from "./project-target.ts";

/** The command line's options about the server to test. */
export interface TargetOptions {
  /** A document of the project; undefined for one outside a project. */
  config?: DocumentConfig | undefined;
  /** Whether the project has no other document. */
  isOnlyDocument: boolean;
  /** The URL of a running server, without a trailing slash. */
  url?: string | undefined;
  /** A document outside a project. */
  given?: GivenDocument | undefined;
  /** `scheme=value` */
  credentials: string[];
  otherCredentials: string[];
  /** `name=value` */
  values: string[];
}

export interface OpenedTarget extends FuzzedApi {
  /** The server's URL for shell commands. */
  base: string;
  close: () => Promise<void>;
}

/** The URL's placeholder in shell commands, because the fuzzer's own server stops at the end of the run. */
export const ownServer = "$BASE_URL";

/** Starts the server to test, or attaches to a running one. */
export async function openTarget(
  options: TargetOptions,
  env: Record<string, string | undefined>,
): Promise<OpenedTarget> {
  const { config } = options;
  if (options.url === undefined) {
    if (!config) throw new UsageError("A document outside a project needs --url.");
    const target = await projectTarget(config, { isOnly: options.isOnlyDocument });
    return { ...(await target.start()), base: ownServer };
  }
  const document = await documentOf(options);
  const url = withoutBasePath(options.url, document);
  const sender = createSender(url);
  try {
    const api = await attach({ ...options, url }, { document, sender, env });
    return { ...api, base: url, close: async () => sender.close() };
  } catch (error) {
    sender.close();
    throw error;
  }
}

async function documentOf({ config, given }: TargetOptions): Promise<ApiDocument> {
  if (given) return readDocument((await given.read()).raw);
  if (!config) throw new UsageError("Name the document to test the server against.");
  return loadDocument(await existingBundle(config));
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

async function attach(options: TargetOptions, { document, sender, env }: Attached): Promise<FuzzedApi> {
  const { config: project } = options;
  const credentials = credentialsFor(document, options.credentials, env, "");
  const others = credentialsFor(document, options.otherCredentials, env, "OTHER_");
  const otherCredentials = Object.keys(others).length > 0 ? others : undefined;
  await sender.send({ method: "GET", target: "/", headers: [] }).catch((error: Error) => {
    throw new NoAnswer(`No server answers at ${options.url} (${error.message}).`);
  });
  const running = { document, sender, credentials, otherCredentials };
  if (project === undefined) return foreignTarget({ ...running, known: knownFrom(options.values) });
  const [scheme] = Object.keys(document.securitySchemes);
  if (scheme !== undefined && Object.keys(credentials).length === 0) {
    throw new UsageError(
      `A credential is needed: set ${variableOf(scheme)}, or pass --credential ${scheme}=<value>.`,
    );
  }
  return (await projectTarget(project, { isOnly: options.isOnlyDocument })).attach(running);
}

function credentialsFor(
  document: ApiDocument,
  given: string[],
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
