import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readSpec } from "@counterpart/server/source";
import { expect, test } from "vitest";
import { checkVendored } from "../../cli/command-line/vendor/check-vendored.ts";
import { vendorDocument } from "../../cli/command-line/vendor/vendor-document.ts";
import { writtenFiles } from "../helpers/written-files.ts";
import { startRemoteServer } from "./remote-server.ts";

const head = "openapi: 3.1.0 # of the kites\ninfo: {title: Kites, version: '1'}\n";
const get = (schema: string) =>
  `{ get: { responses: { 200: { description: Kite, content: { application/json: { schema: ${schema} } } } } } }`;

const network = { allowedHosts: ["localhost"] };
const vendor = (folder: string, options: { update?: boolean; allowFolders?: string[] } = {}) =>
  vendorDocument(path.join(folder, "api.yaml"), { allowFolders: [], network, ...options });
const check = (folder: string) =>
  checkVendored(path.join(folder, "api.yaml"), []).map(({ message }) => message);
const fileIn = (folder: string) => (name: string) => readFileSync(path.join(folder, name), "utf8");
const rawOf = (folder: string) => {
  const { raw, notes } = readSpec(path.join(folder, "api.yaml"));
  return { raw: JSON.stringify(raw), errors: notes.filter(({ severity }) => severity === "error") };
};

test("files are saved with those that they refer to, and nothing but references is rewritten", async () => {
  const server = await startRemoteServer({
    "/schemas/kite.yaml":
      "# A kite.\ntype: object\nproperties: { tail: { $ref: tail.json#/$defs/Tail }, owner: { $ref: '/owner' } }\ndiscriminator: { propertyName: kind, mapping: { old: Kite.v1 } }\nexample: { $ref: /none.yaml }\n",
    "/schemas/tail.json":
      '{\n  "$defs": { "Tail": { "type": "string", "not": { "$ref": "./kite.yaml" } } }\n}\n',
    "/owner": `allOf: [{ $ref: "${"URL"}/schemas/kite.yaml#/properties/tail" }]\n`,
    "/parameters.yaml": "wind: { name: wind, in: query, schema: { type: integer } }\n",
    "/path.yaml?v=2": `get:\n  operationId: getMoon\n  responses: { 200: { $ref: response.yaml } }\n`,
    "/response.yaml": "description: Moon\n",
  });
  server.answers["/owner"] = (server.answers["/owner"] as string).replace("URL", server.url);
  const text = `${head}paths:
  /moon:   {  $ref: "${server.url}/path.yaml?v=2" }   # keep me
  /kites:
    parameters:
      - $ref: >-
          ${server.url}/parameters.yaml#/wind
    get:
      responses:
        "200":
          description: Kites
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Kite" }
              example: { $ref: '${server.url}/schemas/kite.yaml' }
components:
  schemas:
    Kite:
      $ref: '${server.url}/schemas/kite.yaml'

    Other: { oneOf: [ {$ref: ${server.url}/schemas/kite.yaml} ], discriminator: { propertyName: kind, mapping: { kite: "${server.url}/schemas/kite.yaml", name: Kite } } }
`;
  const folder = writtenFiles({ "api.yaml": text });
  const { findings, saved, rewritten } = await vendor(folder);
  expect(findings).toEqual([]);
  expect(saved).toHaveLength(6);
  expect(rewritten).toHaveLength(1);
  const read = fileIn(folder);
  const host = `localhost_${server.port}`;
  const query = saved.find(({ address }) => address.endsWith("?v=2"))?.file ?? "";
  const place = path.relative(folder, path.resolve(query));
  expect(read("api.yaml")).toBe(
    text
      .replace(`"${server.url}/path.yaml?v=2"`, `"${place}"`)
      .replace(`>-\n          ${server.url}/parameters.yaml#/wind`, `"remote/${host}/parameters.yaml#/wind"`)
      .replace(`$ref: '${server.url}/schemas/kite.yaml'\n\n`, `$ref: 'remote/${host}/schemas/kite.yaml'\n\n`)
      .replace(`{$ref: ${server.url}/schemas`, `{$ref: remote/${host}/schemas`)
      .replace(`kite: "${server.url}/schemas`, `kite: "remote/${host}/schemas`),
  );
  expect(read(`remote/${host}/schemas/tail.json`)).toBe(server.answers["/schemas/tail.json"]);
  expect(read(`remote/${host}/schemas/kite.yaml`)).toBe(
    (server.answers["/schemas/kite.yaml"] as string).replace("'/owner'", "'../owner'"),
  );
  expect(read(`remote/${host}/owner`)).toBe(`allOf: [{ $ref: "schemas/kite.yaml#/properties/tail" }]\n`);
  const { raw, errors } = rawOf(folder);
  expect(errors).toEqual([]);
  expect(raw).toContain('"name":"wind"');
  expect(raw).toContain("getMoon");
  expect(check(folder)).toEqual([]);
  // A second run has nothing to load.
  const count = server.asked.length;
  expect(await vendor(folder)).toEqual({ findings: [], saved: [], rewritten: [], removed: [] });
  expect(server.asked).toHaveLength(count);
});

