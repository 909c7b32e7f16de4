import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Validator } from "@cfworker/json-schema";
import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  unregisterSchema,
  validate,
} from "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

type Judge = (instance: unknown) => boolean;

/** A validator, set up as its documentation says. */
export interface OtherValidator {
  name: string;
  /** @param hasFormats whether `format` is asserted, where that can be chosen */
  compile: (schema: unknown, hasFormats: boolean) => Promise<Judge>;
}

const draft = "https://json-schema.org/draft/2020-12/schema";

/** Validators of others, which know the suite's remote schemas by their addresses. */
export async function otherValidators(remotes: string, address: string): Promise<OtherValidator[]> {
  const schemas = await readRemotes(remotes, address);
  for (const [url, schema] of schemas) registerSchema(schema as SchemaObject, url, draft);
  let compiled = 0;
  return [
    {
      name: "ajv, with ajv-formats",
      async compile(schema, hasFormats) {
        const ajv = new Ajv2020({ strict: false, validateFormats: hasFormats, logger: false });
        addFormats.default(ajv);
        for (const [url, remote] of schemas) ajv.addSchema(remote as object, url);
        const judge = ajv.compile(schema as object);
        return (instance) => judge(instance);
      },
    },
    {
      name: "@hyperjump/json-schema",
      async compile(schema, hasFormats) {
        setShouldValidateFormat(hasFormats);
        const url = `https://suite.test/${compiled++}`;
        registerSchema(schema as SchemaObject, url, draft);
        try {
          const judge = await validate(url);
          return (instance) => judge(instance as Parameters<typeof judge>[0]).valid;
        } finally {
          unregisterSchema(url);
        }
      },
    },
    {
      name: "@cfworker/json-schema",
      async compile(schema) {
        const judge = new Validator(schema as object, "2020-12", false);
        for (const [url, remote] of schemas) judge.addSchema(remote as object, url);
        return (instance) => judge.validate(instance).valid;
      },
    },
  ];
}

/** The remote schemas of this draft, and those of none. */
async function readRemotes(folder: string, address: string): Promise<[url: string, schema: unknown][]> {
  const schemas: [string, unknown][] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const place = path.relative(folder, file);
    if (!entry.isFile() || !place.endsWith(".json") || /^(draft(?!2020-12)|v1)/.test(place)) continue;
    schemas.push([`${address}${place}`, JSON.parse(await readFile(file, "utf8"))]);
  }
  return schemas;
}

/** How many instances of a schema a validator judges as the suite does: none if it refuses the schema. */
export async function countRight(
  { compile }: OtherValidator,
  { schema, tests }: { schema: unknown; tests: { data: unknown; valid: boolean }[] },
  hasFormats: boolean,
): Promise<number> {
  const judge = await compile(schema, hasFormats).catch(() => undefined);
  const isRight = ({ data, valid }: (typeof tests)[number]): boolean => {
    try {
      return judge?.(data) === valid;
    } catch {
      return false;
    }
  };
  return tests.filter(isRight).length;
}
