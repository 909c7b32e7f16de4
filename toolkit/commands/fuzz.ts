import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { bundledFile, loadDocumentConfig } from "../config/load-config.ts";
import { type ApiDocument, readDocument } from "../document/document.ts";
import type { Model } from "../fuzz/check.ts";
import { type Credentials, variableOf } from "../fuzz/credentials.ts";
import { createSender, NoAnswer, type Sender } from "../fuzz/http.ts";
import type { KnownValues } from "../fuzz/known.ts";
import { Finding } from "../fuzz/report/finding.ts";
import { failureReport, jsonReport, summary } from "../fuzz/report/report.ts";
import { createFuzzer, NothingToCheck, type Outcome } from "../fuzz/run.ts";
import type { Target } from "../fuzz/session.ts";
import type { FuzzTarget } from "../fuzz/target.ts";

const help = `Usage: npm run fuzz -- [--runs <number>] [--seed <number>] [--operation <id>] [--json]

Sends what the document allows, and what it doesn't, and holds every answer to the document: bodies, paths, queries and
headers made of the schemas, each keyword broken once; credentials taken away and swapped; other methods and addresses;
and stories of several requests, told against a model. Without --url it starts a server of its own.

  --runs <number>           how many cases (default: 2000)
  --seed <number>           the same seed makes the same cases (default: a new one)
  --operation <id>          only what is about this operation
  --check <name>            only this check, as a report names it
  --path <path>             only this one case of the check, as a report gives it
  --url <address>           a server that runs already; it will be written to
  --credential <scheme=value>        for a security scheme of the document; or from the environment, as API_KEY for
                                     apiKey, which keeps it out of the shell's history
  --other-credential <scheme=value>  of somebody who must see nothing of the first one's; or OTHER_API_KEY
  --document <file>         another OpenAPI document, bundled, as JSON; needs --url
  --value <name=value>      an id that exists, for the parameter or property of this name; with --document
  --json                    print the result as one JSON value
  --help

Exit codes: 0 nothing found, 1 something found, 2 wrong usage or nobody answers.`;

/** How many failures are looked for before the rest isn't worth the wait. */
const mostFailures = 10;
const progressEveryMs = 100;

interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  env: Record<string, string | undefined>;
}

/** What was typed can't be done as it stands. */
class UsageError extends Error {}

/**
 * @param args what was typed after the program's name
 * @returns the exit code
 */
export async function runFuzzCli(args: string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  try {
    const options = readOptions(args);
    if (options.help) {
      stdout.write(`${help}\n`);
      return 0;
    }
    const opened = await open(options, terminal);
    try {
      const { outcome, base } = await run(options, opened, terminal);
      const report = { base, command: commandFor(options), seed: outcome.seed };
      if (options.json) stdout.write(`${JSON.stringify(jsonReport(outcome, report), null, 2)}\n`);
      else stdout.write(textReport(outcome, report));
      return outcome.failures.length > 0 ? 1 : 0;
    } finally {
      await opened.close();
    }
  } catch (error) {
    const isTold = [UsageError, NothingToCheck, NoAnswer, Finding].some((kind) => error instanceof kind);
    stderr.write(`${isTold ? (error as Error).message : (error as Error).stack}\n`);
    return 2;
  }
}

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[]) {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nAdd --help to see how it is used.`);
  }
  const { runs, seed, url, document, ...others } = values;
  if (document !== undefined && url === undefined) {
    throw new UsageError("--document needs --url: the fuzzer's own server knows only its own document.");
  }
  if (url === undefined && (others.credential || others["other-credential"])) {
    throw new UsageError("--credential needs --url: the fuzzer's own server has stores and keys of its own.");
  }
  if (others.value && document === undefined) throw new UsageError("--value needs --document.");
  if (others.path !== undefined && others.check === undefined) throw new UsageError("--path needs --check.");
  if (others.path !== undefined && !/^\d+(:\d+)*$/.test(others.path)) {
    throw new UsageError(`--path takes numbers and colons, as in 3:0:1, not "${others.path}".`);
  }
  if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) {
    throw new UsageError(`--url takes an address that begins with http:// or https://, not "${url}".`);
  }
  return {
    ...others,
    ...(url !== undefined && { url: url.replace(/\/$/, "") }),
    ...(document !== undefined && { document }),
    runs: wholeNumber("--runs", runs, 1, 1e9),
    seed:
      seed === undefined
        ? Math.floor(Math.random() * 2 ** 31)
        : wholeNumber("--seed", seed, -(2 ** 31), 2 ** 32),
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  return parseArgs({
    args,
    options: {
      runs: { type: "string", default: "2000" },
      seed: text,
      operation: text,
      check: text,
      path: text,
      url: text,
      document: text,
      credential: { type: "string", multiple: true },
      "other-credential": { type: "string", multiple: true },
      value: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  }).values;
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < least || number > most) {
    throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not "${text}".`);
  }
  return number;
}

interface Opened {
  target: Target;
  models: Model[];
  /** The address for shell commands. */
  base: string;
  close: () => Promise<void>;
}

async function open(options: Options, { env }: Terminal): Promise<Opened> {
  const { url } = options;
  // The server is gone when somebody reads the report, so that its address would be of no use.
  const config = await loadDocumentConfig();
  if (url === undefined)
    return { ...(await (await fuzzTarget(config.fuzzTarget)).start()), base: "$BASE_URL" };
  const document = await readDocumentFile(options.document ?? bundledFile(config));
  const credentials = credentialsFor(document, options.credential, env, "");
  const otherCredentials = credentialsFor(document, options["other-credential"], env, "OTHER_");
  const sender = createSender(url);
  const isKeyed = Object.keys(otherCredentials).length > 0;
  const close = async () => sender.close();
  try {
    await sender.send({ method: "GET", target: "/", headers: [] }).catch((error: Error) => {
      throw new NoAnswer(`Nobody answers at ${url} (${error.message}).`);
    });
    if (options.document !== undefined) {
      const known = knownFrom(options.value);
      return {
        ...anyTarget(document, sender, credentials, isKeyed ? otherCredentials : undefined, known),
        base: url,
        close,
      };
    }
    if (Object.keys(credentials).length === 0) {
      throw new UsageError("A key is needed: set API_KEY, or give --credential apiKey=<key>.");
    }
    const own = await (await fuzzTarget(config.fuzzTarget)).attach({
      document,
      sender,
      credentials,
      otherCredentials: isKeyed ? otherCredentials : undefined,
    });
    return { ...own, base: url, close };
  } catch (error) {
    sender.close();
    throw error;
  }
}

async function fuzzTarget(file: string | undefined): Promise<FuzzTarget> {
  if (file === undefined) {
    throw new UsageError(
      "counterpart.config.ts names no fuzzTarget, so the server to test must be given with --url.",
    );
  }
  const module: { default: FuzzTarget } = await import(pathToFileURL(path.resolve(file)).href);
  return module.default;
}

async function readDocumentFile(file: string): Promise<ApiDocument> {
  try {
    return readDocument(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new UsageError(
      `${path.basename(file)} can't be read as a bundled OpenAPI document: ${(error as Error).message}`,
    );
  }
}

