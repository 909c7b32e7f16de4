import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { didYouMean, own } from "@counterpart/server/values";
import { UsageError } from "@counterpart/testing/errors";
import { type Command, type Options, parserOptions, type Terminal } from "../command-line/command.ts";
import { explainFailure } from "../command-line/explain-failure.ts";
import { commandHelp, prose, table } from "../command-line/help-text.ts";
import { manifest } from "../tools/manifest.ts";
import { commandGroups, commandTable } from "./command-table.ts";

/**
 * Runs the toolkit's command line.
 * @param args the arguments after the program's name
 * @returns the exit code: 0 for success, 1 if the command found something to fix, 2 if it couldn't run
 */
export async function runCommand(args: string[], terminal: Terminal = process): Promise<number> {
  const { stdout, stderr } = terminal;
  const [first, ...rest] = args;
  if (first === undefined) {
    stderr.write(`${overview()}\n`);
    return 2;
  }
  if (first === "--version") {
    stdout.write(`${manifest.version}\n`);
    return 0;
  }
  if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0)) {
    stdout.write(`${overview()}\n`);
    return 0;
  }
  const [name = "", ...others] = first === "help" ? [...rest, "--help"] : args;
  try {
    const entry = own(commandTable, name);
    if (!entry && isPlace(name)) return await describeDocument(name, terminal);
    if (!entry) throw new UsageError(unknownCommand(name));
    return await run(name, (await entry.load()).command, { args: others, terminal });
  } catch (error) {
    const message = explainFailure(error, name);
    stderr.write(
      `${/ --(json|format[= ]json)( |$)/.test(` ${others.join(" ")}`) ? JSON.stringify({ error: message }) : `error: ${message}`}\n`,
    );
    return 2;
  }
}

async function run(
  name: string,
  command: Command,
  { args, terminal }: { args: string[]; terminal: Terminal },
): Promise<number> {
  const { values, positionals, rest } = parsed(name, command, args);
  const { help, ...options } = values;
  if (help) {
    terminal.stdout.write(`${commandHelp(name, command)}\n`);
    return 0;
  }
  return command.run({ options, positionals, rest, terminal });
}

function parsed(name: string, command: Command, args: string[]) {
  try {
    const { values, tokens } = parseArgs({
      args: withNegativeNumbers(args, command.options),
      options: { ...parserOptions(command.options), help: { type: "boolean", short: "h" } },
      allowPositionals: command.positionals !== undefined,
      tokens: true,
    });
    const end = tokens.find(({ kind }) => kind === "option-terminator")?.index ?? Number.POSITIVE_INFINITY;
    const given = tokens.filter((token) => token.kind === "positional");
    const textsWhere = (isWanted: (index: number) => boolean) =>
      given.filter(({ index }) => isWanted(index)).map(({ value }) => value);
    return {
      values,
      positionals: textsWhere((index) => index < end),
      rest: textsWhere((index) => index > end),
    };
  } catch (error) {
    // Drop the second half of Node's message, which is about arguments that begin with a dash.
    const [message = ""] = (error as Error).message.split(/(?<=['"])\. | This command does not take/);
    const [, unknown] = /^Unknown option '(--[^']+)/.exec(message) ?? [];
    const known = Object.keys(command.options).map((option) => `--${option}`);
    const hint = unknown === undefined ? "" : didYouMean(unknown, known);
    throw new UsageError(`${message}.${hint} \`counterpart ${name} --help\` lists the options.`);
  }
}

/** Turns `--runs -5` into `--runs=-5`: Node takes the number for an option and reports an unhelpful error. */
function withNegativeNumbers(args: string[], options: Options): string[] {
  const joined: string[] = [];
  // What follows `--` isn't ours.
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  for (const argument of args.slice(0, end)) {
    const before = joined.at(-1) ?? "";
    const takesValue = before.startsWith("--") && own(options, before.slice(2))?.type === "string";
    if (takesValue && /^-\d/.test(argument)) joined.splice(-1, 1, `${before}=${argument}`);
    else joined.push(argument);
  }
  return [...joined, ...args.slice(end)];
}

function unknownCommand(name: string): string {
  const hint = didYouMean(name, Object.keys(commandTable));
  return `There is no command "${name}".${hint} \`counterpart --help\` lists them.`;
}

function overview(): string {
  return `Usage: counterpart <command> [document] [options]

${prose(`One OpenAPI document, and its server, client, mock, docs and tests.

${commandLists("api.yaml")}

  counterpart <document>         what can be done with a document
  counterpart <command> --help   help for a command
  counterpart --version          the version of the toolkit

A document is a file in YAML or JSON, or a folder that contains it; an http(s) address; a file in git, such as main:openapi.yaml; or - for standard input. In the folder of counterpart.config.ts, which names a project's files, commands without a document work on the project's. If there are several, they work on all of them, or on the one that --document names, and --json prints {"documents": {"<name>": …}}.

In a project: npx counterpart <command>, or npm run <command>, which takes options after "--".

Exit codes: 0 success; 1 the command found something that must be fixed; 2 wrong usage, or it couldn't run. With --json, standard output contains one JSON value (proxy: one per line), and errors go to standard error as {"error": "…"}.`)}`;
}

/** The commands in groups, with an example of each. @param document its name in the examples */
function commandLists(document: string, isShown = (_example: string): boolean => true): string {
  return Object.entries(commandGroups)
    .map(([group, heading]) => {
      const entries = Object.entries(commandTable).filter(
        ([, entry]) => entry.group === group && isShown(entry.example),
      );
      const rows = entries.map(
        ([name, { summary, example }]) =>
          [`${name} ${example.replaceAll("api.yaml", () => document)}`.trim(), summary] as const,
      );
      return `${heading}:\n\n${table(rows)}`;
    })
    .join("\n\n");
}

/** Whether a first argument that is no command names a document. */
function isPlace(text: string): boolean {
  return /^https?:|\.(ya?ml|json)$|[\\/]/i.test(text) || existsSync(text);
}

async function describeDocument(given: string, terminal: Terminal): Promise<number> {
  const { openDocument } = await import("../command-line/given/given-document.ts");
  const { readDocument } = await import("@counterpart/server/read-document");
  const { read } = await openDocument(given, {}, terminal);
  const { info, operations } = readDocument((await read()).raw);
  const count = operations.length;
  const head = `${info.title} ${info.version}`.trim() || given;
  terminal.stdout.write(`${head}: ${count} ${count === 1 ? "operation" : "operations"}.\n\n`);
  const quoted = /^[\w@%+=:,./-]+$/.test(given) ? given : `'${given.replaceAll("'", `'\\''`)}'`;
  terminal.stdout.write(
    `${commandLists(quoted, (example) => example.includes("api.yaml") && (existsSync(given) || !example.includes("--spec")))}\n`,
  );
  return 0;
}
