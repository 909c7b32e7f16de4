import { execFile } from "node:child_process";
import { chmod, mkdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { type SeededShop, seedShop } from "../../helpers/data/seed-shop.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { latencies, report } from "./helpers/figures.ts";
import { type Ask, asker, type Contents, changeOf, contentsIn } from "./helpers/load.ts";

const run = promisify(execFile);

/** A place for the database whose space a test can use up and free again. */
interface Space {
  url: string;
  /** Undefined for PostgreSQL. */
  file?: string;
  /** The command prefix with which the server survives it. */
  command: string[];
  take(server: ServerProcess): Promise<void>;
  giveBack(server: ServerProcess): Promise<void>;
  /** What the log must contain. */
  cause: RegExp;
}

/** Mounts a file system, which requires a privileged user. Returns undefined without one. */
async function mountSmall(megabytes: number) {
  const folder = await temporaryFolder();
  const mounted = await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", folder]).catch(
    () => undefined,
  );
  if (!mounted) return undefined;
  onTestFinished(() => run("umount", ["-l", folder]).then(() => {}));
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    // Writes as much as still fits.
    take: () => writeFile(ballast, Buffer.alloc(megabytes * 1024 * 1024)).catch(() => {}),
    giveBack: () => rm(ballast),
  };
}

async function smallFileSystem(): Promise<Space | undefined> {
  const mounted = await mountSmall(12);
  if (!mounted) return undefined;
  const file = path.join(mounted.folder, "shop.db");
  return { ...mounted, url: `file:${file}`, file, command: [], cause: /database or disk is full/ };
}

/** A database of a PostgreSQL on this machine, in a tablespace on a small file system. Its log of writes is elsewhere. */
async function smallTablespace(server: string): Promise<Space | undefined> {
  const mounted = await mountSmall(64);
  if (!mounted) return undefined;
  await chmod(path.dirname(mounted.folder), 0o755);
  await chmod(mounted.folder, 0o755);
  const folder = path.join(mounted.folder, "data");
  await mkdir(folder);
  await run("chown", ["postgres", folder]);
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  onTestFinished(async () => {
    await admin.query("drop database if exists counterpart_small with (force)");
    await admin.query("drop tablespace if exists counterpart_small");
    await admin.end();
  });
  await admin.query(`create tablespace counterpart_small location '${folder}'`);
  await admin.query("create database counterpart_small template template0 tablespace counterpart_small");
  const url = new URL(server);
  url.pathname = "/counterpart_small";
  return { ...mounted, url: url.href, command: [], cause: /No space left on device/ };
}

