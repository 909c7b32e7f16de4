import { userInfo } from "node:os";
import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../database/database.ts";
import { defaultDatabaseUrl } from "../database/engines/database-url.ts";
import { openingFailure } from "../database/engines/opening-failure.ts";
import type { Store } from "../database/queries/stores.ts";
import type { Actor } from "../domain/actor.ts";

/** The parts of the process that commands use. */
export interface Terminal {
  stdout: { write(text: string): unknown };
  stderr: {
    write(text: string): unknown;
    isTTY?: boolean | undefined;
    columns?: number | undefined;
    /** Replaces the current line; only on a terminal. */
    rewriteLine?: ((line: string) => void) | undefined;
  };
  /** Used by the few commands that take a secret; absent if there is no input. */
  stdin?: AsyncIterable<string | Uint8Array> & { isTTY?: boolean };
  env: Record<string, string | undefined>;
}

/** A command's result, as a value for programs and as text for people. */
export interface Answer {
  value: unknown;
  text: string;
  /** Extra text for people, written to standard error. */
  note?: string | undefined;
}

export interface AnswerOptions {
  json?: true;
}

/** Of a command about a store, with its slug. */
export interface StoreOptions extends AnswerOptions {
  store: string;
}

export async function databaseUrl({ env }: Terminal): Promise<string> {
  const { readSecretFiles } = await import("@counterpart/server/settings");
  const given = { ...env };
  const [mistake] = readSecretFiles(given, ["DATABASE_URL"]);
  if (mistake !== undefined) throw new ApiError("INTERNAL_ERROR", `${mistake}.`);
  return given.DATABASE_URL || defaultDatabaseUrl;
}

// Commands load their dependencies when they run, which keeps --help and usage errors fast.

/**
 * Opens the database for a command and prints the command's result.
 * @param work also receives the actor for the audit trail
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
 * Like `answer`, for read-only commands: neither creates nor migrates the database.
 * @param work returns undefined if it printed its own output
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

/** `answer` for the command's store. Throws NOT_FOUND. */
export function answerOfStore(
  terminal: Terminal,
  options: StoreOptions,
  work: (store: Store, database: Database, by: Actor) => Promise<Answer>,
): Promise<void> {
  return answer(terminal, options, async (database, by) =>
    work(await storeOf(database, options.store), database, by),
  );
}

/** `answerReading` for the command's store. Throws NOT_FOUND. */
export function answerReadingStore(
  terminal: Terminal,
  options: StoreOptions,
  work: (store: Store, database: Database) => Promise<Answer | undefined>,
): Promise<void> {
  return answerReading(terminal, options, async (database) =>
    work(await storeOf(database, options.store), database),
  );
}

function operator(): Actor {
  return { kind: "command_line", id: userName() };
}

/** Users in containers may have only a numeric id. */
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
 * Reports that the database failed, without quoting its address, which may contain a password.
 * @param name the variable or option that holds the address
 */
export async function opening<T>(open: () => Promise<T>, name = "DATABASE_URL"): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    // If a host name has several addresses, Node's combined error has a code but no message.
    const { message, code } = cause as NodeJS.ErrnoException;
    const why = openingFailure(cause) ?? (message || code || "no reason given");
    const sentence = `The database that ${name} names can't be opened: ${why}`;
    throw new ApiError("INTERNAL_ERROR", sentence.replace(/(?<![.!?])$/, "."), { cause });
  }
}

/** Finds the store with this slug. Throws NOT_FOUND. */
export async function storeOf(database: Pick<Database, "stores">, slug: string): Promise<Store> {
  const store = await database.stores.findBySlug(slug);
  if (!store) throw noSuchStore(slug);
  return store;
}

export function noSuchStore(slug: string): ApiError {
  return new ApiError("NOT_FOUND", `There is no store "${slug}". \`stores list\` shows all of them.`);
}

/** For a value that a command can't take, or options that contradict each other. */
export function wrongUsage(message: string): ApiError {
  return new ApiError("INVALID_REQUEST", message);
}
