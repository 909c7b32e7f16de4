import { readFileSync } from "node:fs";
import { access, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "@counterpart/server/settings";
import { type Config, readConfig } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { service } from "../../../server/service.ts";
import type { ShopSettings } from "../../../server/settings.ts";
import { document } from "../../helpers/document.ts";
import { readStages } from "./dockerfile.ts";
import { makeSecrets } from "./make-secrets.ts";

// Checks of compose.yaml and the Dockerfile that need no container engine.

interface ComposeService {
  build?: { context: string; args: Record<string, string> };
  logging?: { driver: string; options: Record<string, string> };
  secrets?: string[];
  command?: string[];
  image?: string;
  read_only?: boolean;
  tmpfs?: string;
  user?: string;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  environment?: Record<string, string | number>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
const compose = parse(text, { merge: true });
const services: Record<string, ComposeService> = compose.services;
const nginx = readFileSync(path.join(root, "deploy/nginx/nginx.conf"), "utf8");
const servers = Object.entries(services).filter(([, { build }]) => build !== undefined);
const stages = await readStages(path.join(root, "Dockerfile"));
const image = stages.at(-1);
const reference = readFileSync(path.join(root, "docs/reference/variables.md"), "utf8");
const documented = [...reference.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = ""]) => name);
const { rateLimits } = document;

/** What a person sets before `docker compose up`. */
const given: Record<string, string> = { PUBLIC_URL: "https://shop.example" };

/** What deploy/make-secrets.sh derives from two more. */
const secretsFolder = await makeSecrets({
  STRIPE_SECRET_KEY: "sk_test_compose",
  STRIPE_WEBHOOK_SECRET: "whsec_compose",
});
afterAll(() => rm(path.dirname(secretsFolder), { recursive: true }));

const variable = /\$\{(\w+)([^}]*)\}/g;

/** A service's environment as the container gets it, including the image's. */
function environmentOf({ environment = {} }: ComposeService): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [
    name,
    String(value)
      .replaceAll(
        variable,
        (_, wanted: string, otherwise: string) => given[wanted] ?? otherwise.replace(/^:[-?]/, ""),
      )
      .replace("/run/secrets/", `${secretsFolder}/`),
  ]);
  const [, name = "", value = ""] = /^(\w+)=(\S+)$/.exec(image?.says.ENV ?? "") ?? [];
  return { [name]: value, ...Object.fromEntries(own) };
}

const read = (env: Record<string, string>): Config<ShopSettings> =>
  readConfig(env, rateLimits, service.readSettings);

