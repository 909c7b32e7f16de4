import type { Ajv, ErrorObject, FuncKeywordDefinition, ValidateFunction } from "ajv";

/** Where a value is within another. */
export type Place = NonNullable<Parameters<ValidateFunction>[1]>;

/** What is wrong with a value, in ajv's words. */
export type Misfit = Partial<ErrorObject>;

/** Returns what is wrong with a value; undefined when it fits. */
export type Check = (value: unknown, place: Place) => Misfit[] | undefined;

/** Where a value is that isn't part of another. */
const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as Place;

type Definition = Pick<FuncKeywordDefinition, "type" | "schemaType" | "before" | "modifying"> & {
  keyword: string;
};

/** Gives an ajv a keyword of our own, or one in the place of its own. */
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
