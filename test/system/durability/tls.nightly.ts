import { rename } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { freePort } from "../../helpers/processes/free-port.ts";
import { hasPostgresPrograms, startPostgres } from "../../helpers/processes/own-postgres.ts";
import { hasRedisServer, startRedis } from "../../helpers/processes/own-redis.ts";
import { startSentinel } from "../../helpers/processes/own-sentinel.ts";
import { privateAuthority } from "../../helpers/processes/private-authority.ts";
import { productionSettings, runServer, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** A PostgreSQL that accepts only connections with TLS. */
async function startEncrypted(names: string[]) {
  const authority = await privateAuthority(names);
  const { port, socketFolder } = await startPostgres();
  const client = new pg.Client({ host: socketFolder, port, user: "postgres" });
  await client.connect();
  onTestFinished(() => client.end());
  client.on("error", () => {});
  for (const statement of [
    "create role shop login superuser password 'hunter2'",
    "create database shop owner shop",
    `alter system set ssl_cert_file = '${authority.certificate}'`,
    `alter system set ssl_key_file = '${authority.key}'`,
    "alter system set ssl = on",
    "select pg_reload_conf()",
  ]) {
    await client.query(statement);
  }
  await expect.poll(async () => (await client.query("show ssl")).rows).toEqual([{ ssl: "on" }]);
  return { authority, port, url: `postgres://shop:hunter2@127.0.0.1:${port}/shop` };
}

const encrypted = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";

describe.skipIf(!hasPostgresPrograms)("PostgreSQL with a private authority", { timeout: 180_000 }, () => {
  test("is trusted by sslrootcert, on every host, and statements can be cancelled there", async () => {
    const { authority, port, url } = await startEncrypted(["IP:127.0.0.1"]);
    const hosts = url.replace(`127.0.0.1:${port}`, `127.0.0.1:${await freePort()},127.0.0.1:${port}`);
    const engine = openPostgres(`${hosts}?sslmode=verify-full&sslrootcert=${authority.ca}`, {
      statementTimeoutMs: 1000,
    });
    onTestFinished(() => engine.close());
    expect(await engine.migrate()).not.toEqual([]);
    expect((await sql.raw(encrypted).execute(engine.read)).rows).toEqual([{ ssl: true }]);
    await expect(sql`select pg_sleep(600)`.execute(engine.read)).rejects.toMatchObject({ code: "57014" });
  });

  test("is trusted by NODE_EXTRA_CA_CERTS, and by nothing else", async () => {
    const { authority, url } = await startEncrypted(["IP:127.0.0.1"]);
    const settings = productionSettings(`${url}?sslmode=verify-full`, "http://127.0.0.1:9");
    const server = await startServer({ ...settings, NODE_EXTRA_CA_CERTS: authority.ca });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const { code, output } = await runServer(settings);
    expect(code).toBe(1);
    expect(output).toMatch(/DATABASE_URL names can't be opened: .*certificate/);
    expect(output).not.toContain("hunter2");
  });

  test("isn't trusted under another name, and the error names a missing file", async () => {
    const { authority, url } = await startEncrypted(["DNS:db.example"]);
    const open = async () => {
      const address = `${url}?sslmode=verify-full&sslrootcert=${authority.ca}`;
      const { code, output } = await runServer(productionSettings(address, "http://127.0.0.1:9"));
      expect(code).toBe(1);
      expect(output).not.toContain("    at ");
      return output.trim();
    };
    expect(await open()).toMatch(/^The database .* can't be opened: .*does not match certificate/);
    await rename(authority.ca, `${authority.ca}.gone`);
    expect(await open()).toMatch(
      /^The database .* can't be opened: \/.*ca\.crt, which its URL refers to, can't be read\.$/,
    );
  });
});

describe.skipIf(!hasRedisServer)("Redis with a private authority", { timeout: 180_000 }, () => {
  async function startRedisWithTls() {
    const authority = await privateAuthority(["IP:127.0.0.1"]);
    const port = await freePort();
    const files = {
      "tls-cert-file": authority.certificate,
      "tls-key-file": authority.key,
      "tls-ca-cert-file": authority.ca,
      "tls-auth-clients": "no",
    };
    const args = Object.entries(files).flatMap(([name, value]) => [`--${name}`, value]);
    await startRedis(await freePort(), [...args, "--tls-port", `${port}`]);
    return { authority, port, lines: Object.entries(files).map((line) => line.join(" ")) };
  }

  async function limiterOf(redisUrl: string, env: Record<string, string> = {}) {
    const databaseUrl = `file:${await temporaryFolder()}/shop.db`;
    const settings = productionSettings(databaseUrl, "http://127.0.0.1:9");
    const server = await startServer({ ...settings, REDIS_URL: redisUrl, ...env });
    const { limiter } = (await (await fetch(`${server.url}/readyz`)).json()) as { limiter: string };
    return { limiter, output: server.output() };
  }

  test("is trusted by NODE_EXTRA_CA_CERTS, and by nothing else", async () => {
    const { authority, port } = await startRedisWithTls();
    const url = `rediss://127.0.0.1:${port}`;
    const trusted = await limiterOf(url, { NODE_EXTRA_CA_CERTS: authority.ca });
    expect(trusted.limiter).toBe("redis");
    const { limiter, output } = await limiterOf(url);
    expect(limiter).toBe("memory (Redis is unavailable)");
    expect(output).toMatch(/certificate[^\n]*Redis is unavailable/);
  });

  test("is found through sentinels that have its certificates", async () => {
    const { authority, port, lines } = await startRedisWithTls();
    const tlsPort = await freePort();
    await startSentinel(port, [`tls-port ${tlsPort}`, ...lines, "tls-replication yes"]);
    const url = `rediss+sentinel://127.0.0.1:${tlsPort}/shop`;
    expect((await limiterOf(url, { NODE_EXTRA_CA_CERTS: authority.ca })).limiter).toBe("redis");
    expect((await limiterOf(url)).limiter).toBe("memory (Redis is unavailable)");
  });
});
