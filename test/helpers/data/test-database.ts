import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { customAlphabet } from "nanoid";
import pg from "pg";
import { postgresUrl } from "../outside.ts";

/** An empty database of a test's own. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** On the engine that TEST_ENGINE names: `sqlite`, which is the default, or `postgres`. */
export function emptyDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_ENGINE !== "postgres") return emptySqlite();
  if (postgresUrl === undefined) throw new Error("TEST_ENGINE=postgres needs TEST_POSTGRES_URL.");
  return emptyPostgres(postgresUrl);
}

export async function emptySqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-test-"));
  return {
    url: `file:${path.join(folder, "test.db")}`,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

const randomName = customAlphabet("abcdefghijklmnopqrstuvwxyz0123456789", 16);

/** @param server an address of a database there, by a user who may create others */
export async function emptyPostgres(server: string): Promise<TestDatabase> {
  const name = `counterpart_test_${randomName()}`;
  // The default template can't be copied while it is in use.
  await statement(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => statement(server, `drop database ${name} with (force)`) };
}

async function statement(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
