import { userInfo } from "node:os";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { Database } from "../database/database.ts";
import { defaultDatabaseUrl } from "../database/engines/database-url.ts";
import { openingFailure } from "../database/engines/opening-failure.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";

/** What a command needs of its process. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
  /** Read by the few commands that take a secret; absent where there is no input. */
  stdin?: AsyncIterable<string | Uint8Array> & { isTTY?: boolean };
  env: Record<string, string | undefined>;
}

/** A command's result: a value for programs, and the same as text for people. */
export interface Answer {
  value: unknown;
  text: string;
  /** For people, in addition to the result: on standard error. */
  note?: string;
}

export interface AnswerOptions {
  json?: true;
}

/** A command that answers; its group is its parent. */
export function addCommand(parent: Command, nameAndArguments: string, description: string): Command {
  return parent
    .command(nameAndArguments)
    .description(description)
    .option("--json", "answer with one JSON value");
}

export async function databaseUrl({ env }: Terminal): Promise<string> {
  const { readSecretFiles } = await import("@counterpart/server/settings");
  const given = { ...env };
  const [mistake] = readSecretFiles(given, ["DATABASE_URL"]);
  if (mistake !== undefined) throw new ApiError("INTERNAL_ERROR", `${mistake}.`);
  return given.DATABASE_URL || defaultDatabaseUrl;
}

// A command's dependencies are loaded when it runs, so that --help and usage errors are fast.

/**
 * Opens the database for one command and prints the command's result.
 * @param work also gets who runs the command, for the audit trail
 */
export async function answer(
  terminal: Terminal,
  options: AnswerOptions,
  work: (database: Database, by: Actor) => Promise<Answer>,
): Promise<void> {
  const { openDatabase } = await import("../database/database.ts");
  const url = await databaseUrl(terminal);
  const migrates = terminal.env.MIGRATE_AT_START !== "false";
  await withDatabase(
    () => openDatabase(url, Date.now, undefined, { migrates }),
    terminal,
    options,
    (database) => work(database, operator()),
  );
}

/**
 * The same for a command that only reads: it creates no database, and doesn't migrate.
 * @param work returns undefined when it has printed by itself
 */
export async function answerReading(
  terminal: Terminal,
  options: AnswerOptions,
  work: (database: Database) => Promise<Answer | undefined>,
): Promise<void> {
  const { openExistingDatabase } = await import("../database/database.ts");
  const url = await databaseUrl(terminal);
  await withDatabase(() => openExistingDatabase(url, Date.now), terminal, options, work);
}

function operator(): Actor {
  return { kind: "command_line", id: userName() };
}

/** In a container the user may have a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

async function withDatabase(
  open: () => Promise<Database>,
  terminal: Terminal,
  { json }: AnswerOptions,
  work: (database: Database) => Promise<Answer | undefined>,
): Promise<void> {
  const database = await opening(open);
  try {
    const result = await work(database);
    if (result) print(terminal, { json: json === true }, result);
  } finally {
    await database.close();
  }
}

export function print(terminal: Terminal, { json }: { json: boolean }, { value, text, note }: Answer): void {
  terminal.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
  if (note !== undefined && !json) terminal.stderr.write(`${note}\n`);
}

/**
 * Says that it was the database that failed. The address isn't quoted: it may carry a password.
 * @param name the variable or option that has the address
 */
export async function opening<T>(open: () => Promise<T>, name = "DATABASE_URL"): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    // Where a name has several addresses, Node's error about all of them has a code and no message.
    const { message, code } = cause as NodeJS.ErrnoException;
    const why = openingFailure(cause) ?? (message || code || "no reason given");
    throw new ApiError("INTERNAL_ERROR", `The database that ${name} names can't be opened: ${why}`, {
      cause,
    });
  }
}

/** The store with this slug. Throws NOT_FOUND. */
export async function storeOf(database: Pick<Database, "stores">, slug: string): Promise<Store> {
  const store = await database.stores.findBySlug(slug);
  if (!store) throw noSuchStore(slug);
  return store;
}

export function noSuchStore(slug: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no store "${slug}". \`stores list\` shows all of them.`);
}
