import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { redisLimiter } from "../../../toolkit/server/limiter/redis.ts";
import { freePort } from "../../helpers/processes/free-port.ts";
import { hasPostgresPrograms, startPostgres } from "../../helpers/processes/own-postgres.ts";
import { hasRedisServer, startRedis } from "../../helpers/processes/own-redis.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { silent } from "../../helpers/world.ts";
import { makeSecrets } from "./make-secrets.ts";

const run = promisify(execFile);
const stripe = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" };

async function made(): Promise<string> {
  const secrets = await makeSecrets(stripe);
  onTestFinished(() => rm(path.dirname(secrets), { recursive: true }));
  return secrets;
}

const contentOf = async (folder: string) =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await readFile(path.join(folder, name), "utf8")]),
    ),
  );

test("deploy/make-secrets.sh creates missing secrets, keeps existing ones, and makes the folder private", async () => {
  const secrets = await made();
  const first = await contentOf(secrets);
  expect((await stat(secrets)).mode & 0o777).toBe(0o700);
  expect(first.stripe_secret_key).toBe("sk_test_1\n");
  expect(first.postgres_password).not.toBe(first.counterpart_password);
  await rm(path.join(secrets, "redis_url"));
  await makeSecrets({}, path.dirname(secrets));
  const { redis_url, redis_users, ...kept } = await contentOf(secrets);
  expect(first).toMatchObject(kept);
  expect(redis_url).not.toBe(first.redis_url);
  const password = new URL(redis_url ?? "").password;
  expect(redis_users).toContain(`>${password} `);
});

test("deploy/make-secrets.sh refuses keys that aren't Stripe's, without printing them", async () => {
  const project = await temporaryFolder();
  for (const env of [{}, { ...stripe, STRIPE_SECRET_KEY: "hunter2" }, { STRIPE_SECRET_KEY: "rk_test_1" }]) {
    const failed = await makeSecrets(env as Record<string, string>, project).catch((error) => error);
    expect(failed.stderr).toMatch(/^STRIPE_\w+ must begin with \w+/);
    expect(failed.stderr).not.toContain("hunter2");
  }
});

test.skipIf(!hasRedisServer)(
  "Redis lets the servers count, and clients without a password only ping",
  async () => {
    const secrets = await made();
    const port = await freePort();
    const file = path.join(secrets, "redis_users");
    await startRedis(port, ["--aclfile", file]);
    const ask = async (...args: string[]) =>
      (await run("redis-cli", ["-p", `${port}`, ...args])).stdout.trim();
    const url = new URL((await readFile(path.join(secrets, "redis_url"), "utf8")).trim());
    url.host = `127.0.0.1:${port}`;
    const limiter = await redisLimiter(url.href, silent);
    onTestFinished(() => limiter.close());
    await limiter.count("bucket", { limit: 10, windowSeconds: 60 });
    expect(await limiter.count("bucket", { limit: 10, windowSeconds: 60 })).toMatchObject({ used: 2 });
    expect(limiter.where()).toBe("redis");
    expect(await ask("get", "counterpart:60:bucket")).toMatch(/^NOPERM/);
    expect(await ask("-u", url.href, "--no-auth-warning", "flushall")).toMatch(/^NOPERM/);
    url.password = "hunter2";
    await expect(redisLimiter(url.href, silent)).rejects.toThrow(/^WRONGPASS/);
  },
);

test.skipIf(!hasPostgresPrograms)(
  "PostgreSQL's role owns its database, migrates it, and can do nothing else",
  {
    timeout: 180_000,
  },
  async () => {
    const secrets = await made();
    const folder = await temporaryFolder();
    const { socketFolder, port } = await startPostgres();
    const env = { PATH: process.env.PATH, PGHOST: socketFolder, PGPORT: `${port}` };
    const script = (await readFile("deploy/create-role.sh", "utf8")).replaceAll(
      "/run/secrets/",
      `${secrets}/`,
    );
    await mkdir(path.join(folder, "scripts"));
    await writeFile(path.join(folder, "scripts/create-role.sh"), script);
    await run("sh", [path.join(folder, "scripts/create-role.sh")], { env });

    const url = new URL((await readFile(path.join(secrets, "database_url"), "utf8")).trim());
    url.host = `127.0.0.1:${port}`;
    const engine = await openEngine(url.href);
    expect((await engine.migrate()).length).toBeGreaterThan(0);
    await engine.close();
    const client = new pg.Client(url.href);
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      "select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    await expect(client.query("create database another")).rejects.toThrow(/permission denied/);
    await expect(client.query("copy (select 1) to program 'true'")).rejects.toThrow(
      /permission|privilege|superuser/,
    );
    for (const elsewhere of ["postgres", "template1"]) {
      const other = new pg.Client(new URL(`/${elsewhere}`, url).href);
      await expect(other.connect()).rejects.toThrow(/permission denied/);
    }
  },
);