function mistakesOf(env: Record<string, string>): string {
  try {
    read(env);
    return "";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

/** Whether a file or folder of the project exists. */
const exists = (file: string) =>
  access(path.join(root, file)).then(
    () => true,
    () => false,
  );

describe("compose.yaml", () => {
  test("has two identical servers from the same Dockerfile", () => {
    expect(servers.map(([name]) => name)).toEqual(["server-1", "server-2"]);
    expect(services["server-2"]).toEqual(services["server-1"]);
    expect(services["server-1"]?.build).toEqual({
      context: ".",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in.
      args: { BUILD_REVISION: "${BUILD_REVISION:-}" },
    });
  });

  test.each(servers)(
    "%s can write only to /tmp and the images, gain no privileges, and use no more than its memory",
    (_, server) => {
      expect(server).toMatchObject({
        read_only: true,
        tmpfs: "/tmp",
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(server.volumes).toEqual(["images:/app/data"]);
      expect(server.user).toBeUndefined();
      expect(image?.says.USER).toBe("node");
    },
  );

  test.each(Object.entries(services))("%s has a health check and a memory limit", (_, one) => {
    expect(one.mem_limit).toMatch(/^\d+m$/);
    if (one.build === undefined) expect(one.healthcheck?.test[0]).toBe("CMD");
    else expect(image?.says.HEALTHCHECK).toContain("/readyz");
  });

  test("each waits until its dependencies are healthy: proxy, servers, database and Redis", () => {
    const needs = (name: string) => Object.keys(services[name]?.depends_on ?? {}).sort();
    expect(needs("proxy")).toEqual(["server-1", "server-2"]);
    for (const [name] of servers) expect(needs(name)).toEqual(["postgres", "redis"]);
    const conditions = Object.values(services).flatMap(({ depends_on = {} }) => Object.values(depends_on));
    for (const { condition } of conditions) expect(condition).toBe("service_healthy");
  });

  test("its environment is a complete production configuration behind one proxy", () => {
    for (const [, server] of servers) {
      expect(read(environmentOf(server))).toMatchObject({
        production: true,
        port: 3000,
        host: "0.0.0.0",
        trustProxy: 1,
        redisUrl: expect.stringMatching(/^redis:\/\/counterpart:[0-9a-f]{48}@redis:6379$/),
        settings: {
          databaseUrl: expect.stringMatching(
            /^postgres:\/\/counterpart:[0-9a-f]{48}@postgres:5432\/counterpart$/,
          ),
          stripe: { secretKey: "sk_test_compose", webhookSecrets: ["whsec_compose"] },
        },
      });
    }
  });

  test("the server reads every variable that it sets: a wrong value is reported", () => {
    const env = environmentOf(services["server-1"] ?? {});
    const own = Object.keys(services["server-1"]?.environment ?? {});
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      expect(mistakesOf({ ...env, [name]: "\u0000" }), name).toContain(`- ${name} `);
    }
  });

  test("docs/reference/variables.md lists exactly the variables that the server reads", () => {
    const sources = [
      "toolkit/server/process/config.ts",
      "server/settings.ts",
      "server/merchants/images/image-settings.ts",
    ].map((file) => readFileSync(path.join(root, file), "utf8"));
    const read = [...sources.join("\n").matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name);
    expect(read.length).toBeGreaterThan(15);
    expect(documented.toSorted()).toEqual(read.toSorted());
  });

  test("addresses in it point to its own services", () => {
    const names = Object.keys(services);
    const { settings, redisUrl } = read(environmentOf(services["server-1"] ?? {}));
    for (const address of [settings.databaseUrl, redisUrl]) {
      expect(names).toContain(new URL(address ?? "").hostname);
    }
    const upstreams = readFileSync(path.join(root, "deploy/nginx/servers.conf"), "utf8").match(
      /[\w-]+:3000/g,
    );
    expect(upstreams).toEqual(servers.map(([name]) => `${name}:3000`));
  });

  test("secrets are files that are in no image and no commit, and it doesn't start without PUBLIC_URL", async () => {
    const needed = [...text.matchAll(variable)].filter(([, , otherwise = ""]) => otherwise.startsWith(":?"));
    expect(needed.map(([, name]) => name)).toEqual(["PUBLIC_URL"]);
    expect(needed[0]?.[2]).toMatch(/^:\?is .{10,}/);
    const declared: Record<string, { file: string }> = compose.secrets;
    for (const [name, { file }] of Object.entries(declared)) {
      expect(file).toBe(`./secrets/${name}`);
      await access(path.join(secretsFolder, name));
    }
    const used = Object.values(services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(used)).toEqual(new Set(Object.keys(declared)));
    for (const { environment = {}, command = [], secrets = [] } of Object.values(services)) {
      const files = [...Object.values(environment), ...command].filter((word) =>
        String(word).startsWith("/run/secrets/"),
      );
      for (const file of files) expect(secrets).toContain(path.basename(String(file)));
    }
    for (const name of [".gitignore", ".dockerignore"]) {
      expect(readFileSync(path.join(root, name), "utf8").split("\n")).toContain("secrets");
    }
    expect(text).not.toMatch(/\b(sk|rk)_(live|test)_|whsec_\w|:[^/\s]+@/);
  });

  test("each service's log size is limited", () => {
    for (const [name, { logging }] of Object.entries(services)) {
      expect(logging, name).toEqual({ driver: "json-file", options: { "max-size": "10m", "max-file": "5" } });
    }
  });

  test("the proxy's temporary files are on a volume, and its connections have file descriptors", () => {
    const { volumes = [], tmpfs = "" } = services.proxy ?? {};
    const folders = [...nginx.matchAll(/\w+_temp_path (\S+);/g)].map(([, folder = ""]) => folder);
    expect(folders.length).toBe(5);
    const mounts = volumes.filter((one) => !one.startsWith(".")).map((one) => one.split(":")[1] ?? "");
    for (const folder of folders) {
      expect(
        mounts.some((mount) => folder.startsWith(`${mount}/`)),
        folder,
      ).toBe(true);
      expect(folder.startsWith(`${tmpfs}/`)).toBe(false);
    }
    const numberOf = (name: string) => Number(new RegExp(`${name} (\\d+);`).exec(nginx)?.[1]);
    expect(numberOf("worker_rlimit_nofile")).toBeGreaterThan(2 * numberOf("worker_connections"));
    expect(text).toContain(`hard: ${numberOf("worker_rlimit_nofile")}`);
  });

  test("the proxy's own 405 lists every method of the document", () => {
    const [, list = ""] = /_errors\/405 "([^"]+)";/.exec(nginx) ?? [];
    const methods = document.operations.map(({ method }) => method.toUpperCase());
    expect(new Set(list.split(", "))).toEqual(new Set([...methods, "HEAD", "OPTIONS"]));
  });

  test("the proxy trusts client addresses only from this machine", () => {
    const lists = readFileSync(path.join(root, "deploy/nginx/trusted-proxies.conf"), "utf8");
    const trusted = [...lists.matchAll(/^set_real_ip_from (\S+);/gm)].map(([, address]) => address);
    expect(trusted).toEqual([compose.networks.default.ipam.config[0].gateway]);
    expect(nginx).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
  });

  test("only the proxy can be reached, from this machine, and never the metrics", () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([["proxy", ["127.0.0.1:8080:8080"]]]);
    const metricsPort = read(environmentOf(services["server-1"] ?? {})).metricsPort;
    expect(metricsPort).toBeGreaterThan(0);
    expect(nginx).not.toContain(String(metricsPort));
  });

  test("every file that it mounts exists", async () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(":")[0] ?? "")
      .filter((source) => source.startsWith("."));
    expect(mounted).toEqual([
      "./deploy/nginx/nginx.conf",
      "./deploy/nginx/listen.conf",
      "./deploy/nginx/servers.conf",
      "./deploy/nginx/trusted-proxies.conf",
      "./deploy/create-role.sh",
    ]);
    for (const file of mounted) expect(await exists(file), file).toBe(true);
    const included = [...nginx.matchAll(/^\s*include ([\w-]+\.conf);/gm)].map(([, name]) => name);
    expect(included.length).toBe(3);
    for (const name of included) expect(mounted).toContain(`./deploy/nginx/${name}`);
  });
});

describe("the Dockerfile", () => {
  test("copies existing files that .dockerignore includes", async () => {
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    const own = stages.flatMap(({ copies }) => copies).filter(({ from }) => from === undefined);
    for (const source of own.flatMap(({ sources }) => sources)) {
      expect(await exists(source), source).toBe(true);
      expect(ignored).not.toContain(source);
    }
  });

  test("copies from earlier stages", () => {
    for (const [n, { copies }] of stages.entries()) {
      const before = stages.slice(0, n).map(({ name }) => name);
      for (const { from } of copies) if (from !== undefined) expect(before).toContain(from);
    }
  });

  test("keeps the environment file, the data and installed packages out of the image", () => {
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    for (const name of [".env", "secrets", ".git", "data", "node_modules"]) expect(ignored).toContain(name);
  });
});
