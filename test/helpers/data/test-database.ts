import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { customAlphabet } from "nanoid";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { filePath } from "../../../server/database/engines/database-url.ts";
import { postgresUrl } from "../outside.ts";

/** A database for one test. */
export interface TestDatabase {
  url: string;
  /** Another database with the same content. Nothing may have this one open. */
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

export type NewDatabase = () => Promise<TestDatabase>;

/**
 * Prepares a database before the first test of the current suite. Its tests get copies, which are much faster than
 * preparing others.
 */
export function preparedDatabase<Prepared>(
  newDatabase: NewDatabase,
  prepare: (url: string) => Promise<Prepared>,
): () => Promise<TestDatabase & { prepared: Prepared }> {
  let original: TestDatabase;
  let prepared: Prepared;
  beforeAll(async () => {
    original = await newDatabase();
    prepared = await prepare(original.url);
  });
  afterAll(() => original.drop());
  return async () => ({ ...(await original.copy()), prepared });
}

/**
 * With the current tables, on TEST_ENGINE: `sqlite`, the default, or `postgres`. It is a copy, which is faster than
 * migrating.
 */
export function migratedDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_ENGINE !== "postgres") return migratedSqlite();
  if (postgresUrl === undefined) throw new Error("TEST_ENGINE=postgres needs TEST_POSTGRES_URL.");
  return createPostgres(postgresUrl, inject("postgresTemplate"));
}

let migratedFile: Promise<Buffer> | undefined;

async function migratedSqlite(): Promise<TestDatabase> {
  migratedFile ??= migrateFile();
  const database = await emptySqlite();
  await writeFile(filePath(database.url) ?? "", await migratedFile);
  return database;
}

async function migrateFile(): Promise<Buffer> {
  const { url, drop } = await emptySqlite();
  await migrate(url);
  const content = await readFile(filePath(url) ?? "");
  await drop();
  return content;
}

export async function migrate(url: string): Promise<void> {
  const engine = await openEngine(url);
  await engine.migrate();
  await engine.close();
}

export async function emptySqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-test-"));
  const file = path.join(folder, "test.db");
  return {
    url: `file:${file}`,
    async copy() {
      const copy = await emptySqlite();
      await copyFile(file, filePath(copy.url) ?? "");
      return copy;
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

const randomName = customAlphabet("abcdefghijklmnopqrstuvwxyz0123456789", 16);

/** @param server an address of a database there, by a user who may create others */
export function emptyPostgres(server: string): Promise<TestDatabase> {
  // The default template can't be copied while it is in use.
  return createPostgres(server, "template0");
}

async function createPostgres(server: string, template: string): Promise<TestDatabase> {
  const name = `counterpart_test_${randomName()}`;
  await run(
    server,
    `create database ${name} template ${template}`,
    // PostgreSQL doesn't crash here, so commits don't have to wait for its disk, which is slow on a busy machine.
    `alter database ${name} set synchronous_commit to off`,
  );
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    copy: () => createPostgres(server, name),
    drop: () => run(server, `drop database ${name} with (force)`),
  };
}

async function run(server: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