function credentialsFor(
  { securitySchemes }: ApiDocument,
  given: string[] = [],
  env: Terminal["env"],
  prefix: string,
): Credentials {
  const credentials: Credentials = {};
  for (const scheme of Object.keys(securitySchemes)) {
    const value = env[prefix + variableOf(scheme)];
    if (value) credentials[scheme] = value;
  }
  for (const [scheme, value] of given.map(pair)) {
    if (!Object.hasOwn(securitySchemes, scheme)) {
      throw new UsageError(
        `The document has no security scheme ${scheme}; it has ${Object.keys(securitySchemes).join(", ") || "none"}.`,
      );
    }
    credentials[scheme] = value;
  }
  return credentials;
}

function pair(text: string): [string, string] {
  const at = text.indexOf("=");
  // What was typed isn't repeated: it may be a key.
  if (at < 1) throw new UsageError("--credential, --other-credential and --value take name=value.");
  return [text.slice(0, at), text.slice(at + 1)];
}

function knownFrom(given: string[] = []): KnownValues {
  const known: KnownValues = {};
  for (const [name, value] of given.map(pair)) {
    const values = known[name] ?? [];
    known[name] = [...values, { label: `${name} ${values.length + 1}`, sample: value }];
  }
  return known;
}

/** Of a document about which nothing else is known. */
function anyTarget(
  document: ApiDocument,
  sender: Sender,
  credentials: Credentials,
  otherCredentials: Credentials | undefined,
  known: KnownValues,
): Pick<Opened, "target" | "models"> {
  const markers = Object.values(known).flatMap((values) => values.map(({ sample }) => String(sample)));
  const owner = { credentials, known: known as Target["owner"]["known"], markers };
  const other = otherCredentials && { credentials: otherCredentials, known: {}, markers: [] };
  return { target: { document, sender, owner, ...(other && { other }) }, models: [] };
}

async function run(options: Options, { target, models, base }: Opened, { stderr }: Terminal) {
  const { runs, seed, operation, check, path: casePath } = options;
  const startedAt = performance.now();
  let shownAt = 0;
  const outcome = await createFuzzer(target, models).run({
    runs,
    seed,
    mostFailures,
    ...(operation !== undefined && { operation }),
    ...(check !== undefined && { check }),
    ...(casePath !== undefined && { path: casePath }),
    onProgress(done, found) {
      const now = performance.now();
      if (!stderr.isTTY || now - shownAt < progressEveryMs) return;
      shownAt = now;
      const rate = Math.round(done / ((now - startedAt) / 1000));
      stderr.write(`\r\x1b[K${done} of ${runs} runs, ${rate} a second, ${found} found`);
    },
  });
  if (stderr.isTTY) stderr.write("\r\x1b[K");
  return { outcome, base };
}

/** What leads to the same server again. Keys are left out: they come from the environment. */
function commandFor({ url, document, value = [] }: Options): string {
  const words = [
    ...(url === undefined ? [] : ["--url", url]),
    ...(document === undefined ? [] : ["--document", document]),
    ...value.flatMap((one) => ["--value", one]),
  ];
  return ["npm run fuzz --", ...words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word}'`))].join(
    " ",
  );
}

function textReport(outcome: Outcome, report: { base: string; command: string; seed: number }): string {
  const { failures } = outcome;
  const parts = failures.map((failure) => failureReport(failure, report));
  if (failures.length > 0 && report.base === "$BASE_URL") {
    parts.push("The commands for the shell take BASE_URL and API_KEY of a server that you have started.");
  }
  if (failures.length === mostFailures) parts.push(`After ${mostFailures} failures the rest was left out.`);
  return `${[...parts, summary(outcome)].join("\n\n")}\n`;
}

if (import.meta.main) process.exitCode = await runFuzzCli(process.argv.slice(2), process);
