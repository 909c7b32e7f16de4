import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "../../helpers/processes/free-port.ts";
import { runNginx } from "../../helpers/processes/nginx.ts";
import type { OwnPostgres } from "../../helpers/processes/own-postgres.ts";
import { startRedis } from "../../helpers/processes/own-redis.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { commandsOf, typeCommands } from "./typed-commands.ts";

const page = "docs/operating/systemd.md";

export type Machine = Awaited<ReturnType<typeof newMachine>>;

/**
 * A machine as docs/operating/systemd.md describes it, in a folder: paths begin there, ports are free ones, and the
 * test starts what systemd would. Ends with the test.
 * @param postgres its PostgreSQL, if it has one
 */
export async function newMachine(postgres?: OwnPostgres) {
  const root = await temporaryFolder();
  const ports = {
    nginx: await freePort(),
    redis: await freePort(),
    postgres: postgres?.port ?? (await freePort()),
    servers: [await freePort(), await freePort()],
    metrics: [await freePort(), await freePort()],
  };
  const places = placesOf(root, postgres?.socketFolder, ports);
  // By way of marks: a port that has replaced one may begin like another one.
  const onThisMachine = (text: string): string =>
    places
      .reduce((marked, [from], n) => marked.replaceAll(from, `\0${n}\0`), text)
      .replaceAll(/\0(\d+)\0/g, (_, n) => places[Number(n)]?.[1] ?? "");
  for (const folder of [
    "etc/nginx",
    "etc/redis",
    "etc/systemd/system",
    "usr/local/bin",
    "var/lib/counterpart",
    "opt",
  ]) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  await writeFile(path.join(root, "etc/redis/redis.conf"), "");
  await installProgram(root, "counterpart-1", onThisMachine);
  await symlink(path.join(root, "opt/counterpart-1"), path.join(root, "opt/counterpart"));

  const type = (commands: string, env: Record<string, string> = {}): Promise<string> =>
    typeCommands(onThisMachine(commands), {
      PATH: [path.join(root, "usr/local/bin"), path.dirname(process.execPath), process.env.PATH].join(":"),
      ...env,
    });
  let stopRedis = async (): Promise<void> => {};
  const machine = {
    root,
    ports,
    url: `https://localhost:${ports.nginx}`,
    certificate: path.join(root, "etc/nginx/tls/certificate.pem"),
    servers: [] as ServerProcess[],
    type,
    /** Types the page's commands with this mark. */
    typeTested: (name: string, env?: Record<string, string>) => type(commandsOf(page, name), env),
    /** The program's command line, as JSON. */
    async shop<T>(...args: string[]): Promise<T> {
      const words = [...args, "--json"].map((word) => `'${word}'`);
      return JSON.parse(await type(`counterpart-shop ${words.join(" ")}`));
    },
    /** Appends to the file with all servers' variables. */
    set: (name: string, value: string) => type(`echo '${name}=${value}' >> /etc/counterpart/environment`),
    async startRedis(): Promise<void> {
      stopRedis = await startRedis(ports.redis, [path.join(root, "etc/redis/redis.conf")]);
    },
    /** `systemctl restart redis-server` */
    async restartRedis(): Promise<void> {
      await stopRedis();
      await machine.startRedis();
    },
    startNginx: () => runNginx(path.join(root, "etc/nginx"), `https://localhost:${ports.nginx}/healthz`),
    /** `systemctl edit counterpart@N`, with the page's text under this name. */
    async edit(n: number, name: string): Promise<void> {
      const folder = path.join(root, `etc/systemd/system/counterpart@${n}.service.d`);
      await mkdir(folder);
      await writeFile(path.join(folder, "override.conf"), onThisMachine(commandsOf(page, name)));
    },
    /** `systemctl start counterpart@N` */
    async start(n: number): Promise<ServerProcess> {
      const { env, folder, start } = await readUnit(path.join(root, "etc"), n);
      const server = await startServer(env, [], { folder, start });
      machine.servers[n - 1] = server;
      return server;
    },
    /** `systemctl restart counterpart@N` */
    async restart(n: number): Promise<void> {
      await machine.servers[n - 1]?.end("SIGTERM");
      await machine.start(n);
    },
    /** Installs another version beside the first, with its own number and one more migration. */
    async installNextVersion(): Promise<void> {
      const folder = await installProgram(root, "counterpart-2", onThisMachine);
      await edit(path.join(folder, "package.json"), '"version": "0.3.0"', '"version": "0.3.1"');
      await edit(
        path.join(folder, "server/database/migrate.ts"),
        '  "0062-product-pages": productPages,\n',
        '  "0062-product-pages": productPages,\n  "9999-next": { up: (db) => db.schema.alterTable("carts").addColumn("added", "text").execute() },\n',
      );
    },
  };
  return machine;
}

