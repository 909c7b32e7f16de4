import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld } from "../helpers/world.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = (name: string) => path.join(root, "node_modules/.bin", name);

const world = await startWorld();
afterAll(() => world.close());

/** A user's project, with only the packed client and openapi-fetch. */
let project: string;
/** Within the repository, where the compiler finds openapi-fetch. */
const built = path.join(root, "packages/client-under-test");

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "counterpart-client-"));
  const env = { ...process.env, PATH: `${path.join(root, "node_modules/.bin")}:${process.env.PATH}` };
  // Fails when publint or arethetypeswrong finds a fault.
  await run(process.execPath, ["scripts/client.ts", "--out", built], { cwd: root, env });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", project], { cwd: built });
  const modules = path.join(project, "node_modules");
  await mkdir(path.join(modules, "counterpart-client"), { recursive: true });
  const tarball = path.join(project, JSON.parse(stdout)[0].filename);
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", path.join(modules, "counterpart-client")]);
  for (const name of ["openapi-fetch", "msw"]) {
    await symlink(path.join(root, "node_modules", name), path.join(modules, name));
  }
  await writeFile(path.join(project, "package.json"), '{"type":"module"}');
}, 300_000);
afterAll(async () => {
  await rm(built, { recursive: true, force: true });
  await rm(project, { recursive: true, force: true });
});

const strict = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: "es2022",
};

/** On a server, and in a browser, where the package's own declarations are checked too. */
const settings = {
  "for Node": {
    ...{ module: "nodenext", lib: ["es2022"], skipLibCheck: true },
    ...{ types: ["node"], typeRoots: [path.join(root, "node_modules/@types")] },
  },
  "for a bundler": { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] },
};

/** The compiler's messages about files of the project. */
async function compile(files: string[], compilerOptions: object): Promise<string> {
  const config = { compilerOptions: { ...strict, ...compilerOptions }, files };
  await writeFile(path.join(project, "tsconfig.json"), JSON.stringify(config));
  return run(bin("tsc"), [], { cwd: project }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const tour = `
import { type CallResult, createApiClient, type operations } from "counterpart-client";

const { url, key } = JSON.parse(TOUR);
const client = createApiClient({ baseUrl: url, auth: { apiKey: key } });
const seen: unknown[] = [];

const created = await client.POST("/v1/cart");
if (created.status !== 200) throw new Error(created.error.error);
const cartId: string = created.data.data.id;

const checkout = await client.POST("/v1/checkout/session", { body: { cartId } });
if (checkout.status === 409 && checkout.error.code === "CART_EMPTY") seen.push(checkout.error.code);
// @ts-expect-error: no answer has this code
if (checkout.status === 409 && checkout.error.code === "CART_FULL") seen.push("never");
// @ts-expect-error: and 404 not this one
if (checkout.status === 404 && checkout.error.code === "CART_EMPTY") seen.push("never");

const anonymous = createApiClient({ baseUrl: url });
const refused: CallResult<operations["getCart"]> = await anonymous.GET("/v1/cart/{cartId}", { params: { path: { cartId } } });
if (refused.status === 401) seen.push(refused.error.code satisfies "UNAUTHORIZED", refused.response.headers.get("X-API-Version"));

console.log(JSON.stringify(seen));
`;

const frontendTest = `
import { setupServer } from "msw/node";
import { createApi, createApiClient } from "counterpart-client";
import { answerWith, handlers } from "counterpart-client/msw";

const server = setupServer(...handlers());
server.listen();
const api = createApi(createApiClient({ auth: { apiKey: "any" } }));
const seen: unknown[] = [];

for await (const page of api.listProducts.pages()) if (page.status === 200) seen.push(page.data.data.length > 0);
server.use(answerWith("createCheckoutSession", 409, "CART_EMPTY"));
const refused = await api.createCheckoutSession({ body: { cartId: "cart_1" } });
if (refused.status === 409) seen.push(refused.error.code);
// @ts-expect-error: no such example
() => answerWith("createCheckoutSession", 409, "CART_FULL");

server.close();
console.log(JSON.stringify(seen));
`;

describe("in a project that has only the package, openapi-fetch and MSW", () => {
  beforeAll(async () => {
    const readme = await readFile(path.join(project, "node_modules/counterpart-client/README.md"), "utf8");
    const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(example).toContain("answer.status === 409");
    await writeFile(path.join(project, "readme.ts"), example);
    await writeFile(
      path.join(project, "process.d.ts"),
      "declare const process: { env: Record<string, string> };",
    );
    const { key } = await world.merchant();
    const text = tour.replace("TOUR", JSON.stringify(JSON.stringify({ url: world.url, key })));
    await writeFile(path.join(project, "tour.ts"), text);
    await writeFile(path.join(project, "frontend.ts"), frontendTest);
  });

  test("calls and the README's example compile for Node, and wrong calls don't", async () => {
    expect(await compile(["readme.ts", "tour.ts", "frontend.ts"], settings["for Node"])).toBe("");
  });

  test("and for a bundler", async () => {
    expect(await compile(["process.d.ts", "readme.ts", "tour.ts"], settings["for a bundler"])).toBe("");
  });

  test("responses are distinguished by status and code", async () => {
    const { stdout } = await run(process.execPath, ["tour.ts"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual(["CART_EMPTY", "UNAUTHORIZED", "v1"]);
  });

  test("MSW answers with the document's examples", async () => {
    const { stdout } = await run(process.execPath, ["frontend.ts"], { cwd: project });
    expect(JSON.parse(stdout)).toEqual([true, "CART_EMPTY"]);
  });

  test("source maps point to sources in the package", async () => {
    const folder = path.join(project, "node_modules/counterpart-client");
    for (const map of ["client.js.map", "client.d.ts.map"]) {
      const { sources } = JSON.parse(await readFile(path.join(folder, "dist", map), "utf8"));
      expect(await readFile(path.join(folder, "dist", sources[0]), "utf8")).toContain("createApiClient");
    }
  });
});
