import type { DocumentConfig } from "../config/define-config.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import type { RunOptions } from "../fuzz/run.ts";
import type { TargetOptions } from "../fuzz/target/open-target.ts";
import { UsageError } from "../tools/usage-error.ts";
import type { Values } from "./command.ts";
import { documentOrFileOption, isDocumentFile } from "./document-option.ts";
import { wholeNumber } from "./option-values.ts";

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;

/** What `counterpart fuzz` takes. */
export const fuzzOptions = {
  runs: { ...text, value: "<number>", help: "how many cases (default: 2000)" },
  seed: { ...text, value: "<number>", help: "the same seed makes the same cases (default: a new one)" },
  operation: { ...text, value: "<id>", help: "only checks of this operation" },
  check: { ...text, value: "<name>", help: "only this check, as a report names it" },
  path: { ...text, value: "<path>", help: "only this one case of the check, as a report gives it" },
  url: { ...text, value: "<address>", help: "a server that runs already; the requests change its data" },
  credential: {
    ...list,
    value: "<scheme=value>",
    help: "for a security scheme of the document; or from the environment, API_KEY for a scheme apiKey, which keeps it out of the shell's history",
  },
  "other-credential": {
    ...list,
    value: "<scheme=value>",
    help: "of somebody who must see nothing of the first one's; or OTHER_API_KEY",
  },
  document: {
    ...documentOrFileOption,
    help: "only the document of this name in the configuration (default: all of them); or another bundled one, as a .json file, which needs --url",
  },
  value: {
    ...list,
    value: "<name=value>",
    help: "an id that exists, for the parameter or property of this name; needs a --document that is a file",
  },
  json: { type: "boolean", help: "print the result as JSON" },
} as const;

export type FuzzOptions = Values<typeof fuzzOptions>;

/** How many failures are looked for before the rest isn't worth the wait. */
export const maxFailures = 10;

/** The options, when they fit each other. */
export function checkedOptions(typed: FuzzOptions): FuzzOptions {
  const { url, document, credential, "other-credential": other, value, path, check } = typed;
  const isFile = document !== undefined && isDocumentFile(document);
  if (isFile && url === undefined) {
    throw new UsageError(
      "--document needs --url where it is a file: the fuzzer's own server knows only its own documents.",
    );
  }
  if (url === undefined && (credential || other)) {
    throw new UsageError("--credential needs --url: the fuzzer's own server has credentials of its own.");
  }
  if (value && !isFile) throw new UsageError("--value needs a --document that is a file.");
  if (path !== undefined && check === undefined) throw new UsageError("--path needs --check.");
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers and colons, as in 3:0:1, not "${path}".`);
  }
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`--url takes an address that begins with http:// or https://, not "${url}".`);
  }
  return typed;
}

export interface FuzzedDocument {
  name: string;
  /** Undefined for a document that is given as a file. */
  config?: DocumentConfig;
  /** Its name is needed to run a case again. */
  isOneOfSeveral: boolean;
}

/** What is tested: the documents of the project, or the one that is given by its name or as a file. */
export async function fuzzedDocuments(typed: FuzzOptions): Promise<FuzzedDocument[]> {
  const { document } = typed;
  if (document !== undefined && isDocumentFile(document)) return [{ name: document, isOneOfSeveral: false }];
  const [single] = (["url", "operation", "check"] as const).filter((name) => typed[name] !== undefined);
  const documents =
    single === undefined ? await selectDocuments(document) : [await selectDocument(document, `--${single}`)];
  const isOneOfSeveral = document !== undefined || documents.length > 1;
  return documents.map((config) => ({ name: config.name, config, isOneOfSeveral }));
}

export function targetOptionsFrom(typed: FuzzOptions, config: DocumentConfig | undefined): TargetOptions {
  const { url, document, credential = [], "other-credential": other = [], value = [] } = typed;
  return {
    config,
    url: url?.replace(/\/$/, ""),
    document,
    credentials: credential,
    otherCredentials: other,
    values: value,
  };
}

export function runOptionsFrom({ runs = "2000", seed, operation, check, path }: FuzzOptions): RunOptions {
  const newSeed = Math.floor(Math.random() * 2 ** 31);
  return {
    runs: wholeNumber("--runs", runs, 1, 1e9),
    seed: seed === undefined ? newSeed : wholeNumber("--seed", seed, -(2 ** 31), 2 ** 32),
    maxFailures: maxFailures,
    ...(operation !== undefined && { operation }),
    ...(check !== undefined && { check }),
    ...(path !== undefined && { path }),
  };
}

interface CommandParts {
  url?: string | undefined;
  document?: string | undefined;
  value?: string[];
}

/** What leads to the same server again. Credentials are left out: they come from the environment. */
export function commandFor({ url, document, value = [] }: CommandParts): string {
  const words = [
    ...(url === undefined ? [] : ["--url", url]),
    ...(document === undefined ? [] : ["--document", document]),
    ...value.flatMap((one) => ["--value", one]),
  ];
  const quoted = words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`));
  return ["npx counterpart fuzz", ...quoted].join(" ");
}