/** The page's names, and their replacements in the folder. */
function placesOf(
  root: string,
  socketFolder: string | undefined,
  ports: { nginx: number; redis: number; postgres: number; servers: number[]; metrics: number[] },
): [string, string][] {
  const roots = ["/opt/", "/etc/counterpart", "/etc/nginx", "/etc/redis", "/etc/systemd", "/usr/local/bin"];
  return [
    ...roots.map((name): [string, string] => [name, root + name]),
    ["/var/lib/counterpart", `${root}/var/lib/counterpart`],
    [
      "runuser -u postgres -- psql",
      `psql --username postgres --host ${socketFolder} --port ${ports.postgres}`,
    ],
    // These users come with the packages.
    ["install -o redis -g redis -m 640", "install -m 644"],
    ["setpriv --reuid counterpart --regid counterpart --clear-groups", ""],
    ["127.0.0.1:5432", `127.0.0.1:${ports.postgres}`],
    ["127.0.0.1:6379", `127.0.0.1:${ports.redis}`],
    ["https://shop.example", `https://localhost:${ports.nginx}`],
    ["shop.example", "localhost"],
    ["listen 443 ssl", `listen 127.0.0.1:${ports.nginx} ssl`],
    ["listen [::]:443 ssl backlog=4096;", ""],
    ...ports.servers.flatMap((own, n): [string, string][] => [
      [`127.0.0.1:${3000 + n}`, `127.0.0.1:${own}`],
      [`\nPORT=${3000 + n}`, `\nPORT=${own}`],
    ]),
    ...ports.metrics.map((own, n): [string, string] => [`METRICS_PORT=${9464 + n}`, `METRICS_PORT=${own}`]),
    ["npm run -s cli --", "counterpart-shop"],
  ];
}

/** What `git clone` and `npm ci` leave in /opt, with the project's packages. */
async function installProgram(root: string, name: string, adapt: (text: string) => string): Promise<string> {
  const folder = path.join(root, "opt", name);
  for (const part of ["server", "toolkit", "generated", "deploy", "package.json"]) {
    await cp(part, path.join(folder, part), {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
  }
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  const files = await readdir(path.join(folder, "deploy"), { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    const found = path.join(file.parentPath, file.name);
    await writeFile(found, adapt(await readFile(found, "utf8")));
  }
  return folder;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, text.replace(from, to));
}

/** What systemd reads from the unit and its override: folder, command and variables. */
async function readUnit(etc: string, n: number) {
  const unit = path.join(etc, "systemd/system/counterpart@.service");
  const override = path.join(etc, `systemd/system/counterpart@${n}.service.d/override.conf`);
  const sources = [unit, override].filter((file) => existsSync(file));
  const text = (await Promise.all(sources.map((file) => readFile(file, "utf8")))).join("\n");
  const valuesOf = (name: string): string[] =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) =>
      value.replaceAll("%i", `${n}`).replaceAll("%d", path.join(etc, "counterpart/secrets")),
    );
  const files = await Promise.all(valuesOf("EnvironmentFile").map((file) => readFile(file, "utf8")));
  // Files override the unit's variables.
  const assignments = [
    ...valuesOf("Environment").flatMap((one) => one.split(" ")),
    ...files.flatMap((one) => one.split("\n")),
  ].filter((one) => /^\w+=/.test(one));
  const [folder = ""] = valuesOf("WorkingDirectory");
  const [command = ""] = valuesOf("ExecStart");
  return {
    folder,
    start: [process.execPath, ...command.split(" ").slice(1)],
    env: Object.fromEntries(assignments.map((one) => one.split(/=(.*)/, 2) as [string, string])),
  };
}
