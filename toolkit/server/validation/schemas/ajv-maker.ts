import { _, type Ajv, Name, nil } from "ajv";
import { callValidateCode } from "ajv/dist/vocabularies/code.js";
import type { Schema } from "../../document/document.ts";
import { type CheckKeyword, validatorOf } from "./check-keyword.ts";
import { isSilent, type Maker, type Reporting } from "./part-compiler.ts";

/** Compiles schemas with an ajv, which gets its own keywords and can't be shared. */
export function ajvMaker(ajv: Ajv, reporting: Reporting): Maker {
  return (keywords) => {
    // Turns off ajv's own tracking.
    ajv.opts.unevaluated = false;
    for (const keyword of keywords) addKeyword(ajv, keyword);
    return schemaCompiler(ajv, { createErrors: !isSilent(reporting) });
  };
}

/**
 * ajv writes the schema that it compiles into the code, as an object literal that loses a member `__proto__`. So it
 * compiles another schema, whose only keyword has the code for this one; written validators get it as a parameter.
 */
function schemaCompiler(ajv: Ajv, { createErrors }: { createErrors: boolean }): ReturnType<Maker> {
  const keyword = "x-schema";
  const schemas = new WeakMap<object, Schema | boolean>();
  ajv.addKeyword({
    keyword,
    code(cxt) {
      const schema = schemas.get(cxt.parentSchema) ?? true;
      const topSchemaRef = cxt.gen.scopeValue("schema", { ref: schema, code: _`schema` });
      const place = { schemaPath: nil, errSchemaPath: "#", topSchemaRef };
      const valid = cxt.gen.name("valid");
      cxt.subschema({ schema, ...place, dataTypes: [], createErrors }, valid);
      cxt.ok(valid);
    },
  });
  return (schema) => {
    const outer = { [keyword]: true };
    schemas.set(outer, schema);
    return ajv.compile(outer);
  };
}

/** What ajv's code calls the errors found so far, and their number. */
const [vErrors, errors] = [new Name("vErrors"), new Name("errors")];

/** Adds a keyword, or replaces ajv's, as code: ajv can't write out validators that use keywords of other kinds. */
function addKeyword(ajv: Ajv, { createCheck, partsOf: _partsOf, ...definition }: CheckKeyword): void {
  ajv.removeKeyword(definition.keyword);
  ajv.addKeyword({
    ...definition,
    code(cxt) {
      const { gen, keyword, schema, parentSchema, schemaValue, data, it } = cxt;
      const check = createCheck(schema, parentSchema);
      if (!check) return;
      const validate = gen.scopeValue("keyword", {
        ref: validatorOf(keyword, check),
        code: _`check(${keyword}, ${schemaValue}, ${it.topSchemaRef}${it.schemaPath})`,
      });
      const isValid = gen.const("valid", callValidateCode(cxt, validate, nil));
      if (definition.modifying) {
        const member = _`${it.parentData}[${it.parentDataProperty}]`;
        // A variable that is read only once would be optimized away, though it is assigned here.
        gen.if(_`${it.parentData} && ${data} !== ${member}`, () => gen.assign(data, member));
      }
      const found = _`${validate}.errors`;
      cxt.pass(isValid, () => {
        if (it.allErrors || it.compositeRule) {
          gen.assign(vErrors, _`${vErrors} === null ? ${found} : ${vErrors}.concat(${found})`);
          gen.assign(errors, _`${vErrors}.length`);
        } else {
          gen.assign(_`${it.validateName}.errors`, found).return(false);
        }
      });
    },
  });
}
