import type { ErrorObject, FuncKeywordDefinition, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { escapePointerPart } from "../../document/references.ts";

/** The position of a value within another. */
export type Place = NonNullable<Parameters<ValidateFunction>[1]>;

/** What is wrong with a value, as an ajv error. */
export type KeywordFault = Partial<ErrorObject>;

/** Returns what is wrong with a value; undefined when it is valid. */
export type Check = (value: unknown, place: Place) => KeywordFault[] | undefined;

/** A keyword that a function checks: one of our own, or one in place of ajv's. */
export interface CheckKeyword
  extends Pick<FuncKeywordDefinition, "type" | "schemaType" | "before" | "modifying"> {
  keyword: string;
  // biome-ignore lint/suspicious/noExplicitAny: each keyword has its own type of value.
  createCheck(value: any, schema: Schema): Check | undefined;
  /** The parts of the schema that the check compiles when it runs. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  partsOf?(value: any, schema: Schema): (Schema | boolean)[];
}

/** The place of a value that isn't part of another. */
const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as Place;

/** A check in the form of ajv's validators, whose code calls it. */
export function validatorOf(keyword: string, check: Check) {
  const validate = (value: unknown, place = nowhere): boolean => {
    const faults = check(value, place);
    if (!faults) return true;
    const { instancePath } = place;
    validate.errors = faults.map((fault) => ({ keyword, instancePath, params: {}, ...fault }));
    return false;
  };
  validate.errors = [] as KeywordFault[];
  return validate;
}

/** What is wrong with a member of an object or list; empty when it is valid. */
export function faultsOfMember(
  validate: ValidateFunction,
  parentData: object,
  parentDataProperty: string | number,
  place: Place,
): KeywordFault[] {
  const instancePath = `${place.instancePath}/${escapePointerPart(String(parentDataProperty))}`;
  const inner = { ...place, instancePath, parentData, parentDataProperty };
  return validate(parentData[parentDataProperty as keyof typeof parentData], inner)
    ? []
    : (validate.errors ?? []);
}
