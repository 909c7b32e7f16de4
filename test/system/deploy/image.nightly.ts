import { execFile } from "node:child_process";
import { access, chmod, mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { asUnprivileged } from "../../helpers/processes/as-unprivileged.ts";
import { productionSettings, startServer } from "../../helpers/processes/server-process.ts";
import { buildImage, type Image } from "./image.ts";

const run = promisify(execFile);

// Where there is a database, there is a registry to install from, too.
withPostgres(
  "what the image holds, installed from a registry, on a file system that it can't write to",
  (url) => {
    let image: Image;
    beforeAll(async () => {
      image = await buildImage();
    }, 120_000);
    afterAll(() => image?.remove());

    /** With only the container's environment. */
    const runUnprivileged = (args: string[], env: Record<string, string>) => {
      const [program = "", ...rest] = [...asUnprivileged, image.node, ...args];
      return run(program, rest, { cwd: image.folder, env: { PATH: process.env.PATH, ...env } });
    };

    test("it can't be written to", async () => {
      const write = "require('fs').writeFileSync('server/written', '')";
      await expect(runUnprivileged(["-e", write], {})).rejects.toThrow(/EACCES|EROFS/);
    });

    test("it has neither the stand-in for Stripe nor a link to it", async () => {
      const names = await readdir(image.folder, { recursive: true });
      expect(names).toContain(path.join("node_modules", "stripe", "package.json"));
      expect(names.filter((name) => name.includes("stripe-stand-in") || name.startsWith("mock"))).toEqual([]);
    });

    test("it has no development tools, no tests and no template for new projects", async () => {
      const names = await readdir(path.join(image.folder, "node_modules"));
      const tools = ["@redocly", "@stoplight", "@typescript", "fast-check", "typescript", "vitest"];
      expect(names.filter((name) => tools.includes(name) || name.startsWith("node-"))).toEqual([]);
      expect(await readdir(path.join(image.folder, "toolkit"))).toEqual(["client", "server"]);
      expect(await readdir(path.join(image.folder, "node_modules/@counterpart"))).toEqual([
        "client",
        "server",
      ]);
    });

    test("it serves from PostgreSQL, and the operator's commands work in it", {
      timeout: 180_000,
    }, async () => {
      const testDatabase = await emptyPostgres(url);
      onTestFinished(() => testDatabase.drop());
      const env = productionSettings(testDatabase.url, "http://127.0.0.1:9");
      const server = await startServer(env, asUnprivileged, image);
      const ready = await fetch(`${server.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([200, { status: "ok", database: "ok" }]);
      expect((await fetch(`${server.url}/openapi.json`)).status).toBe(200);
      expect((await fetch(`${server.url}/v1/products`)).status).toBe(401);

      const words = ["stores", "create", "--slug", "harbour", "--name", "Harbour Press", "--currency", "eur"];
      await runUnprivileged(["server/cli/main.ts", ...words, "--plan", "pro", "--published"], {
        DATABASE_URL: testDatabase.url,
      });
      const { stdout } = await runUnprivileged(
        ["server/cli/main.ts", "keys", "create", "--store", "harbour", "--json"],
        {
          DATABASE_URL: testDatabase.url,
        },
      );
      const [key = ""] = /cp_[\w-]+/.exec(stdout) ?? [];
      const products = await fetch(`${server.url}/v1/products`, {
        headers: { Authorization: `Bearer ${key}` },
      });
      expect(products.status).toBe(200);
      expect((await server.end("SIGTERM")).code).toBe(0);
      expect(server.output()).not.toContain('"level":50');
    });

    test("the embedded database needs only the volume at data", {
      timeout: 180_000,
    }, async () => {
      const { DATABASE_URL: _, ...env } = productionSettings("", "http://127.0.0.1:9");
      await chmod(image.folder, 0o755);
      await mkdir(path.join(image.folder, "data"), { mode: 0o777 });
      await chmod(path.join(image.folder, "data"), 0o777);
      await chmod(image.folder, 0o555);
      const server = await startServer(env, asUnprivileged, image);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await access(path.join(image.folder, "data/counterpart.db"));
      expect((await server.end("SIGTERM")).code).toBe(0);
    });
  },
);
