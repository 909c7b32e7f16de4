import type { RunOptions } from "@counterpart/testing/fuzz/run";
import { UsageError } from "@counterpart/testing/mock/usage-error";
import type { DocumentConfig } from "../../config/define-config.ts";
import { selectDocument, selectDocuments } from "../../config/select-documents.ts";
import { flag, repeatable, type Values, withValue } from "../command.ts";
import {
  allowedFolders,
  allowFolderOption,
  documentOrFileOption,
  isDocumentFile,
} from "../document-option.ts";
import { wholeNumber } from "../option-values.ts";
import type { TargetOptions } from "./open-target.ts";

/** The options of `counterpart fuzz`. */
export const fuzzOptions = {
  runs: withValue("<number>", "number of test cases (default: 2000)"),
  seed: withValue("<number>", "the same seed generates the same cases (default: random)"),
  operation: withValue("<id>", "run only the checks of this operation"),
  check: withValue("<name>", "run only the check of this name, as in a report"),
  path: withValue("<path>", "run only this case of the check, as in a report"),
  url: withValue("<address>", "test a running server; the requests change its data"),
  credential: repeatable(
    "<scheme=value>",
    "credential for a security scheme of the document; or set it in the environment (API_KEY for the scheme apiKey), which keeps it out of the shell's history",
  ),
  "other-credential": repeatable(
    "<scheme=value>",
    "credential of another caller, who must not see the first one's data; or OTHER_API_KEY",
  ),
  spec: withValue(
    "<file>",
    "test any running server against this OpenAPI document, in YAML or JSON; needs --url, but no project",
  ),
  "allow-folder": allowFolderOption,
  document: {
    ...documentOrFileOption,
    help: "only the document with this name in the configuration (default: all); or a bundled document, as a .json file, which needs --url",
  },
  value: repeatable(
    "<name=value>",
    "an existing id for the parameter or property of this name; needs --spec, or --document with a file",
  ),
  json: flag("print the result as JSON"),
} as const;

export type FuzzOptions = Values<typeof fuzzOptions>;

/** The run stops after this many failures. */
export const maxFailures = 10;

/** Checks that the options can be combined. Throws a UsageError. */
export function checkedOptions(typed: FuzzOptions): FuzzOptions {
  const { url, spec, document, credential, "other-credential": other, value, path, check } = typed;
  const isFile = fileOf(typed) !== undefined;
  if (spec !== undefined && document !== undefined) {
    throw new UsageError("--spec and --document both name the document. Give only one of them.");
  }
  if (spec !== undefined && url === undefined) {
    throw new UsageError("--spec needs --url: without it, the fuzzer serves the project's documents.");
  }
  if (isFile && url === undefined) {
    throw new UsageError(
      "--document with a file needs --url: the fuzzer's own server serves only the project's documents.",
    );
  }
  if (url === undefined && (credential || other)) {
    throw new UsageError("--credential needs --url: the fuzzer's own server has its own credentials.");
  }
  if (value && !isFile) throw new UsageError("--value needs --spec, or --document with a file.");
  if (path !== undefined && check === undefined) throw new UsageError("--path needs --check.");
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers and colons, as in 3:0:1, not "${path}".`);
  }
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`--url takes an address that begins with http:// or https://, not "${url}".`);
  }
  return typed;
}

/** The file of a document outside the project. */
function fileOf({ spec, document }: Pick<FuzzOptions, "spec" | "document">): string | undefined {
  if (spec !== undefined) return spec;
  return document !== undefined && isDocumentFile(document) ? document : undefined;
}

export interface FuzzedDocument {
  name: string;
  /** Undefined for a document given as a file. */
  config?: DocumentConfig;
  /** If so, the replay command names the document. */
  isOneOfSeveral: boolean;
  /** Whether the project has no other document. */
  isOnly: boolean;
}

/** The documents to test: those of the project, or the one given as a name or a file. */
export async function fuzzedDocuments(typed: FuzzOptions): Promise<FuzzedDocument[]> {
  const { document } = typed;
  const file = fileOf(typed);
  if (file !== undefined) return [{ name: file, isOneOfSeveral: false, isOnly: true }];
  const [single] = (["url", "operation", "check"] as const).filter((name) => typed[name] !== undefined);
  const documents =
    single === undefined ? await selectDocuments(document) : [await selectDocument(document, `--${single}`)];
  const isOneOfSeveral = document !== undefined || documents.length > 1;
  const isOnly = (await selectDocuments()).length === 1;
  return documents.map((config) => ({ name: config.name, config, isOneOfSeveral, isOnly }));
}

export function targetOptionsFrom(
  typed: FuzzOptions,
  { config, isOnly }: Pick<FuzzedDocument, "config" | "isOnly">,
): TargetOptions {
  const { url, credential = [], "other-credential": other = [], value = [] } = typed;
  return {
    config,
    isOnlyDocument: isOnly,
    url: url?.replace(/\/$/, ""),
    file: fileOf(typed),
    allowFolders: allowedFolders(typed["allow-folder"], typed.spec),
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
  spec?: string | undefined;
  document?: string | undefined;
  "allow-folder"?: string[];
  value?: string[];
}

/** The command that tests the same server again. Omits credentials, which come from the environment. */
export function commandFor({
  url,
  spec,
  document,
  "allow-folder": allowed = [],
  value = [],
}: CommandParts): string {
  const words = [
    ...(url === undefined ? [] : ["--url", url]),
    ...(spec === undefined ? [] : ["--spec", spec]),
    ...(document === undefined ? [] : ["--document", document]),
    ...allowed.flatMap((one) => ["--allow-folder", one]),
    ...value.flatMap((one) => ["--value", one]),
  ];
  const quoted = words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`));
  return ["npx counterpart fuzz", ...quoted].join(" ");
}
