import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  for (const slug of ["shop", "empty"]) {
    await cli.ask("stores", "create", "--slug", slug, "--name", "S", "--currency", "eur");
  }
  const columns = "Handle,Title,Vendor,Variant Price,Option1 Name,Option1 Value,Variant Grams";
  const rows = ["card,Card,Quay,9.50,Set,Six,20", "card,,,17,,Twelve,40", "pen,=Pen,,3,,,"];
  const file = await cli.file("products.csv", [columns, ...rows].join("\n"));
  await cli.ask("products", "import", file, "--store", "shop");
});
afterAll(() => cli.close());

const missing =
  "Not in the file, because products here don't have it: vendor, tags, barcode, cost, tax, gift cards, " +
  "fulfillment service, SEO, Google Shopping and metafields.\n";

test("products export writes a file that an import reads back, and says what isn't in it", async () => {
  const file = await cli.file("export.csv", "an earlier export");
  const written = await cli.run("products", "export", file, "--store", "shop");
  expect(written).toEqual({ exitCode: 0, stdout: `Wrote 3 products to ${file}.\n`, stderr: missing });
  expect((await readdir(path.dirname(file))).filter((name) => name.endsWith(".part"))).toEqual([]);
  const imported = await cli.ask("products", "import", file, "--store", "empty");
  expect(imported).toMatchObject({ created: 3, leftOut: [] });
  const [original, copy] = await Promise.all(
    ["shop", "empty"].map((store) => cli.ask("products", "list", "--store", store)),
  );
  const withoutIds = (list: Record<string, unknown>[]) =>
    list.map(({ _id, storeId, version, ...rest }) => rest);
  expect(withoutIds(copy)).toEqual(withoutIds(original));
  expect(await cli.ask("products", "export", file, "--store", "shop")).toEqual({ file, products: 3 });
});

test("products export writes to standard output without a file, with formulas escaped", async () => {
  const { exitCode, stdout, stderr } = await cli.run("products", "export", "--store", "shop");
  expect([exitCode, stderr]).toEqual([0, missing]);
  expect(stdout).toMatch(/^Handle,Title,Body \(HTML\),/);
  expect(stdout).toContain("\npen,'=Pen,");
});

test("products export to standard output is read back completely, also characters that a terminal doesn't get", async () => {
  for (const slug of ["from", "to"]) {
    await cli.ask("stores", "create", "--slug", slug, "--name", "S", "--currency", "eur");
  }
  const name = "A\r\nB\tC\u200f\u001b[31m\u2028D";
  const product = { reference: "a", name, description: name, priceInCents: 100, type: "digital" };
  const json = await cli.file("controls.json", JSON.stringify([product]));
  await cli.ask("products", "import", json, "--store", "from");
  const { stdout } = await cli.run("products", "export", "--store", "from");
  await cli.ask("products", "import", await cli.file("controls.csv", stdout), "--store", "to");
  expect(await cli.ask("products", "list", "--store", "to")).toMatchObject([{ name, description: name }]);
});

test("products export of an empty store has only the header", async () => {
  await cli.ask("stores", "create", "--slug", "none", "--name", "S", "--currency", "eur");
  const { stdout } = await cli.run("products", "export", "--store", "none");
  expect(stdout.split("\n")).toHaveLength(2);
});

test("products export refuses an unknown store, a folder that doesn't exist, and --json without a file", async () => {
  const file = await cli.file("kept.csv", "an earlier export");
  const unknown = await cli.refusal("products", "export", file, "--store", "unknown");
  expect(unknown).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await readFile(file, "utf8")).toBe("an earlier export");
  const nowhere = path.join(path.dirname(file), "nowhere", "export.csv");
  const refused = await cli.refusal("products", "export", nowhere, "--store", "shop");
  expect(refused).toMatchObject({ stdout: "", error: expect.stringContaining("can't be written") });
  expect(await cli.refusal("products", "export", "--store", "shop")).toMatchObject({ stdout: "" });
});
