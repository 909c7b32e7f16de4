import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { DefaultQueryCompiler } from "kysely";
import pg from "pg";
import { afterAll, inject } from "vitest";

/** A statement of the shop's queries, as a test made it run. */
export interface RecordedStatement {
  engine: "sqlite" | "postgres";
  sql: string;
  /** One set of values that it was run with; empty on SQLite, whose plans don't depend on them. */
  values: unknown[];
  /** The file, function and line where it is built. */
  origin: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder where every process writes its statements. */
    statementsFolder: string;
  }
}

const recording = Symbol.for("counterpart.recording");
const project = fileURLToPath(new URL("../../../", import.meta.url));
interface Recording {
  /** Statements that aren't written yet. */
  waiting: RecordedStatement[];
  known: Set<string>;
  /** Where each statement was built, since SQLite runs some later, together with others. */
  origins: Map<string, string>;
}

/** Of this process, in which this file is loaded for every test file. */
const processes = globalThis as { [recording]?: Recording };
const isHooked = processes[recording] !== undefined;
processes[recording] ??= { waiting: [], known: new Set(), origins: new Map() };
const { waiting, known, origins } = processes[recording];

/** Tests, and jobs that read whole tables on purpose: migrations and moves to another database. */
const ignored = /^(?:test|bench)\/|^server\/database\/(?:migrat|run-migrations|transfer\/)/;

function record(engine: RecordedStatement["engine"], sql: string, values: unknown[]): void {
  if (known.has(sql) || !/^\s*(?:select|update|delete|insert|with)\b/i.test(sql)) return;
  known.add(sql);
  const origin = origins.get(sql) ?? originOf(framesHere());
  if (!ignored.test(origin)) waiting.push({ engine, sql, values, origin });
}

/** The places in this project that led here, innermost first, such as `server/database/queries/carts.ts find:41`. */
function framesHere(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 100;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack.split("\n").flatMap((line) => {
    const [, name = "", file = "", at = ""] =
      /at (?:async )?(?:(\S+) \()?(?:file:\/\/)?(\/[^\s():]+):(\d+):\d+/.exec(line) ?? [];
    if (!file.startsWith(project) || file.includes("node_modules")) return [];
    return `${file.slice(project.length)} ${name.replace(/^.*\./, "")}:${at}`;
  });
}

/** The innermost place outside the engines. */
function originOf(frames: string[]): string {
  return (
    frames.find(
      (frame) => !/^server\/database\/(?:engines\/(?!search)|concurrency\/)|record-statements/.test(frame),
    ) ?? ""
  );
}

if (!isHooked) {
  const { compileQuery } = DefaultQueryCompiler.prototype;
  DefaultQueryCompiler.prototype.compileQuery = function (...args) {
    const compiled = compileQuery.apply(this, args);
    if (!origins.has(compiled.sql)) origins.set(compiled.sql, originOf(framesHere()));
    return compiled;
  };
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (...args) {
    record("sqlite", args[0], []);
    return prepare.apply(this, args);
  };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [sql, values] = args;
    if (typeof sql === "string") record("postgres", sql, Array.isArray(values) ? values : []);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

afterAll(async () => {
  if (waiting.length === 0) return;
  const folder = inject("statementsFolder");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${randomUUID()}.json`), JSON.stringify(waiting.splice(0)));
});
