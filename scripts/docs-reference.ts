import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { commandTable, runCommand } from "@counterpart/cli";
import type { Variables } from "@counterpart/server/settings";
import type { Command } from "commander";
import { parse } from "yaml";
import { program } from "../server/cli/run.ts";
import { shopVariables } from "../server/settings.ts";
import { processVariables } from "../toolkit/server/process/config.ts";

const folder = "docs/reference";
const notice = "<!-- Written by `npm run docs:reference`. -->";

/** Writes docs/reference/ from the code. With --check, fails if a page is outdated. */
const pages = {
  "variables.md": variablesPage(),
  "metrics.md": await metricsPage(),
  "shop-commands.md": shopCommandsPage(),
  "toolkit-commands.md": await toolkitCommandsPage(),
};
if (process.argv.includes("--check")) await check();
else await write();

async function write(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(folder, name), text);
}

async function check(): Promise<void> {
  for (const [name, text] of Object.entries(pages)) {
    const file = path.join(folder, name);
    if ((await readFile(file, "utf8").catch(() => "")) === text) continue;
    console.error(`${file} is outdated: run \`npm run docs:reference\` and commit the result.`);
    process.exitCode = 1;
  }
}

function variablesPage(): string {
  return `# Environment variables
${notice}

At startup the server checks all variables and reports every mistake. An empty variable counts as not set. A variable
marked with * can also be read from a file: \`DATABASE_URL_FILE\` names the file that contains \`DATABASE_URL\`.

## Every server

These belong to the toolkit. Every project made with it has them.

${variablesTable(processVariables)}

## The shop

${variablesTable(shopVariables)}
`;
}

function variablesTable(variables: Variables): string {
  const rows = Object.entries(variables).map(
    ([name, { secret, ...text }]) =>
      `| \`${name}\`${secret === true ? " *" : ""} | ${text.default} | ${text.description} |`,
  );
  return ["| variable | default | meaning |", "|---|---|---|", ...rows].join("\n");
}

/** The server's metrics, with the alerts that use them. */
async function metricsPage(): Promise<string> {
  const text = await scrape();
  const { groups } = parse(await readFile("deploy/prometheus/alerts.yml", "utf8"));
  const rules: { alert: string; expr: string }[] = groups.flatMap(({ rules }: { rules: object[] }) => rules);
  const rows = [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)]
    .map(([, name = "", help, type]) => {
      const watching = rules.filter(({ expr }) =>
        new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(expr),
      );
      const alerts = watching.map(
        ({ alert }) => `[${alert}](../operating/incidents.md#${alert.toLowerCase()})`,
      );
      return { name, alerts, text: `| \`${name}\` | ${type} | ${help} | ${alerts.join(", ")} |` };
    })
    // Which process metrics exist depends on the system.
    .filter(({ name, alerts }) => alerts.length > 0 || !/^(process|nodejs)_/.test(name))
    .sort((one, other) => one.name.localeCompare(other.name));
  return `# Metrics
${notice}

With \`METRICS_PORT\` set, each server answers \`GET /metrics\` on that port in Prometheus's text format.
\`deploy/prometheus/\` contains the alert rules, and \`deploy/grafana/\` a dashboard.

[prom-client](https://github.com/siimon/prom-client) adds metrics of Node and the process
(\`nodejs_…\`, \`process_…\`); the table has those that an alert watches. With several documents, metrics of requests have
the label \`document\`.

| metric | type | meaning | alerts |
|---|---|---|---|
${rows.map((row) => row.text).join("\n")}
`;
}

/** The /metrics response of a server with an embedded database. */
async function scrape(): Promise<string> {
  const data = await mkdtemp(path.join(tmpdir(), "counterpart-reference-"));
  const server = spawn(process.execPath, ["server/main.ts"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      METRICS_PORT: "0",
      PUBLIC_URL: "https://shop.example",
      DATABASE_URL: `file:${path.join(data, "shop.db")}`,
      STRIPE_SECRET_KEY: "sk_test_reference",
      STRIPE_WEBHOOK_SECRET: "whsec_reference",
      STRIPE_API_BASE: "http://127.0.0.1:9",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "orders@shop.example",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(server, "exit");
  let last = "It logged nothing.";
  try {
    for await (const line of createInterface(server.stdout)) {
      const [, port] = /"metricsPort":(\d+)/.exec(line) ?? [];
      if (port !== undefined) return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      last = line;
    }
    const [code, signal] = await ended;
    throw new Error(
      `The server ended before it listened, with ${signal ?? `code ${code}`}. Its last line: ${last}`,
    );
  } finally {
    server.kill("SIGKILL");
    await rm(data, { recursive: true, force: true });
  }
}

function shopCommandsPage(): string {
  const nowhere = { stdout: { write() {} }, stderr: { write() {} }, env: {} };
  const sections = withSubcommands(program(nowhere, false))
    .filter(({ commands }) => commands.length === 0)
    .map((command) => section(nameOf(command), command.helpInformation()));
  return `# Commands of the shop
${notice}

\`npm run -s cli -- COMMAND\` in the project, \`counterpart-shop COMMAND\` where the package is installed. Every command has
\`--help\`, and most have \`--json\`. Exit codes: 0 done, 1 refused or failed, 2 wrong usage. Running servers pick up
changes within a second. Commands that only read neither create a database nor migrate it.

${sections.join("\n")}`;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

async function toolkitCommandsPage(): Promise<string> {
  const help = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const stream = { write: (text: string) => lines.push(text) };
    await runCommand([...args, "--help"], { stdout: stream, stderr: stream, env: {} });
    return lines.join("");
  };
  const overview = await help();
  const names = Object.keys(commandTable);
  const sections = await Promise.all(names.map(async (name) => section(name, await help(name))));
  return `# Commands of the toolkit
${notice}

\`\`\`
${overview.trim()}
\`\`\`

${sections.join("\n")}`;
}

function section(title: string, help: string): string {
  return `## ${title}\n\n\`\`\`\n${help.trim()}\n\`\`\`\n`;
}