test("--check fails for each difference between the document, the files and the lock", async () => {
  const server = await startRemoteServer({
    "/a.yaml": "type: object\nproperties: { b: { $ref: b.yaml } }\n",
    "/b.yaml": "type: string\n",
  });
  const text = `${head}paths:\n  /a: ${get(`{ $ref: "${server.url}/a.yaml" }`)}\n`;
  const folder = writtenFiles({ "api.yaml": text });
  expect(check(folder)).toEqual([`${server.url}/a.yaml is on the network, and isn't saved.`]);
  await vendor(folder);
  expect(check(folder)).toEqual([]);
  const remote = path.join(folder, "remote");
  const b = path.join(remote, `localhost_${server.port}/b.yaml`);
  const lock = path.join(remote, "lock.json");
  const [good, goodLock] = [readFileSync(b, "utf8"), readFileSync(lock, "utf8")];
  writeFileSync(b, `${good}maxLength: 3\n`);
  expect(check(folder)).toEqual([expect.stringContaining("has changed since it was saved")]);
  rmSync(b);
  expect(check(folder)).toEqual([expect.stringContaining("isn't saved here any more")]);
  writeFileSync(b, good);
  writeFileSync(lock, goodLock.replace(/"sha256": "./, '"sha256": "_'));
  expect(check(folder)).toEqual([expect.stringContaining("has changed")]);
  rmSync(lock);
  expect(check(folder)).toEqual([
    expect.stringContaining("doesn't list the file"),
    expect.stringContaining("doesn't list the file"),
  ]);
  writeFileSync(lock, goodLock);
  writeFileSync(path.join(folder, "api.yaml"), `${head}paths: { /a: ${get("{ type: string }")} }\n`);
  expect(check(folder)).toEqual([
    expect.stringContaining("doesn't refer to"),
    expect.stringContaining("doesn't refer to"),
  ]);
  // The next run removes what isn't used.
  expect((await vendor(folder)).removed).toHaveLength(2);
  expect(existsSync(b)).toBe(false);
  expect(JSON.parse(readFileSync(lock, "utf8"))).toEqual({});
  for (const broken of ["[]", "{", '{ "a": { "file": "../../x.yaml", "sha256": "", "documents": [] } }']) {
    writeFileSync(lock, broken);
    expect(() => check(folder)).toThrow(/isn't a lock file/);
  }
});

test("a run loads what is new, missing or changed, and --update everything", async () => {
  const server = await startRemoteServer({
    "/a.yaml":
      "A: { type: object, properties: { c: { $ref: 'parts/c.yaml' } } }\nB: { $ref: parts/b.yaml }\n",
    "/parts/b.yaml": "type: string\n",
    "/parts/c.yaml": "type: number\n",
  });
  const part = (name: string) => `  /${name}: ${get(`{ $ref: "${server.url}/a.yaml#/${name}" }`)}\n`;
  const folder = writtenFiles({ "api.yaml": `${head}paths:\n${part("A")}` });
  await vendor(folder);
  expect(server.asked).toEqual(["/a.yaml", "/parts/c.yaml"]);
  server.answers["/a.yaml"] += "# New.\n";
  const file = path.join(folder, "api.yaml");
  writeFileSync(
    file,
    `${readFileSync(file, "utf8")}  /B: ${get(`{ $ref: "remote/localhost_${server.port}/a.yaml#/B" }`)}\n`,
  );
  // A part of a saved file that wasn't followed before.
  expect(check(folder)).not.toEqual([]);
  await vendor(folder);
  expect(server.asked.slice(2)).toEqual(["/parts/b.yaml"]);
  expect(check(folder)).toEqual([]);
  rmSync(path.join(folder, `remote/localhost_${server.port}/parts/c.yaml`));
  await vendor(folder);
  expect(server.asked.slice(3)).toEqual(["/parts/c.yaml"]);
  const { saved } = await vendor(folder, { update: true });
  expect(saved.map(({ address }) => address)).toEqual([`${server.url}/a.yaml`]);
  expect(server.asked).toHaveLength(7);
  expect(check(folder)).toEqual([]);
  expect(rawOf(folder).errors).toEqual([]);
});

test("documents of a folder share the saved files", async () => {
  const server = await startRemoteServer({ "/a.yaml": "type: object\n", "/b.yaml": "type: string\n" });
  const api = (...names: string[]) =>
    `${head}paths:\n${names.map((name) => `  /${name}: ${get(`{ $ref: "${server.url}/${name}.yaml" }`)}\n`).join("")}`;
  const folder = writtenFiles({ "api.yaml": api("a", "b"), "other.yaml": api("a") });
  await vendor(folder);
  await vendorDocument(path.join(folder, "other.yaml"), { allowFolders: [], network });
  expect(server.asked.sort()).toEqual(["/a.yaml", "/b.yaml"]);
  writeFileSync(path.join(folder, "api.yaml"), `${head}paths: { /a: ${get("{ type: string }")} }\n`);
  const { removed } = await vendor(folder);
  expect(removed.map((file) => path.basename(file))).toEqual(["b.yaml"]);
  expect(checkVendored(path.join(folder, "other.yaml"), [])).toEqual([]);
});

test("references are relative to the address after redirects; addresses may differ in case or be folders of others", async () => {
  const server = await startRemoteServer({
    "/latest/a.yaml": { to: "/v2/a.yaml" },
    "/v2/a.yaml": "type: object\nproperties: { b: { $ref: b.yaml } }\n",
    "/v2/b.yaml": "type: string\n",
    "/V2/b.yaml": "type: number\n",
    "/v2": "type: integer\n",
    "/.git/config": "type: boolean\n",
  });
  const refs = ["/latest/a.yaml", "/V2/b.yaml", "/v2", "/.git/config"];
  const paths = refs.map((ref, n) => `  /p${n}: ${get(`{ $ref: "${server.url}${ref}" }`)}\n`).join("");
  const folder = writtenFiles({ "api.yaml": `${head}paths:\n${paths}` });
  expect((await vendor(folder)).findings).toEqual([]);
  const { raw, errors } = rawOf(folder);
  expect(errors).toEqual([]);
  for (const type of ["object", "string", "number", "integer", "boolean"])
    expect(raw).toContain(`"type":"${type}"`);
  const saved = Object.values(
    JSON.parse(readFileSync(path.join(folder, "remote/lock.json"), "utf8")) as Record<
      string,
      { file: string }
    >,
  ).map(({ file }) => file.toLowerCase());
  expect(new Set(saved).size).toBe(5);
  expect(saved.join()).not.toContain(".git");
  expect(check(folder)).toEqual([]);
});

test.each<[string, (url: string) => string, RegExp]>([
  ["404", (url) => `${url}/none.yaml`, /the server answers 404/],
  ["http", (url) => `${url.replace("https", "http")}/a.yaml`, /only https is loaded/],
  ["a password", (url) => `${url.replace("://", "://a:b@")}/a.yaml`, /user name or a password/],
  ["a page", (url) => `${url}/page`, /neither YAML nor JSON/],
  ["endless redirects", (url) => `${url}/loop`, /more than 5 redirects/],
  ["a redirect to http", (url) => `${url}/http`, /only https is loaded/],
  [
    "a redirect to a private address",
    (url) => `${url}/private`,
    /isn't publicly reachable.*--allow-host 127\.0\.0\.1/,
  ],
  ["a private address", () => "https://[::1]/a.yaml", /isn't publicly reachable.*--allow-host ::1/],
  ["bytes", (url) => `${url}/bytes`, /isn't text in UTF-8/],
  ["a compressed text", (url) => `${url}/gzip`, /encoded as gzip/],
  ["a large file", (url) => `${url}/large`, /more than 16 MiB/],
  ["an endless chain", (url) => `${url}/chain/0`, /more than 20 files in a row/],
  ["a file of this machine", (url) => `${url}/local`, /to a file of this machine/],
])("nothing is written for %s, and the place is reported", async (_, refOf, message) => {
  const server = await startRemoteServer({
    "/a.yaml": "type: object\n",
    "/page": "<!doctype html>\n<title>Sign in</title>\n",
    "/loop": { to: "/loop" },
    "/http": { to: "http://localhost/a.yaml" },
    "/private": { to: "https://127.0.0.1/a.yaml" },
    "/bytes": (res) => res.end(Buffer.from([0xff, 0xfe, 0xfd])),
    "/gzip": (res) => res.writeHead(200, { "content-encoding": "gzip" }).end("x"),
    "/large": (res) => res.end("x".repeat(2 ** 24 + 1)),
    "/local": "allOf: [{ $ref: 'file:///etc/hostname' }]\n",
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`/chain/${n}`, `allOf: [{ $ref: "${n + 1}" }]\n`]),
    ),
  });
  const text = `${head}paths:\n  /a: ${get(`{ $ref: "${server.url}/a.yaml" }`)}\n  /b: ${get(`{ $ref: "${refOf(server.url)}" }`)}\n`;
  const folder = writtenFiles({ "api.yaml": text });
  const { findings } = await vendor(folder);
  expect(findings).toEqual([
    expect.objectContaining({
      severity: "error",
      message: expect.stringMatching(message),
      line: expect.any(Number),
    }),
  ]);
  expect(readFileSync(path.join(folder, "api.yaml"), "utf8")).toBe(text);
  expect(existsSync(path.join(folder, "remote"))).toBe(false);
});

test("a file that isn't in the lock, and a folder that leads elsewhere, are left alone", async () => {
  const server = await startRemoteServer({ "/a.yaml": "type: object\n" });
  const api = `${head}paths:\n  /a: ${get(`{ $ref: "${server.url}/a.yaml" }`)}\n`;
  const own = `remote/localhost_${server.port}/a.yaml`;
  const folder = writtenFiles({ "api.yaml": api, [own]: "mine\n" });
  expect((await vendor(folder)).findings).toMatchObject([
    { message: expect.stringContaining("Move it away") },
  ]);
  expect(fileIn(folder)(own)).toBe("mine\n");
  const [linked, other] = [writtenFiles({ "api.yaml": api }), writtenFiles({})];
  execFileSync("ln", ["-s", other, path.join(linked, "remote")]);
  expect((await vendor(linked)).findings).toMatchObject([
    { message: expect.stringContaining("outside the document's folder") },
  ]);
});

test("schemas are found by their $id, JSON keeps its form, and files of allowed folders are rewritten", async () => {
  const server = await startRemoteServer({
    "/bundle.json": JSON.stringify({
      $id: "https://schemas.example/bundle.json",
      properties: { tail: { $ref: "https://schemas.example/tail.json" }, end: { $ref: "end.json" } },
      $defs: { tail: { $id: "tail.json", type: "string" }, end: { $id: "end.json", type: "null" } },
    }),
    "/shared.json": '{ "type": "integer" }',
  });
  const folder = writtenFiles({
    "spec/api.yaml": `${head}paths:\n  /a: ${get(`{ $ref: "${server.url}/bundle.json" }`)}\n  /b: ${get("{ $ref: ../parts/b.json }")}\n  /c: ${get("{ $ref: https://own.example/c }")}\ncomponents: { schemas: { C: { $id: https://own.example/c, type: string } } }\n`,
    "parts/b.json": `{\n\t"allOf": [\n\t\t{ "$ref": "${server.url.replaceAll("/", "\\/")}\\/shared.json" }\n\t]\n}\r\n`,
  });
  const allowFolders = [path.join(folder, "parts")];
  const root = path.join(folder, "spec/api.yaml");
  expect((await vendorDocument(root, { allowFolders, network })).findings).toEqual([]);
  expect(server.asked).toEqual(["/bundle.json", "/shared.json"]);
  const read = fileIn(folder);
  const host = `localhost_${server.port}`;
  expect(read("parts/b.json")).toBe(
    `{\n\t"allOf": [\n\t\t{ "$ref": "../spec/remote/${host}/shared.json" }\n\t]\n}\r\n`,
  );
  expect(read(`spec/remote/${host}/bundle.json`)).toBe(server.answers["/bundle.json"]);
  expect(checkVendored(root, allowFolders)).toEqual([]);
  expect(readSpec(root, { allowFolders }).notes.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("at most 500 files are saved", async () => {
  const server = await startRemoteServer({ "/a.yaml": "type: object\n" });
  const saved = Array.from({ length: 500 }, (_, n) => [
    `https://x.example/${n}`,
    { file: `x.example/${n}`, sha256: "", documents: ["other.yaml"] },
  ]);
  const folder = writtenFiles({
    "api.yaml": `${head}paths:\n  /a: ${get(`{ $ref: "${server.url}/a.yaml" }`)}\n`,
    "remote/lock.json": Object.fromEntries(saved),
  });
  expect((await vendor(folder)).findings).toMatchObject([
    { message: expect.stringContaining("there are more than 500 files") },
  ]);
  expect(server.asked).toEqual([]);
});

test("references are found behind YAML's anchors, merge keys, tags, line breaks and early closing brackets", async () => {
  const server = await startRemoteServer({ "/a.yaml": "type: object\n" });
  const ref = `${server.url}/a.yaml`;
  const text = [
    "\uFEFFopenapi: 3.1.0",
    "info: {title: Kites, version: '1'}",
    "x-parts: &parts { $ref: &place !!str REF }",
    "paths:",
    "  /a: { get: { responses: { 404: { description: No, content: { a/b: { schema: *parts } } },",
    "    200: { description: A, content: { a/b: { schema: { <<: *parts, title: A } } } } } } }",
    "  /b: { get: { responses: { 200: { description: B, content: { a/b: { schema: {",
    '     "$ref":',
    "       'REF'",
    "  } } } } } } }",
    "  /c: { get: { responses: { 200: { description: C, content: { a/b: { schema: { $ref: *place } } } } } } }",
    "",
  ].join("\r\n");
  const folder = writtenFiles({ "api.yaml": text.replaceAll("REF", ref) });
  expect((await vendor(folder)).findings).toEqual([]);
  expect(fileIn(folder)("api.yaml")).toBe(text.replaceAll("REF", `remote/localhost_${server.port}/a.yaml`));
  expect(check(folder)).toEqual([]);
});
