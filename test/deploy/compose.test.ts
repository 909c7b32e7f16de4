import { readFileSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Config, ConfigError, readConfig } from "../../server/config.ts";
import { loadDocument } from "../../server/load-document.ts";
import { service } from "../../server/operations/service.ts";
import type { Settings } from "../../server/settings.ts";
import { readStages } from "./dockerfile.ts";

// What can be said of compose.yaml and the Dockerfile without a container engine.

interface ComposeService {
  build?: string;
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

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(path.join(root, "compose.yaml"), "utf8");
const services: Record<string, ComposeService> = parse(text).services;
const servers = Object.entries(services).filter(([, { build }]) => build !== undefined);
const stages = await readStages(path.join(root, "Dockerfile"));
const image = stages.at(-1);
const { rateLimits } = await loadDocument();

/** What a person sets before `docker compose up`. */
const given: Record<string, string> = {
  PUBLIC_URL: "https://shop.example",
  POSTGRES_PASSWORD: "letters1and2digits",
  STRIPE_SECRET_KEY: "sk_test_compose",
  STRIPE_WEBHOOK_SECRET: "whsec_compose",
};

const variable = /\$\{(\w+)([^}]*)\}/g;

/** A service's environment as the container gets it: with the image's. */
function environmentOf({ environment = {} }: ComposeService): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replaceAll(variable, (_, wanted: string) => given[wanted] ?? ""),
  ]);
  const [, name = "", value = ""] = /^(\w+)=(\S+)$/.exec(image?.says.ENV ?? "") ?? [];
  return { [name]: value, ...Object.fromEntries(own) };
}

const read = (env: Record<string, string>): Config<Settings> =>
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

/** Whether a file or folder of the project is there. */
const exists = (file: string) =>
  access(path.join(root, file)).then(
    () => true,
    () => false,
  );

describe("compose.yaml", () => {
  test("has two servers of the one Dockerfile, which differ in nothing", () => {
    expect(servers.map(([name]) => name)).toEqual(["server-1", "server-2"]);
    expect(services["server-2"]).toEqual(services["server-1"]);
    expect(services["server-1"]?.build).toBe(".");
  });

  test.each(servers)(
    "%s can write nowhere but /tmp, gain no rights, and take no more than its memory",
    (_, server) => {
      expect(server).toMatchObject({
        read_only: true,
        tmpfs: "/tmp",
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
      expect(server.volumes).toBeUndefined();
      expect(server.user).toBeUndefined();
      expect(image?.says.USER).toBe("node");
    },
  );

  test.each(Object.entries(services))("%s has a health check and a bound on its memory", (_, one) => {
    expect(one.mem_limit).toMatch(/^\d+m$/);
    if (one.build === undefined) expect(one.healthcheck?.test[0]).toBe("CMD");
    else expect(image?.says.HEALTHCHECK).toContain("/readyz");
  });

  test("each waits until what it needs is healthy: proxy, servers, database and Redis", () => {
    const needs = (name: string) => Object.keys(services[name]?.depends_on ?? {}).sort();
    expect(needs("proxy")).toEqual(["server-1", "server-2"]);
    for (const [name] of servers) expect(needs(name)).toEqual(["postgres", "redis"]);
    const conditions = Object.values(services).flatMap(({ depends_on = {} }) => Object.values(depends_on));
    for (const { condition } of conditions) expect(condition).toBe("service_healthy");
  });

  test("its environment is a whole configuration of a production behind one proxy", () => {
    for (const [, server] of servers) {
      expect(read(environmentOf(server))).toMatchObject({
        production: true,
        port: 3000,
        host: "0.0.0.0",
        trustProxy: 1,
        settings: {
          databaseUrl: "postgres://counterpart:letters1and2digits@postgres:5432/counterpart",
          redisUrl: "redis://redis:6379",
        },
      });
    }
  });

  test("every variable that it sets is one that the server reads: a wrong value is noticed", () => {
    const env = environmentOf(services["server-1"] ?? {});
    const own = Object.keys(services["server-1"]?.environment ?? {});
    expect(own.length).toBeGreaterThan(0);
    for (const name of own) {
      expect(mistakesOf({ ...env, [name]: "\u0000" }), name).toContain(`- ${name} `);
    }
  });

  test("addresses in it lead to its own services", () => {
    const names = Object.keys(services);
    for (const value of Object.values(environmentOf(services["server-1"] ?? {}))) {
      const { protocol = "", hostname = "" } = URL.parse(value) ?? {};
      if (/^(postgres|redis):$/.test(protocol)) expect(names).toContain(hostname);
    }
    const upstreams = readFileSync(path.join(root, "deploy/nginx.conf"), "utf8").match(/[\w-]+:3000/g);
    expect(upstreams).toEqual(servers.map(([name]) => `${name}:3000`));
  });

  test("secrets come from the environment, and without one it doesn't start and says what it is", () => {
    const wanted = [...text.matchAll(variable)];
    expect(new Set(wanted.map(([, name]) => name))).toEqual(new Set(Object.keys(given)));
    for (const [, , otherwise] of wanted) expect(otherwise).toMatch(/^:\?is .{10,}/);
    expect(text).not.toMatch(/\b(sk|rk)_(live|test)_|whsec_\w/);
  });

  test("only the proxy can be reached from outside, and never the metrics", () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([["proxy", ["8080:8080"]]]);
    const metricsPort = read(environmentOf(services["server-1"] ?? {})).metricsPort;
    expect(metricsPort).toBeGreaterThan(0);
    expect(readFileSync(path.join(root, "deploy/nginx.conf"), "utf8")).not.toContain(String(metricsPort));
  });

  test("every file that it mounts is there", async () => {
    const mounted = Object.values(services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(":")[0] ?? "")
      .filter((source) => source.startsWith("."));
    expect(mounted).toEqual(["./deploy/nginx.conf"]);
    for (const file of mounted) expect(await exists(file), file).toBe(true);
  });
});

describe("the Dockerfile", () => {
  test("copies files that are there and that .dockerignore lets through", async () => {
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    const own = stages.flatMap(({ copies }) => copies).filter(({ from }) => from === undefined);
    for (const source of own.flatMap(({ sources }) => sources)) {
      expect(await exists(source), source).toBe(true);
      expect(ignored).not.toContain(source);
    }
  });

  test("copies from stages that come before", () => {
    for (const [n, { copies }] of stages.entries()) {
      const before = stages.slice(0, n).map(({ name }) => name);
      for (const { from } of copies) if (from !== undefined) expect(before).toContain(from);
    }
  });

  test("keeps the environment's file, the data and what was installed here out of the image", () => {
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    for (const name of [".env", ".git", "data", "node_modules"]) expect(ignored).toContain(name);
  });
});
