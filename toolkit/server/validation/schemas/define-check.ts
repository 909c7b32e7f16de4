import type { Ajv, ErrorObject, FuncKeywordDefinition, ValidateFunction } from "ajv";
import { escapePointerPart } from "../../document/references.ts";

/** The position of a value within another. */
export type Place = NonNullable<Parameters<ValidateFunction>[1]>;

/** What is wrong with a value, as an ajv error. */
export type Misfit = Partial<ErrorObject>;

/** Returns what is wrong with a value; undefined when it is valid. */
export type Check = (value: unknown, place: Place) => Misfit[] | undefined;

/** The place of a value that isn't part of another. */
const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as Place;

type Definition = Pick<FuncKeywordDefinition, "type" | "schemaType" | "before" | "modifying"> & {
  keyword: string;
};

/** Adds a custom keyword to an ajv, or replaces a built-in one. */
export function defineCheck<Value>(
  ajv: Ajv,
  definition: Definition,
  createCheck: (value: Value, schema: object) => Check | undefined,
): void {
  const { keyword } = definition;
  const withKeyword = { keyword, params: {} };
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    ...definition,
    errors: true,
    compile(value: Value, schema) {
      const check = createCheck(value, schema);
      if (!check) return () => true;
      const validate = (value: unknown, place = nowhere): boolean => {
        const misfits = check(value, place);
        if (!misfits) return true;
        validate.errors = misfits.map((misfit) => ({ ...withKeyword, ...misfit }));
        return false;
      };
      validate.errors = [] as Misfit[];
      return validate;
    },
  });
}

/** What is wrong with a member of an object or list; empty when it is valid. */
export function misfitsOfMember(
  validate: ValidateFunction,
  parentData: object,
  parentDataProperty: string | number,
  place: Place,
): Misfit[] {
  const instancePath = `${place.instancePath}/${escapePointerPart(String(parentDataProperty))}`;
  const inner = { ...place, instancePath, parentData, parentDataProperty };
  return validate(parentData[parentDataProperty as keyof typeof parentData], inner)
    ? []
    : (validate.errors ?? []);
}
