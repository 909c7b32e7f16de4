import { UsageError } from "@counterpart/testing/errors";
import type { RunOptions } from "@counterpart/testing/fuzz";
import type { DocumentConfig } from "../../config/define-config.ts";
import { selectDocument, selectDocuments } from "../../config/select-documents.ts";
import { flag, repeatable, type Terminal, type Values, withValue } from "../command.ts";
import { documentOption } from "../document-option.ts";
import { type GivenDocument, givenDocument, givenOptions, orNameDocument } from "../given/given-document.ts";
import { wholeNumber } from "../option-values.ts";
import { formatOption } from "../report/write-report.ts";

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
  ...givenOptions,
  document: documentOption,
  value: repeatable(
    "<name=value>",
    "an existing id for the parameter or property of this name; needs a document outside a project",
  ),
  json: flag("print the result as JSON"),
  format: formatOption,
} as const;

export type FuzzOptions = Values<typeof fuzzOptions>;

/** The run stops after this many failures. */
export const maxFailures = 10;

/** The first argument is the same as `--spec`. */
export function withPositionals(typed: FuzzOptions, positionals: string[]): FuzzOptions {
  const [spec, ...others] = [...positionals, ...(typed.spec === undefined ? [] : [typed.spec])];
  if (others.length > 0) throw new UsageError(`Name one document, not ${[spec, ...others].join(" and ")}.`);
  return { ...typed, ...(spec !== undefined && { spec }) };
}

/** Checks that the options can be combined. Throws a UsageError. */
export function checkedOptions(typed: FuzzOptions): FuzzOptions {
  const { url, spec, credential, "other-credential": other, value, path, check } = typed;
  if (spec !== undefined && url === undefined) {
    throw new UsageError(
      `Name the server that ${spec} describes, as in --url http://localhost:8080. Without --url, the fuzzer serves the project's own handlers.`,
    );
  }
  if (url === undefined && (credential || other)) {
    throw new UsageError("--credential needs --url: the fuzzer's own server has its own credentials.");
  }
  if (value && spec === undefined) throw new UsageError("--value needs a document outside a project.");
  if (path !== undefined && check === undefined) throw new UsageError("--path needs --check.");
  if (path !== undefined && !/^\d+(:\d+)*$/.test(path)) {
    throw new UsageError(`--path takes numbers and colons, as in 3:0:1, not "${path}".`);
  }
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`--url takes an address that begins with http:// or https://, not "${url}".`);
  }
  return typed;
}

/** A document of the project, or one outside a project. */
export type FuzzedDocument = {
  name: string;
  /** If so, the replay command names the document. */
  isOneOfSeveral: boolean;
  /** Whether the project has no other document. */
  isOnly: boolean;
} & ({ config: DocumentConfig; given?: undefined } | { given: GivenDocument; config?: undefined });

/** The documents to test: those of the project, or the one that was named. */
export async function fuzzedDocuments(typed: FuzzOptions, terminal: Terminal): Promise<FuzzedDocument[]> {
  const { document } = typed;
  const given = await givenDocument({ positionals: [], options: typed, terminal });
  if (given) return [{ name: given.name, given, isOneOfSeveral: false, isOnly: true }];
  const [single] = (["url", "operation", "check"] as const).filter((name) => typed[name] !== undefined);
  const documents = await orNameDocument(
    "fuzz",
    single === undefined
      ? selectDocuments(document)
      : selectDocument(document, `--${single}`).then((config) => [config]),
  );
  const isOneOfSeveral = document !== undefined || documents.length > 1;
  const isOnly = (await selectDocuments()).length === 1;
  return documents.map((config) => ({ name: config.name, config, isOneOfSeveral, isOnly }));
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

/** The command that tests the same server again. Omits credentials, which come from the environment. */
export function commandFor({ spec, ...parts }: FuzzOptions): string {
  const names = [
    "url",
    "document",
    "overlay",
    "include-tag",
    "include-path",
    "allow-folder",
    "value",
  ] as const;
  const words = [
    ...(spec === undefined ? [] : [spec]),
    ...names.flatMap((name) => [parts[name] ?? []].flat().flatMap((one) => [`--${name}`, one])),
  ];
  const quoted = words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`));
  return ["npx counterpart fuzz", ...quoted].join(" ");
}
