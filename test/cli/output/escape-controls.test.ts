import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "Harbour Press", "--currency", "eur");
});
afterAll(() => cli.close());

const clearScreen = "\u001b[2J";
const reversed = "\u202e";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const card = { reference: "card", name: "Card", type: "digital", priceInCents: 1 };

test.for([
  [
    "a fault that quotes a cell",
    "a.csv",
    `Handle,Title,Variant Price\ncard,Card,${clearScreen}${reversed}\u009b`,
  ],
  ["a file that isn't JSON", "a.json", `[${clearScreen}`],
  ["a file's name", `${clearScreen}${reversed}.json`, "[]"],
  ["a property's name", "b.json", JSON.stringify([{ ...card, [clearScreen + reversed]: 1 }])],
] as const)("%s reaches the terminal escaped", async ([, name, content]) => {
  const { exitCode, stdout, stderr } = await cli.run(
    "products",
    "import",
    await cli.file(name, content),
    "--store",
    "shop",
  );
  expect(exitCode).toBe(1);
  expect(stdout + stderr).not.toMatch(raw);
  expect(stderr).toContain("\\u001b[2J");
});

test("an argument that is echoed reaches the terminal escaped", async () => {
  const unknownStore = await cli.run("products", "list", "--store", clearScreen);
  const unknownOption = await cli.run("products", "list", `--${clearScreen}`);
  const wrongValue = await cli.run("stores", "update", "shop", "--slug", reversed);
  const wrongName = await cli.run("stores", "update", "shop", "--name", `Harbour ${clearScreen}`);
  for (const { stderr } of [unknownStore, unknownOption, wrongValue, wrongName]) {
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(raw);
  }
});

test("listed and shown values reach the terminal escaped, and are unchanged in JSON", async () => {
  const name = `Card ${reversed}${clearScreen}\u009b\u2066`;
  await cli.ask(
    "products",
    "import",
    await cli.file("names.json", JSON.stringify([{ ...card, name }])),
    "--store",
    "shop",
  );
  const command = ["products", "list", "--store", "shop"];
  const { stdout } = await cli.run(...command);
  expect(stdout).toContain("Card");
  expect(stdout).not.toMatch(raw);
  expect((await cli.run(...command, "--json")).stdout).not.toMatch(raw);
  expect(await cli.ask("products", "list", "--store", "shop")).toMatchObject([{ name }]);
});
