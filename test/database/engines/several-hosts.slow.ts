import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  isSameDatabase,
  postgresAddress,
  postgresMistake,
} from "../../../server/database/engines/database-url.ts";
import { openingFailure } from "../../../server/database/engines/opening-failure.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { openCli } from "../../cli/cli-harness.ts";
import { freePort } from "../../helpers/processes/free-port.ts";
import { hasPostgresPrograms } from "../../helpers/processes/own-postgres.ts";
import { openProxy } from "../../helpers/processes/proxy.ts";
import { startReplicatedPostgres } from "../../helpers/processes/replicated-postgres.ts";

const connectionStrings = (url: string) => postgresAddress(url).hosts.map((host) => host.connectionString);

describe("an address with several hosts", () => {
  test.each([
    ["postgres://u:p@h/d", ["postgres://u:p@h/d"]],
    ["postgres:///d", ["postgres:///d"]],
    ["postgres://h1,h2/d", ["postgres://h1/d", "postgres://h2/d"]],
    [
      "postgresql://u:p%2C@h1:5433,h2:5434/d?target_session_attrs=read-write&sslmode=verify-full&schema=s",
      [
        "postgresql://u:p%2C@h1:5433/d?sslmode=verify-full",
        "postgresql://u:p%2C@h2:5434/d?sslmode=verify-full",
      ],
    ],
    ["postgres://u@[::1]:5433,[fe80::2]/d", ["postgres://u@[::1]:5433/d", "postgres://u@[fe80::2]/d"]],
    [
      "postgres://u@/d?host=h1,::1,/run/postgresql&port=5433",
      ["postgres://u@h1:5433/d", "postgres://u@[::1]:5433/d", "postgres://u@%2Frun%2Fpostgresql:5433/d"],
    ],
    [
      "postgres:///d?host=h1,h2&port=5433,5434&sslmode=disable",
      ["postgres://h1:5433/d?sslmode=disable", "postgres://h2:5434/d?sslmode=disable"],
    ],
    ["postgres://u@h/d?host=%2Frun&port=5433", ["postgres://u@h/d?host=%2Frun&port=5433"]],
  ])("%s is one for each", (url, each) => {
    expect(connectionStrings(url)).toEqual(each);
    expect(postgresMistake(url)).toBeUndefined();
  });

  test.each([
    ["postgres://h1,h2/d?target_session_attrs=prefer-standby", "target_session_attrs"],
    ["postgres://h1/d?target_session_attrs=any", "target_session_attrs"],
    ["postgres://h1,h2/d?load_balance_hosts=random", "load_balance_hosts"],
    ["postgres://h1,h2/d?hostaddr=10.0.0.1,10.0.0.2", "hostaddr"],
    ["postgres:///d?host=h1,h2,h3&port=1,2", "as many ports as hosts"],
    ["postgres://h1,,h2/d", "postgres://user:password@one:5432,two:5432/database"],
    ["postgres://h1:one,h2/d", "postgres://user:password@one:5432,two:5432/database"],
    ["postgres://u:a#b@h1,h2/d", "%23"],
  ])("%s is refused", (url, reason) => {
    expect(postgresMistake(url)).toContain(reason);
    expect(() => openPostgres(url)).toThrow(reason);
  });

  test.each([
    ["postgres://h1,h2/d", "postgres://h2:5432/d", true],
    ["postgres://h1,h2/d", "postgres://u@h3,H1/d?schema=public", true],
    ["postgres://h1,h2/d", "postgres://h1,h2/e", false],
    ["postgres://h1,h2/d", "postgres://h1:5433,h2:5433/d", false],
  ])("%s and %s name the same database: %s", (one, other, isSame) => {
    expect(isSameDatabase(one, other)).toBe(isSame);
  });

  test("quotes no password", () => {
    const url = "postgres://shop:hunter2@h1,h2/d?target_session_attrs=standby";
    expect(postgresMistake(url)).not.toContain("hunter2");
  });
});

/** An address with these servers, each given as a complete address. */
function addressOf(...urls: string[]): string {
  const [first = ""] = urls;
  const hosts = urls.map((url) => new URL(url).host).join(",");
  const { username, pathname } = new URL(first);
  return `postgres://${username}@${hosts}${pathname}?target_session_attrs=read-write`;
}

