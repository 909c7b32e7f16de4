import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "@counterpart/cli";
import type { RawDocument } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ofShop } from "../../scripts/of-shop.ts";
import { type BrokenServer, startBrokenServer } from "./broken-server.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";

// Many requests, and a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let broken: BrokenServer;
let own: OwnServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-fuzz-"));
  own = await startOwnServer(async (url) => {
    broken = await startBrokenServer(url);
    return broken;
  });
});
afterAll(async () => {
  await own.close();
  await rm(folder, { recursive: true });
});

async function cli(args: string[], env: Record<string, string> = {}) {
  let stdout = "";
  let stderr = "";
  const code = await runCommand(["fuzz", ...ofShop(args)], {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env,
  });
  return { code, stdout, stderr };
}

const keys = () => ({
  API_KEY: own.target.owner.credentials.apiKey ?? "",
  OTHER_API_KEY: own.target.other?.credentials.apiKey ?? "",
});

describe("2 and one sentence for a run that can't start", () => {
  test.each([
    ["an unknown option", ["--rums", "5"], "--rums"],
    [
      "an invalid number of runs",
      ["--runs", "many"],
      '--runs takes a whole number from 1 to 1000000000, not "many"',
    ],
    ["an invalid seed", ["--seed", "1.5"], "--seed takes a whole number"],
    ["a path without its check", ["--path", "1:0"], "--path needs --check"],
    ["an invalid path", ["--check", "x", "--path", "a"], "--path takes numbers and colons"],
    ["an invalid URL", ["--url", "localhost"], "--url takes an address"],
    ["a document without its server", ["--spec", "x.json"], "Name the server that x.json describes"],
    ["a missing document", ["--spec", "none.json", "--url", "http://127.0.0.1:9"], "none.json doesn't exist"],
    ["a credential without its server", ["--credential", "apiKey=x"], "--credential needs --url"],
    ["a server without a key", ["--url", "OWN"], "A credential is needed: set API_KEY"],
    ["an unknown scheme", ["--url", "OWN", "--credential", "key=x"], "no security scheme key; it has apiKey"],
    ["a wrong key", ["--url", "OWN", "--credential", "apiKey=x"], "getCatalog answered 401"],
    ["no server at the address", ["--url", "http://127.0.0.1:9", "--credential", "apiKey=x"], "ECONNREFUSED"],
    ["an unknown operation", ["--operation", "buyEverything"], "There is nothing to check"],
  ])("%s", async (_, args, message) => {
    broken.fault = {};
    const { code, stdout, stderr } = await cli(args.map((one) => (one === "OWN" ? own.url : one)));
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("a credential that lacks its scheme isn't printed", async () => {
    const { code, stderr } = await cli(["--url", own.url, "--credential", "sk_secret"]);
    expect(code).toBe(2);
    expect(stderr).not.toContain("sk_secret");
  });
});

test("0 and the usage", async () => {
  const { code, stdout } = await cli(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("--operation <id>");
});

test("0 with a summary and what wasn't tested, against a server that it starts", async () => {
  const { code, stdout } = await cli(["--runs", "60", "--seed", "5", "--operation", "getProduct"]);
  const [heading = "", summary = ""] = stdout.split("\n\n");
  const [first, ...skipped] = heading.split("\n");
  expect(first).toBe("Not tested (keywords without a reason can't be violated alone):");
  expect(skipped).toContain("  createProduct: the target leaves it out");
  expect(skipped.slice(-4)).toEqual([
    "  getProduct",
    "    path productId type",
    "    path productId minLength",
    "    header If-None-Match type",
  ]);
  expect(summary).toMatch(
    /^60 runs of \d+ checks with seed 5 in [\d.]+ s \(\d+ a second\): nothing found\n$/,
  );
  expect(code).toBe(0);
});

test("0 against a running server, with the data that its key can read", async () => {
  broken.fault = {};
  const { code, stdout } = await cli(["--url", own.url, "--runs", "150", "--seed", "5", "--json"], keys());
  const { runs, seed, failures, answers } = JSON.parse(stdout);
  expect({ code, runs, seed, failures }).toEqual({ code: 0, runs: 150, seed: 5, failures: [] });
  expect(answers).toHaveProperty(["addCartLine 200"]);
});

describe("1 and everything to reproduce it", () => {
  beforeAll(() => {
    broken.fault = {
      after: (answer, { body }) => (body.includes('"quantity":999}') ? { ...answer, status: 503 } : answer),
    };
  });

  test("as text: the case, the response, a shell command, and a command to repeat it", async () => {
    const args = ["--url", own.url, "--operation", "addCartLine", "--runs", "200", "--seed", "5"];
    const { code, stdout } = await cli(args, keys());
    expect(code).toBe(1);
    expect(stdout).toContain("✗ addCartLine: valid\n  server error: It answered 503.\n");
    expect(stdout).toMatch(
      /Request\n {2}POST \/v1\/cart\/cart_\w+\/lines\n {2}Authorization: Bearer \$API_KEY\n/,
    );
    expect(stdout).toContain('"quantity": 999\n');
    expect(stdout).toMatch(/Response\n {2}503\n/);
    expect(stdout).toContain(
      `VALUE_1=$(curl -s -X POST '${own.url}/v1/cart' -H "Authorization: Bearer $API_KEY" | jq -r '.data.id')`,
    );
    expect(stdout).toMatch(
      /curl -i -X POST .*"\$VALUE_1"'\/lines' .* --data-raw '\{"productId":"prod_\w+","quantity":999\}'/,
    );
    for (const key of Object.values(keys())) expect(stdout).not.toContain(key);

    const [, check = "", casePath = ""] = /--seed 5 --check '([^']+)' --path ([\d:]+)/.exec(stdout) ?? [];
    const again = await cli(["--url", own.url, "--seed", "5", "--check", check, "--path", casePath], keys());
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('"quantity": 999\n');
    expect(again.stdout).toContain("\n1 run of 1 check with seed 5");
  });

  test("as JSON", async () => {
    const args = ["--url", own.url, "--operation", "addCartLine", "--runs", "200", "--seed", "5", "--json"];
    const { code, stdout } = await cli(args, keys());
    expect(code).toBe(1);
    expect(JSON.parse(stdout).failures[0]).toMatchObject({
      check: "addCartLine: valid",
      oracle: "server error",
      replay: expect.stringMatching(
        /^npx counterpart fuzz --url http:\S+ --document spec --seed 5 --check 'addCartLine: valid' --path [\d:]+$/,
      ),
      curl: expect.arrayContaining([expect.stringContaining("curl -i -X POST")]),
    });
    for (const key of Object.values(keys())) expect(stdout).not.toContain(key);
  });
});

test("another document, with the values that exist there", async () => {
  broken.fault = {};
  const raw = own.target.document.source as RawDocument;
  const file = path.join(folder, "other.json");
  const { get, parameters } = raw.paths["/v1/products/{productId}"] ?? {};
  const only = { get, parameters };
  await writeFile(file, JSON.stringify({ ...raw, paths: { "/v1/products/{productId}": only } }));
  const productId = String(own.target.owner.known.productId?.[0]?.sample);
  const args = [
    "--url",
    own.url,
    "--spec",
    file,
    "--value",
    `productId=${productId}`,
    "--runs",
    "80",
    "--json",
  ];
  const { code, stdout } = await cli(args, keys());
  const { answers, failures } = JSON.parse(stdout);
  expect(failures).toEqual([]);
  expect(code).toBe(0);
  // Whether a GET is repeated with its ETag is random.
  // A method that only the server's own document has may get any refusal.
  const others = Object.keys(answers).filter((answer) => !["getProduct 304", "- 400"].includes(answer));
  expect(others).toEqual(["- 404", "- 405", "getProduct 200", "getProduct 401", "getProduct 404"]);
});