/** A limit on the size of the process's files, which any user can set: writes beyond it fail as on a broken disk. */
async function boundedFiles(): Promise<Space> {
  const file = path.join(await temporaryFolder(), "shop.db");
  const bound = (server: ServerProcess, bytes: number | "unlimited") =>
    run("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:unlimited`]).then(() => {});
  return {
    url: `file:${file}`,
    file,
    // The signal that comes with it would end the process.
    command: ["bash", "-c", `trap '' XFSZ; exec "$@"`, "server"],
    take: async (server) => bound(server, (await stat(`${file}-wal`)).size),
    giveBack: (server) => bound(server, "unlimited"),
    cause: /disk I\/O error|database or disk is full/,
  };
}

/** Changes a cart until that fails, or `most` times. Returns its content according to the responses. */
async function change(ask: Ask, shop: SeededShop, cart: { id: string; contents: Contents }, most: number) {
  const productIds = ["poster", "notebook", "font"].map((reference) => shop.products[reference] ?? "");
  for (let n = 0; n < most; n++) {
    const next = changeOf(cart.id, cart.contents, productIds, n);
    const answer = await ask(next.method, next.path, next.body);
    if (answer.status !== 200) return { answered: n, refusal: answer };
    cart.contents = next.after;
  }
  return { answered: most };
}

async function livesThrough(name: string, space: Space): Promise<void> {
  const shop = await seedShop(space.url, "http://127.0.0.1:9");
  const server = await startServer({ ...shop.env, METRICS_PORT: "0" }, space.command);
  const readiness = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return { code: response.status, ...((await response.json()) as object) };
  };
  const metricsPort = /"metricsPort":(\d+)/.exec(server.output())?.[1];
  const isUp = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return /^dependency_up\{system="database"\} (\d)/m.exec(metrics)?.[1];
  };
  const outages = (which: string) => server.output().split(`"msg":"outage ${which}"`).length - 1;
  const ask = asker(server.url, shop.key);
  const carts: { id: string; contents: Contents }[] = [];
  for (let n = 0; n < 8; n++) {
    carts.push({ id: (await ask("POST", "/v1/cart")).body.data.id, contents: {} });
  }
  const changeAll = (most: number) => Promise.all(carts.map((cart) => change(ask, shop, cart, most)));
  const readAll = async () => {
    for (const { id, contents } of carts) {
      const { status, body } = await ask("GET", `/v1/cart/${id}`);
      expect(status).toBe(200);
      expect(contentsIn(body.data)).toEqual(contents);
    }
  };
  await changeAll(20);

  await expect.poll(readiness).toMatchObject({ code: 200, database: "ok" });
  await space.take(server);
  const ends = await changeAll(10_000);
  for (const { refusal } of ends) {
    expect(refusal?.status).toBe(500);
    expect(refusal?.retryAfter).toBe("5");
    expect(refusal?.body).toMatchObject({ code: "INTERNAL_ERROR", error: expect.stringContaining("req_") });
    expect(JSON.stringify(refusal?.body)).not.toMatch(/disk|SQL/i);
  }
  const refused: number[] = [];
  for (let round = 0; round < 10; round++) {
    for (const end of await changeAll(1)) if (end.refusal) refused.push(end.refusal.ms);
  }
  expect(refused.length).toBe(80);
  await readAll();
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await expect.poll(readiness, { timeout: 5000 }).toMatchObject({ code: 200, database: "read-only" });
  expect(await isUp()).toBe("0");
  expect(server.output()).toMatch(space.cause);
  expect([outages("began"), outages("ended")]).toEqual([1, 0]);

  const backAt = performance.now();
  await space.giveBack(server);
  const [first] = await changeAll(1);
  const recoveredMs = performance.now() - backAt;
  expect(first?.refusal).toBeUndefined();
  const more = await changeAll(50);
  expect(more.every(({ refusal }) => refusal === undefined)).toBe(true);
  await readAll();
  await expect.poll(readiness, { timeout: 5000 }).toMatchObject({ code: 200, database: "ok" });
  await expect.poll(isUp, { timeout: 5000 }).toBe("1");
  expect([outages("began"), outages("ended")]).toEqual([1, 1]);
  expect((await server.end("SIGTERM")).code).toBe(0);

  if (space.file !== undefined) {
    const file = new DatabaseSync(space.file, { readOnly: true });
    expect(file.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    file.close();
  }
  const again = await startServer(shop.env);
  const askAgain = asker(again.url, shop.key);
  for (const { id, contents } of carts) {
    expect(contentsIn((await askAgain("GET", `/v1/cart/${id}`)).body.data)).toEqual(contents);
  }
  report(`no space left, ${name}`, {
    "writes answered before": ends.reduce((sum, { answered }) => sum + answered, 160),
    "refused with 500 in": latencies(refused),
    "reads refused": 0,
    "writing again": `${Math.round(recoveredMs)} ms after space was back`,
    lost: 0,
    integrity: "ok",
  });
}

const promise =
  "500 with a clear cause in the log, reads go on, nothing is lost, and it goes on once there is space";

test(`${promise}: a full file system`, async ({ skip }) => {
  const space = await smallFileSystem();
  if (!space) return skip("Mounting a small file system takes a privileged user.");
  await livesThrough("12 MB file system", space);
});

withPostgres("PostgreSQL", (url) => {
  test(`${promise}: a full tablespace`, async ({ skip }) => {
    const space = await smallTablespace(url);
    if (!space) return skip("Mounting a small file system takes a privileged user.");
    await livesThrough("64 MB tablespace", space);
  });
});

test(`${promise}: a limit on the size of files`, async () => {
  await livesThrough("bounded files", await boundedFiles());
});
