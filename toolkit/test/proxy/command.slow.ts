import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const program = fileURLToPath(new URL("../../cli/bin/counterpart.ts", import.meta.url));

const spec = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      security: [{ key: [] }]
      responses:
        "200":
          description: All.
          content:
            application/json:
              schema: { type: array, items: { type: object, required: [name] } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
`;

let folder: string;
const server = http.createServer((req, res) => {
  res.setHeader("Content-Type", "application/json");
  res.end(req.url?.startsWith("/pets?bad=1") ? "[{}]" : "[]");
});
let to: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-proxy-"));
  await writeFile(path.join(folder, "openapi.yaml"), spec);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** @param script what runs beside the proxy */
async function proxyWith(script: string, ...options: string[]) {
  const command = ["--", process.execPath, "-e", script];
  return run("--spec", "openapi.yaml", "--to", to, "--port", "0", ...options, ...command);
}

const run = (...args: string[]) => counterpart("proxy", ...args);

function counterpart(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const call = (target: string) =>
  `const { status } = await fetch(process.env.API_URL + "${target}", { headers: { Authorization: "Bearer very-secret" } }); console.log("answered", status);`;

test("0 if nothing is found, and the command's output beside the summary", async () => {
  const { code, stdout, stderr } = await proxyWith(call("/pets"));
  expect(stderr).toBe("");
  expect(stdout).toMatch(
    /^The proxy listens on http:\/\/127\.0\.0\.1:\d+ and passes everything on to .+\.\n/,
  );
  expect(stdout).toMatch(/answered 200\n\n1 request: nothing found\.\n$/);
  expect(code).toBe(0);
});

test("1 if something is found, with a command that shows no credential", async () => {
  const { code, stdout } = await proxyWith(call("/pets?bad=1"));
  expect(code).toBe(1);
  expect(stdout).toContain("✗ response-body: listPets, GET /pets → 200, body/*: ");
  expect(stdout).toContain(`    curl -i '${to}/pets?bad=1' -H "Authorization: Bearer $KEY"`);
  expect(stdout).not.toContain("very-secret");
  expect(stdout).toMatch(
    /1 request: 1 kind of finding\.\n +1 × response-body: listPets, GET \/pets → 200, body\/\*\n$/,
  );
});

test("--json: lines of JSON, and the command's output on standard error", async () => {
  const { code, stdout, stderr } = await proxyWith(call("/pets?bad=1"), "--json");
  expect(code).toBe(1);
  expect(stderr).toBe("answered 200\n");
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const finding = {
    severity: "error",
    rule: "response-body",
    place: "GET /pets → 200, body/*",
    operationId: "listPets",
    status: 200,
    message: expect.any(String),
    count: 1,
    sample: expect.stringMatching(/^curl /),
  };
  expect(lines).toEqual([
    { type: "start", url: expect.any(String), to },
    { type: "finding", ...finding },
    {
      type: "summary",
      passed: false,
      requests: 1,
      findings: [finding],
      accepted: [],
      notes: [],
      others: 0,
      remarks: [],
    },
  ]);
});

test("the command's own exit code, if it isn't 0", async () => {
  const { code, stdout } = await proxyWith(`${call("/pets?bad=1")} process.exitCode = 7;`);
  expect(code).toBe(7);
  expect(stdout).toContain("1 kind of finding");
});

test("0 with --max-findings, and with --accept until its day", async () => {
  expect(await proxyWith(call("/pets?bad=1"), "--max-findings", "1")).toMatchObject({ code: 0 });
  const entry = {
    rule: "response-body",
    place: "GET /pets → 200, body/*",
    reason: "Known.",
    until: "2026-12-31",
  };
  await writeFile(path.join(folder, "accepted.json"), JSON.stringify([entry]));
  const accept = ["--accept", "accepted.json", "--today"];
  const accepted = await proxyWith(call("/pets?bad=1"), ...accept, "2026-12-31");
  expect(accepted.stdout).toContain("Accepted:\n");
  expect(accepted.code).toBe(0);
  const late = await proxyWith(call("/pets?bad=1"), ...accept, "2027-01-01");
  expect(late.stdout).toContain("was accepted until 2026-12-31.");
  expect(late.code).toBe(1);
});

test("--enforce: 502 for the client, and the server's body in the log", async () => {
  const { code, stdout, stderr } = await proxyWith(call("/pets?bad=1"), "--enforce");
  expect(stdout).toContain("answered 502\n");
  expect(stderr).toBe("GET /pets refused (response-body). The server sent 200: [{}]\n");
  expect(code).toBe(1);
});

test("counterpart coverage counts the traffic, without a project", async () => {
  await proxyWith(call("/pets"), "--traffic", "traffic.json");
  const coverage = await counterpart(
    "coverage",
    "--spec",
    "openapi.yaml",
    "--traffic",
    "traffic.json",
    "--json",
  );
  expect(coverage.stderr).toBe("");
  const { exchanges, total, missing, passed } = JSON.parse(coverage.stdout);
  expect({ exchanges, missing, passed }).toEqual({ exchanges: 1, missing: ["listPets HEAD"], passed: false });
  expect(total.seen).toBe(total.total - 1);
  await writeFile(path.join(folder, "other.yaml"), spec.replace("Pets", "Other"));
  const other = await counterpart("coverage", "--spec", "other.yaml", "--traffic", "traffic.json");
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("was written for another version of the document"),
  });
});

test("--html writes a page with the finding, and without the credential", async () => {
  const { code } = await proxyWith(call("/pets?bad=1&api_key=very-secret"), "--html", "report.html");
  expect(code).toBe(1);
  const page = await readFile(path.join(folder, "report.html"), "utf8");
  expect(page).toContain("Traffic of Pets 1.0.0");
  expect(page).toContain("response-body");
  expect(page).toContain("/pets?bad=1");
  expect(page).not.toContain("very-secret");
});

test("--har checks a recording, with the same findings, exit codes and page", async () => {
  const entry = (url: string, text: string) => ({
    startedDateTime: "2026-01-01T00:00:00.000Z",
    time: 1,
    request: { method: "GET", url, headers: [{ name: "Authorization", value: "Bearer very-secret" }] },
    response: {
      status: 200,
      headers: [{ name: "Content-Type", value: "application/json" }],
      content: { text },
    },
  });
  const entries = [entry(`${to}/pets`, "[{}]"), entry("http://other/pets", "[]")];
  await writeFile(path.join(folder, "recording.har"), JSON.stringify({ log: { entries } }));
  const args = ["--spec", "openapi.yaml", "--to", to, "--har", "recording.har", "--html", "recording.html"];
  const { code, stdout } = await run(...args);
  expect(code).toBe(1);
  expect(stdout).toContain("✗ response-body: listPets, GET /pets → 200, body/*: ");
  expect(stdout).toMatch(/1 request: 1 kind of finding\..*1 request to other addresses was skipped\.\n$/s);
  expect(stdout).not.toContain("very-secret");
  const page = await readFile(path.join(folder, "recording.html"), "utf8");
  expect(page).toContain("1 request to other addresses was skipped.");
  expect(await run(...args, "--off", "response-body")).toMatchObject({ code: 0 });
});

test("--off switches a rule off", async () => {
  expect(await proxyWith(call("/pets?bad=1"), "--off", "response-body")).toMatchObject({ code: 0 });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the proxy with the summary", async (signal) => {
  const child = spawn(
    process.execPath,
    [program, "proxy", "--spec", "openapi.yaml", "--to", to, "--port", "0"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let stdout = "";
  for await (const chunk of child.stdout) {
    stdout += chunk;
    const [, url] = /listens on (\S+) /.exec(stdout) ?? [];
    if (url === undefined || stdout.includes("request:")) continue;
    // A connection that stays open doesn't delay the end.
    await (await fetch(`${url}/pets`, { headers: { Authorization: "Bearer a" } })).text();
    child.kill(signal);
  }
  expect(stdout).toContain("\n1 request: ");
  expect(child.exitCode ?? (await once(child, "close"))[0]).toBeTypeOf("number");
});

test.each([
  ["no document", ["--to", "http://a"], "Name one OpenAPI document, such as openapi.yaml."],
  ["a document that isn't there", ["--to", "http://a", "--spec", "none.yaml"], "none.yaml doesn't exist."],
  ["no server", ["--spec", "openapi.yaml"], "Name the server: --to http://localhost:8080."],
  [
    "a server without a protocol",
    ["--to", "localhost:1", "--spec", "openapi.yaml"],
    '--to takes an address such as http://localhost:8080, not "localhost:1".',
  ],
  [
    "--har with a proxy's option",
    ["--har", "a.har", "--enforce", "--to", "http://a", "--spec", "openapi.yaml"],
    "--har starts no proxy, so --enforce has no effect.",
  ],
  [
    "a recording that isn't one",
    ["--har", "openapi.yaml", "--to", "http://a", "--spec", "openapi.yaml"],
    "openapi.yaml isn't a HAR file: Unexpected token",
  ],
  [
    "an unknown rule",
    ["--to", "http://a", "--spec", "openapi.yaml", "--off", "nothing"],
    "There is no rule nothing.",
  ],
  [
    "a command that isn't there",
    ["--to", "http://a", "--spec", "openapi.yaml", "--port", "0", "--", "no-such-command"],
    "no-such-command can't be run: ",
  ],
])("2 for %s", async (_, args, message) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
