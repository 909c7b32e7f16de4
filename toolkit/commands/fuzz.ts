import { defineCommand, type Terminal, type Values } from "../cli/command.ts";
import { documentOrFileOption, isDocumentFile } from "../cli/document-option.ts";
import { forEachDocument } from "../cli/for-each-document.ts";
import { wholeNumber } from "../cli/option-values.ts";
import type { DocumentConfig } from "../config/define-config.ts";
import { selectDocument, selectDocuments } from "../config/select-documents.ts";
import { failureReport, jsonReport, summary } from "../fuzz/report/report.ts";
import { createFuzzer, type Outcome, type RunOptions } from "../fuzz/run.ts";
import { type OpenedTarget, openTarget, ownServer, type TargetOptions } from "../fuzz/target/open-target.ts";
import { unlistedAdvice } from "../fuzz/unlisted.ts";
import { UsageError } from "../tools/usage-error.ts";

const text = { type: "string" } as const;
const list = { type: "string", multiple: true } as const;

const options = {
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

export const command = defineCommand({
  description: `Sends requests that the document allows, and requests that it doesn't, and checks every answer: bodies, paths, queries
and headers made from the schemas, each keyword violated once; credentials left out and swapped; other methods and
addresses; and sequences of several requests, compared with a model. Without --url it starts a server of its own.`,
  options,
  details: "Exit codes: 0 nothing found; 1 something found; 2 wrong usage, or nobody answers.",
  async run({ options: given, terminal }) {
    const typed = checked(given);
    const runOptions = runOptionsFrom(typed);
    const parts = { command: "fuzz", json: typed.json, terminal } as const;
    return forEachDocument(await fuzzedDocuments(typed), parts, async ({ config, isOneOfSeveral }) => {
      const opened = await openTarget(targetOptionsFrom(typed, config), terminal.env);
      try {
        const outcome = await run(runOptions, opened, terminal);
        const command = commandFor(isOneOfSeveral ? { ...typed, document: config?.name } : typed);
        const report = { base: opened.base, command, seed: outcome.seed };
        return {
          exitCode: outcome.failures.length > 0 ? 1 : 0,
          json: jsonReport(outcome, report),
          text: textReport(outcome, report),
        };
      } finally {
        await opened.close();
      }
    });
  },
});

type Typed = Values<typeof options>;

/** How many failures are looked for before the rest isn't worth the wait. */
const maxFailures = 10;
const progressEveryMs = 100;

function checked(typed: Typed): Typed {
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

interface FuzzedDocument {
  name: string;
  /** Undefined for a document that is given as a file. */
  config?: DocumentConfig;
  /** Its name is needed to run a case again. */
  isOneOfSeveral: boolean;
}

async function fuzzedDocuments(typed: Typed): Promise<FuzzedDocument[]> {
  const { document } = typed;
  if (document !== undefined && isDocumentFile(document)) return [{ name: document, isOneOfSeveral: false }];
  const [single] = (["url", "operation", "check"] as const).filter((name) => typed[name] !== undefined);
  const documents =
    single === undefined ? await selectDocuments(document) : [await selectDocument(document, `--${single}`)];
  const isOneOfSeveral = document !== undefined || documents.length > 1;
  return documents.map((config) => ({ name: config.name, config, isOneOfSeveral }));
}

function targetOptionsFrom(typed: Typed, config: DocumentConfig | undefined): TargetOptions {
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

function runOptionsFrom({ runs = "2000", seed, operation, check, path }: Typed): RunOptions {
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

async function run(options: RunOptions, { target, models }: OpenedTarget, { stderr }: Terminal) {
  const startedAt = performance.now();
  let shownAt = 0;
  const outcome = await createFuzzer(target, models).run({
    ...options,
    onProgress(done, found) {
      const now = performance.now();
      if (!stderr.isTTY || now - shownAt < progressEveryMs) return;
      shownAt = now;
      const rate = Math.round(done / ((now - startedAt) / 1000));
      stderr.write(`\r\x1b[K${done} of ${options.runs} runs, ${rate} a second, ${found} found`);
    },
  });
  if (stderr.isTTY) stderr.write("\r\x1b[K");
  return outcome;
}

interface CommandParts {
  url?: string | undefined;
  document?: string | undefined;
  value?: string[];
}

/** What leads to the same server again. Credentials are left out: they come from the environment. */
function commandFor({ url, document, value = [] }: CommandParts): string {
  const words = [
    ...(url === undefined ? [] : ["--url", url]),
    ...(document === undefined ? [] : ["--document", document]),
    ...value.flatMap((one) => ["--value", one]),
  ];
  const quoted = words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`));
  return ["npx counterpart fuzz", ...quoted].join(" ");
}

function textReport(outcome: Outcome, report: { base: string; command: string; seed: number }): string {
  const { failures } = outcome;
  const parts = failures.map((failure) => failureReport(failure, report));
  if (failures.length > 0 && report.base === ownServer) {
    parts.push(
      "The shell commands need BASE_URL, and the credentials' variables, of a server that you have started.",
    );
  }
  if (failures.length === maxFailures) parts.push(`The run ended after ${maxFailures} failures.`);
  const advice = unlistedAdvice(outcome.unlisted);
  if (advice) parts.push(advice);
  return [...parts, summary(outcome)].join("\n\n");
}