describe.skipIf(!hasPostgresPrograms)("a service with several hosts", { timeout: 180_000 }, () => {
  const open = (url: string) => {
    const engine = openPostgres(url, { statementTimeoutMs: 1000, connectTimeoutMs: 1000 });
    onTestFinished(() => engine.close());
    return engine;
  };

  test("finds the primary after a standby and an unavailable host, for every kind of work, and cancels there", async () => {
    const { primary, standby } = await startReplicatedPostgres();
    const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
    const engine = open(addressOf(nowhere, standby.url, primary.url));
    const port = sql<{ port: number }>`select inet_server_port() as port`;
    expect(await engine.migrate()).not.toEqual([]);
    for (const work of [
      () => port.execute(engine.read),
      () => port.execute(engine.reserved),
      () => engine.write((db) => port.execute(db)),
      () => engine.snapshot((db) => port.execute(db)),
      () => engine.writeAtLength((db) => port.execute(db)),
    ]) {
      expect((await work()).rows).toEqual([{ port: primary.port }]);
    }
    await expect(sql`select pg_sleep(600)`.execute(engine.read)).rejects.toMatchObject({ code: "57014" });
  });

  test("follows a failover, even from a host that hangs, and back", async () => {
    const { primary, standby } = await startReplicatedPostgres();
    await primary.run("alter system set synchronous_standby_names = ''");
    await primary.run("select pg_reload_conf()");
    const proxy = await openProxy(primary.url, 5432);
    const engine = open(addressOf(proxy.url, standby.url));
    await engine.migrate();
    const write = () =>
      engine.writeOne((db) =>
        db
          .updateTable("revision")
          .set((eb) => ({ n: eb("n", "+", 1) }))
          .execute(),
      );
    await Promise.all(Array.from({ length: 8 }, write));
    proxy.hang();
    await expect(write()).rejects.toThrow();
    await standby.run("select pg_promote()");
    await expect.poll(() => write().then(() => "written", String), { timeout: 60_000 }).toBe("written");
    const { rows } = await sql`select inet_server_port() as port`.execute(engine.read);
    expect(rows).toEqual([{ port: standby.port }]);
    await standby.kill();
    proxy.restore();
    await expect.poll(() => write().then(() => "written", String), { timeout: 60_000 }).toBe("written");
  });

  test("stays with its host while its pool is in use", async () => {
    const { primary, standby } = await startReplicatedPostgres();
    const engine = openPostgres(addressOf(primary.url, standby.url), { poolSize: 1, connectTimeoutMs: 1000 });
    onTestFinished(() => engine.close());
    // A call that waited again, for the other host, would get the connection.
    const busy = sql`select pg_sleep(1.5)`.execute(engine.read);
    await expect(sql`select 1`.execute(engine.read)).rejects.toThrow(/timeout exceeded/);
    await busy;
    await sql`select 1`.execute(engine.read);
  });

  test("reports why no host can be used", async () => {
    const { standby } = await startReplicatedPostgres();
    const nowhere = `postgres://postgres@127.0.0.1:${await freePort()}/postgres`;
    const engine = open(addressOf(nowhere, standby.url));
    const failure = async () =>
      openingFailure(await sql`select 1`.execute(engine.read).catch((error) => error));
    expect(await failure()).toBe("the server is a standby, which accepts no writes");
  });

  test("is managed by commands with the same address: migrate, db copy, doctor, stores", async () => {
    const { primary, standby } = await startReplicatedPostgres();
    const cli = await openCli();
    onTestFinished(() => cli.close());
    const { DATABASE_URL: file } = cli.env;
    const url = addressOf(standby.url, primary.url);
    cli.env.DATABASE_URL = url;
    await cli.ask("migrate");
    await cli.ask("stores", "create", "--slug", "harbour", "--name", "Harbour", "--currency", "eur");
    await cli.ask("db", "copy", "--from", url, "--to", file);
    expect(await cli.ask("stores", "list")).toMatchObject([{ slug: "harbour" }]);
    expect(await cli.refusal("db", "copy", "--from", url, "--to", primary.url)).toMatchObject({
      exitCode: 2,
    });
    expect(
      await cli.refusal("db", "copy", "--from", `${url}&load_balance_hosts=random`, "--to", file),
    ).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining("--from can't have load_balance_hosts"),
    });
    const { checks } = JSON.parse((await cli.run("doctor", "--json")).stdout);
    expect(checks.filter(({ check }: { check: string }) => check === "hosts")).toMatchObject([
      {
        status: "ok",
        message: expect.stringMatching(/^127.0.0.1:\d+ is a standby; 127.0.0.1:\d+ accepts writes\.$/),
      },
    ]);
    await standby.kill();
    const { checks: afterwards } = JSON.parse((await cli.run("doctor", "--json")).stdout);
    expect(afterwards.find(({ check }: { check: string }) => check === "hosts")).toMatchObject({
      status: "warning",
      message: expect.stringMatching(/no server listens on its host and port/),
    });
  });
});
