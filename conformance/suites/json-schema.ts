import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { analyzeSpec } from "../../toolkit/cli/inspect/analyze-spec.ts";
import { createApp } from "../../toolkit/server/adapters/node/create-app.ts";
import type { ApiDocument } from "../../toolkit/server/document/document.ts";
import { describeFinding, type Finding } from "../../toolkit/server/document/findings/finding.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { renderFromDocument } from "../../toolkit/server/http/errors/render-error.ts";
import { createLog } from "../../toolkit/server/log/log.ts";
import { describeRefusal } from "../../toolkit/server/process/listen/describe-refusal.ts";
import { listen } from "../../toolkit/server/process/listen/listen.ts";
import { commitOf } from "../commit-of.ts";
import { countRight, otherValidators } from "../json-schema/other-validators.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

interface Test {
  description: string;
  data: unknown;
  valid: boolean;
}

interface Group {
  description: string;
  schema: unknown;
  tests: Test[];
}

const draft = "draft2020-12";

/** Where the suite's schemas expect to find `remotes/`. */
const remoteAddress = "http://localhost:1234/";

const metaschemas = { address: "https://json-schema.org/", folder: "draft/2020-12" };

/**
 * JSON-Schema-Test-Suite, the required tests of 2020-12 and those of formats: each schema is the request body of a
 * document, and each instance is sent to the server.
 * @param folder a clone of the suite
 */
export default async function run(folder = ""): Promise<SuiteResult> {
  const work = await mkdtemp(path.join(os.tmpdir(), "json-schema-"));
  try {
    await saveRemotes(path.join(folder, "remotes"), work);
    await saveMetaschemas(work);
    const tests = path.join(folder, "tests", draft);
    const others = await otherValidators(path.join(folder, "remotes"), remoteAddress);
    const counts = others.map((validator) => ({ validator, name: validator.name, required: 0, formats: 0 }));
    const totals = { required: 0, formats: 0 };
    const cases: Case[] = [];
    for (const subfolder of ["", "optional/format"]) {
      const names = await readdir(path.join(tests, subfolder));
      for (const name of names.filter((name) => name.endsWith(".json")).sort()) {
        const file = path.join(subfolder, name);
        const text = await readFile(path.join(tests, file), "utf8");
        const groups: Group[] = JSON.parse(saved(text, work));
        for (const group of groups) cases.push(...(await casesOf(group, file.replace(/\.json$/, ""), work)));
        const part = subfolder === "" ? "required" : "formats";
        for (const group of JSON.parse(text) as Group[]) {
          totals[part] += group.tests.length;
          for (const count of counts)
            count[part] += await countRight(count.validator, group, part === "formats");
        }
      }
    }
    return {
      suite: "JSON-Schema-Test-Suite, required tests and formats",
      version: await commitOf(folder),
      cases,
      more: { title: "Validators of others", text: tableOf(cases, counts, totals) },
    };
  } finally {
    await rm(work, { recursive: true });
  }
}

type Counts = Record<"required" | "formats", number>;

/** How many tests ours and other validators judge as the suite says. */
function tableOf(cases: Case[], others: (Counts & { name: string })[], totals: Counts): string {
  const isRight = ({ outcome, name }: Case, isFormat: boolean) =>
    outcome === "passed" && name.startsWith("optional/format/") === isFormat;
  const own = {
    name: "Counterpart, as a server",
    required: cases.filter((one) => isRight(one, false)).length,
    formats: cases.filter((one) => isRight(one, true)).length,
  };
  const rows = [own, ...others].map(
    ({ name, required, formats }) =>
      `| ${name} | ${required} of ${totals.required} | ${formats} of ${totals.formats} |`,
  );
  return [
    "The tests of JSON-Schema-Test-Suite for 2020-12, and other validators on the same files. Ours asserts formats always, as OpenAPI's",
    "users expect; the others are set to ignore them in the required tests where they can be. What ours gets wrong is listed below.",
    "",
    "| validator | required tests | formats |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}

/** No schema is read from the network: those that a document refers to are saved beside it. */
async function saveRemotes(remotes: string, work: string): Promise<void> {
  await cp(remotes, work, { recursive: true });
  for (const entry of await readdir(work, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    await writeFile(file, saved(await readFile(file, "utf8"), work));
  }
}

/** ajv's copies, under their URLs. */
async function saveMetaschemas(work: string): Promise<void> {
  const files = path.dirname(
    createRequire(import.meta.url).resolve(`ajv/dist/refs/json-schema-2020-12/schema.json`),
  );
  for (const entry of await readdir(files, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".json")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const copy = path.join(work, metaschemas.folder, path.relative(files, file).replace(/\.json$/, ""));
    await mkdir(path.dirname(copy), { recursive: true });
    await cp(file, copy);
  }
}

function saved(text: string, work: string): string {
  const place = `${pathToFileURL(work).href}/`;
  return text
    .replaceAll(remoteAddress, place)
    .replaceAll(`"$ref": "${metaschemas.address}`, `"$ref": "${place}`);
}

async function casesOf({ description, schema, tests }: Group, file: string, work: string): Promise<Case[]> {
  const root = path.join(work, "openapi.json");
  await writeFile(path.join(work, "schema.json"), JSON.stringify(schema));
  await writeFile(root, JSON.stringify(documentOf({ $ref: "schema.json" })));
  const spec = readSpec(root);
  const { document, notes } = analyzeSpec(spec, { builds: true });
  const reported = notes.map(describeFinding).join("\n");
  const named = (test: Test) => `${file}: ${description}: ${test.description}`;
  if (document.operations.length === 0)
    return tests.map((test) => ({ name: named(test), outcome: "reported", detail: reported }));
  await using server = await serve(document);
  const cases: Case[] = [];
  for (const test of tests) {
    const answer = await server.send(test.data);
    const name = named(test);
    const isRight = test.valid ? answer.status === 204 : answer.status === 400;
    if (isRight) cases.push({ name, outcome: "passed" });
    else if (notes.some(isOfSchema)) cases.push({ name, outcome: "reported", detail: reported });
    else cases.push({ name, outcome: "silently wrong", detail: `${answer.status} ${answer.text}`.trim() });
  }
  return cases;
}

/** Findings of `inspect` about the document around the schema aren't about the schema. */
function isOfSchema({ file }: Finding): boolean {
  return file !== undefined && !file.endsWith("openapi.json");
}

function documentOf(schema: unknown) {
  return {
    openapi: "3.1.1",
    info: { title: "Schemas", version: "1" },
    paths: {
      "/instances": {
        post: {
          operationId: "send",
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 204: { description: "The instance is valid." } },
        },
      },
    },
  };
}

interface RunningServer extends AsyncDisposable {
  send(instance: unknown): Promise<{ status: number; text: string }>;
}

async function serve(document: ApiDocument): Promise<RunningServer> {
  const renderError = renderFromDocument(document);
  const log = createLog({ write: () => {} });
  const app = createApp({
    document,
    handlers: { send: async () => ({ status: 204 }) },
    authenticators: {},
    services: {},
    limiter: { count: async () => ({ used: 1, resetMs: 60_000 }) },
    trustProxy: 0,
    limits: {},
    log,
    pages: [],
    renderError,
  });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0 },
    describeRefusal: describeRefusal(document, log, { renderError }),
  });
  server.serve(app);
  return {
    async send(instance) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/instances`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(instance),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
