import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emitClient } from "../../cli/generate/client/client.ts";
import { handlerNames } from "../../cli/generate/handlers/names.ts";
import { emitOperations } from "../../cli/generate/handlers/operations.ts";
import { emitHandlers, emitStub } from "../../cli/generate/handlers/stubs.ts";
import { successShape } from "../../cli/generate/handlers/success-shape.ts";
import { emitSupport } from "../../cli/generate/handlers/support-files.ts";
import { emitTypes } from "../../cli/generate/types.ts";
import type { ApiDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { modules } from "../helpers/linked-project.ts";
import { oddSchemas } from "./odd-schemas.ts";

const usage = `
import type * as types from "./types.ts";
import type { components, operations } from "./types.ts";
import { createApiClient } from "./client.ts";
import type { Input, Output } from "./operations.ts";

type S = components["schemas"];
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** An intersection in one piece. */
type Flat<T> = T extends object ? { [K in keyof T]: T[K] } : T;
declare function same<A, B>(..._: Equal<Flat<A>, Flat<B>> extends true ? [] : [A, B]): void;

same<S["NamedHarbour"], { name: string; master?: string; depth?: number } | null>();
same<S["StaffedHarbour"], { name?: string; master: string; depth?: number; toString: {} | null }>();
same<S["Contact"], { mail: string; phone?: string } | { mail?: string; phone: string }>();
same<keyof S["Berth-1.0"], "2" | "length/m" | "default" | "class" | "constructor">();
same<S["Levels"], "low" | "it's */ high" | 3 | -1.5 | true | null | ["a", 1] | { deep: { er: "yes" } }>();
same<S["Nothing"], null>();
same<S["Fixed"], "fixed">();
same<S["Anything"] | S["Everything"] | S["NotText"], unknown>();
same<S["Impossible"], never>();
same<S["FreeForm"], Record<string, unknown>>();
same<S["MaybeFreeForm"], Record<string, unknown> | null>();
same<S["Sealed"], Record<string, never>>();
same<S["Counted"]["label"], string>();
same<S["Counted"]["berths"], string | number>();
same<S["Patterned"], { [key: string]: string }>();
same<S["Demanding"]["id"], unknown>();
same<S["Rated"], { name?: string; [key: string]: string | number | undefined }>();
same<S["RatedPart"]["score"], unknown>();
same<S["RatedPart"]["name"], string | undefined>();
same<S["SealedByRest"], Record<string, never>>();
same<S["Scores"], [string?, ...number[]]>();
same<S["ByWidth"], { "20": number; [key: string]: number }>();
same<S["TypedByWidth"]["20"], number>();
same<S["OpenPart"]["name"], string>();
same<S["PatternedPart"]["x-a"], {} | null>();
same<S["Pair"], [string, number]>();
same<S["Trail"], [string?, ...number[]]>();
same<S["Untyped"], { a?: number }>();
same<S["UntypedList"][number], string>();
same<S["Several"], string | number | boolean>();
same<S["Itself"], { a?: string }>();
same<S["Described"], { name?: string; master?: string; depth: number }>();

export const json: S["Json"] = { a: ["b", { c: [] }] };
export const chicken: S["Chicken"] = { feathers: 2 };
export const patch: S["Patterned"] = { "x-a": "b" };
export const counted: S["Counted"] = { label: "a", one: 1 };
export const deep: NonNullable<S["Deep"]["up"]> = [{ up: [] }];
export const contact: S["Contact"] = { phone: "1" };
// @ts-expect-error: one of them is required
export const noContact: S["Contact"] = {};

export function kind(pet: S["Pet"]) {
  if (pet.kind === "tom") return pet.lives;
  if (pet.kind === "dog") return pet.bark;
  if (pet.kind === "Bird") return pet.wings;
  const rest: never = pet;
  return rest;
}

export function size(vehicle: S["Vehicle"]) {
  return vehicle.type === "car" ? vehicle.doors : vehicle.seats;
}

type Shown = types.Secret;
type Sent = types.SecretInput;
same<keyof Shown, "id" | "owner" | "name" | "parts">();
same<keyof Sent, "key" | "name" | "parts">();
same<keyof NonNullable<Shown["owner"]>, "login">();
same<NonNullable<Shown["parts"]>[1], number>();
same<keyof NonNullable<Shown["parts"]>[0], "login">();
type Either = types.SecretOrOwnerInput;
export const either: Either = { login: "a", password: "b" };
// @ts-expect-error: readOnly
export const since: Either = { login: "a", since: 1 };

export const upload = async ({ body }: Input<"upload", never>): Promise<Output<"upload">> => {
  if (body.contentType === "application/json") return { status: 200, body: { others: body.content.others ?? [] } };
  const names: string[] = (body.content.others ?? []).map((file) => file.name);
  return { status: 200, body: { file: (await body.content.file?.text()) ?? "", others: names } };
};

export async function calls() {
  const got = await createApiClient().GET("/c");
  if (got.status === 200) return got.data.again?.up?.[0]?.up;
  const listed = await createApiClient().GET("/a");
  return listed.status === 200 ? kind(listed.data) : (await createApiClient().GET("/b")).data?.name;
}

export const handle = async (input: Input<"list#all", never>): Promise<Output<"list#all">> => ({
  status: 200,
  body: { kind: "tom", lives: Object.keys(input.path).length },
});
same<operations["list#all"]["responses"][200]["content"]["application/json"], S["Pet"]>();
`;

/** The files that `scaffold` writes, beside the generated ones. */
function stubs(document: ApiDocument): Record<string, string> {
  const imports = { generated: ".", operations: "./operations", fromOperation: ".." };
  const names = handlerNames(document);
  const operations = document.operations.map((operation) => {
    const name = names.get(operation.operationId) ?? "";
    const shape = successShape(document, operation);
    return [`operations/${name}.ts`, emitStub(operation.operationId, name, imports, shape)];
  });
  return {
    ...Object.fromEntries(operations),
    "handlers.ts": emitHandlers(document, imports),
    "operation.ts": emitSupport(document, imports)["operation.ts"] ?? "",
  };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-odd-"));
  await symlink(modules, path.join(folder, "node_modules"));
  const document = readDocument(structuredClone(oddSchemas));
  const files: Record<string, string> = {
    "package.json": '{ "type": "module" }',
    "types.ts": emitTypes(document),
    "operations.ts": emitOperations(document),
    "client.ts": emitClient(document),
    "usage.ts": usage,
    ...stubs(document),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const template = fileURLToPath(new URL("../../cli/template/tsconfig.json", import.meta.url));
  const { compilerOptions } = JSON.parse(await readFile(template, "utf8"));
  // The compiler would need seconds for the toolkit's own sources; a project has declarations instead.
  compilerOptions.paths = { "@counterpart/server": ["./toolkit-types.d.ts"] };
  await writeFile(path.join(folder, "toolkit-types.d.ts"), "export class NotImplemented extends Error {}\n");
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ["5.9", "typescript-5"],
  ["6.0", "typescript-6"],
  ["7.0", "typescript"],
])(
  "difficult names and schemas compile with TypeScript %s, and the types match the schemas",
  async (version, name) => {
    const tsc = path.join(modules, name, "bin/tsc");
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [tsc, ...args], { cwd: folder }).then(
        ({ stdout }) => stdout,
        ({ stdout }) => stdout,
      );
    expect(await run("--version")).toContain(`Version ${version}.`);
    expect(await run()).toBe("");
  },
);
