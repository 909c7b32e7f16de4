import type { ErrorObject } from "ajv";
import { getOrMake } from "../../document/get-or-make.ts";
import { own } from "../../document/own.ts";
import { escapePointerPart } from "../../document/references.ts";
import { type ClosedSchema, definitionOf } from "../../document/schemas/closed-schema.ts";
import { createPlainAjv } from "../../document/schemas/plain-ajv.ts";
import { inWords } from "../request-faults.ts";
import { type AjvCompiler, createAjvCompiler, type Validate } from "./ajv-compiler.ts";
import { createTranslation, type Translation } from "./translation.ts";

interface Compiler extends AjvCompiler, Pick<Translation, "translate"> {}

/** Schemas of the same document share the validators of the definitions that they refer to. */
const compilers = new WeakMap<ClosedSchema["$defs"], Compiler>();

/** Compiles a schema by its documented meaning, without the server's additions such as defaults and dates. */
export function compileSchema({ $defs, ...schema }: ClosedSchema): Validate {
  const compiler = getOrMake(compilers, $defs, () => createCompiler($defs));
  return compiler.compile(compiler.translate(schema).schema);
}

function createCompiler($defs: ClosedSchema["$defs"]): Compiler {
  const targetOf = (ref: string) => own($defs, definitionOf(ref)) ?? {};
  const translation = createTranslation({
    targetOf,
    resolve: ({ $ref, ...schema }) => (typeof $ref === "string" ? targetOf($ref) : schema),
  });
  return { ...translation, ...createAjvCompiler({ ajv: createPlainAjv(), translation }) };
}

/** Joins the faults into one sentence, in the words of the server's errors. */
export function faultText(errors: ErrorObject[]): string {
  return errors
    .map((error) => `it${error.instancePath}${memberOf(error)} ${inWords(error.message ?? "")}`)
    .join(", ");
}

/** The property that is missing or not allowed. */
function memberOf({ params }: ErrorObject): string {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return name === undefined ? "" : `/${escapePointerPart(String(name))}`;
}
