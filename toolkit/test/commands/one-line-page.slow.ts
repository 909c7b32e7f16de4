import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { startMock } from "../../testing/mock/start-mock.ts";
import { bin } from "../helpers/linked-project.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/one-line.md", import.meta.url)), "utf8");

/** The commands of the table's second column. */
const lines = [...page.matchAll(/^\| `.* \| `((?:[^`|]|\\\|)*)` \|$/gm)].map(([, line = ""]) =>
  line.replaceAll("\\|", "|"),
);

const document = `openapi: 3.1.0
info: { title: Kites, version: 1.0.0, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://kites.example }]
paths:
  /kites:
    get:
      operationId: listKites
      summary: List kites
      security: []
      responses:
        200: { description: Kites., content: { application/json: { schema: { type: array, items: { type: string } }, example: [red] } } }
        400: { description: Refused. }
`;
const folder = writtenFiles({
  "openapi.yaml": document,
  "old.yaml": document,
  "bin/counterpart": `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`,
});
const addresses: Record<string, string> = {};

beforeAll(async () => {
  execFileSync("chmod", ["+x", path.join(folder, "bin/counterpart")]);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: folder });
  git("init", "--quiet", "-b", "main");
  git("add", "openapi.yaml");
  git("commit", "--quiet", "-m", "First");
  const files = createServer((_, res) => void res.end(document)).listen(0, "127.0.0.1");
  await new Promise((resolve) => files.once("listening", resolve));
  const mock = await startMock({ document: path.join(folder, "openapi.yaml"), port: 0 });
  addresses["https://api.example.com"] = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
  addresses["http://localhost:8080"] = mock.url;
  return async () => {
    files.close();
    await mock.close();
  };
});

test("the page has lines for each of the tools", () => {
  expect(lines).toHaveLength(page.split("\n").filter((line) => line.startsWith("| `")).length);
  for (const tool of ["prism", "redocly", "openapi-typescript", "oasdiff", "schemathesis"]) {
    expect(page).toContain(`\n| \`${tool} `);
  }
});

test.each(lines)("`%s` works in a folder without a project", async (line) => {
  const isServing = /^counterpart (mock|proxy)|--serve/.test(line);
  const typed = Object.entries(addresses).reduce((text, [from, to]) => text.replaceAll(from, to), line);
  const child = spawn("sh", ["-c", `exec ${isServing ? `${typed} --port 0` : `sh -c '${typed}'`}`], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "",
      PATH: `${path.join(folder, "bin")}${path.delimiter}${process.env.PATH}`,
    },
  });
  let output = "";
  let isAsked = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (part) => {
      output += part;
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (!isServing || url === undefined || isAsked) return;
      isAsked = true;
      void fetch(`${url}/kites`)
        .then((answer) => answer.text())
        .finally(() => child.kill("SIGINT"));
    });
  }
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, output).toBe(0);
  const [, out] = / --out (\S+)/.exec(line) ?? [];
  if (out !== undefined) expect(existsSync(path.join(folder, out))).toBe(true);
  else if (!line.includes("--format github")) expect(output).not.toBe("");
});
