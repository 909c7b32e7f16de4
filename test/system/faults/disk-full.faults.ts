import { execFile } from "node:child_process";
import { rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { type SeededShop, seedShop } from "../../helpers/data/seed-shop.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { latencies, report } from "./helpers/figures.ts";
import { type Ask, asker, type Contents, changeOf, contentsIn } from "./helpers/load.ts";

const run = promisify(execFile);

/** A place for the database whose space a test can use up and free again. */
interface Space {
  file: string;
  /** The command prefix with which the server survives it. */
  command: string[];
  take(server: ServerProcess): Promise<void>;
  giveBack(server: ServerProcess): Promise<void>;
  /** What the log must contain. */
  cause: RegExp;
}

/** A file system of 12 MB. Mounting one requires a privileged user. */
async function smallFileSystem(): Promise<Space | undefined> {
  const folder = await temporaryFolder();
  const mounted = await run("mount", ["-t", "tmpfs", "-o", "size=12m", "none", folder]).catch(
    () => undefined,
  );
  if (!mounted) return undefined;
  onTestFinished(() => run("umount", ["-l", folder]).then(() => {}));
  const ballast = path.join(folder, "ballast");
  return {
    file: path.join(folder, "shop.db"),
    command: [],
    // Writes as much as still fits.
    take: () => writeFile(ballast, Buffer.alloc(16 * 1024 * 1024)).catch(() => {}),
    giveBack: () => rm(ballast),
    cause: /database or disk is full/,
  };
}

/** A limit on the size of the process's files, which any user can set: writes beyond it fail as on a broken disk. */
async function boundedFiles(): Promise<Space> {
  const file = path.join(await temporaryFolder(), "shop.db");
  const bound = (server: ServerProcess, bytes: number | "unlimited") =>
    run("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:unlimited`]).then(() => {});
  return {
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
  const shop = await seedShop(`file:${space.file}`, "http://127.0.0.1:9");
  const server = await startServer(shop.env, space.command);
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

  await space.take(server);
  const ends = await changeAll(10_000);
  for (const { refusal } of ends) {
    expect(refusal?.status).toBe(500);
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
  expect(server.output()).toMatch(space.cause);

  const backAt = performance.now();
  await space.giveBack(server);
  const [first] = await changeAll(1);
  const recoveredMs = performance.now() - backAt;
  expect(first?.refusal).toBeUndefined();
  const more = await changeAll(50);
  expect(more.every(({ refusal }) => refusal === undefined)).toBe(true);
  await readAll();
  expect((await server.end("SIGTERM")).code).toBe(0);

  const file = new DatabaseSync(space.file, { readOnly: true });
  expect(file.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  file.close();
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

test(`${promise}: a limit on the size of files`, async () => {
  await livesThrough("bounded files", await boundedFiles());
});
