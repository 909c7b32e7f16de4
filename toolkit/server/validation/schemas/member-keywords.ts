import type { ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { type CheckKeyword, faultsOfMember, type KeywordFault, type Place } from "./check-keyword.ts";

type Compile = (schema: Schema | boolean) => ValidateFunction;

/** Replaces `propertyNames`, which ajv's meta-schemas use with untranslated references. */
export const namesKeyword = "x-property-names";

/**
 * Replace ajv's `propertyNames`, `prefixItems` and `contains`. In ajv's code, keywords that change values fail on a
 * property's name, and after an empty list or object the verdict is that of the value before it, or missing.
 * @param compile compiles a part of a schema, once
 * @param reportsAll whether to go on after the first fault
 */
export function members(compile: Compile, reportsAll: boolean): CheckKeyword[] {
  return [propertyNames(compile, reportsAll), prefixItems(compile, reportsAll), contains(compile)];
}

function propertyNames(compile: Compile, reportsAll: boolean): CheckKeyword {
  return {
    keyword: namesKeyword,
    type: "object",
    createCheck(names: Schema | boolean) {
      const validate = compile(names);
      return (value, { instancePath, rootData, dynamicAnchors }) => {
        const faults: KeywordFault[] = [];
        // A name isn't a member, so it has no parent.
        const place = { instancePath, rootData, dynamicAnchors } as Place;
        for (const propertyName of Object.keys(value as object)) {
          const fits: boolean = validate(propertyName, place);
          if (fits) continue;
          const name = JSON.stringify(
            propertyName.length > 60 ? `${propertyName.slice(0, 59)}…` : propertyName,
          );
          const reasons = [...new Set((validate.errors ?? []).map(({ message }) => message))].join(", ");
          const message = `must not have the name ${name}${reasons && `: the name ${reasons}`}`;
          faults.push({ keyword: "propertyNames", propertyName, message, params: { propertyName } });
          if (!reportsAll) break;
        }
        return faults.length > 0 ? faults : undefined;
      };
    },
  };
}

function prefixItems(compile: Compile, reportsAll: boolean): CheckKeyword {
  return {
    keyword: "prefixItems",
    type: "array",
    // It may change items, so it must run before the keywords that compare them.
    before: "items",
    createCheck(prefix: (Schema | boolean)[]) {
      const validators = prefix.map(compile);
      return (value, place) => {
        const items = value as unknown[];
        const faults: KeywordFault[] = [];
        for (const [index, validate] of validators.slice(0, items.length).entries()) {
          faults.push(...faultsOfMember(validate, items, index, place));
          if (faults.length > 0 && !reportsAll) break;
        }
        return faults.length > 0 ? faults : undefined;
      };
    },
  };
}

function contains(compile: Compile): CheckKeyword {
  return {
    keyword: "contains",
    type: "array",
    before: "uniqueItems",
    createCheck(contained: Schema | boolean, { minContains, maxContains }: Limits) {
      const validate = compile(contained);
      const min = minContains ?? 1;
      const max = maxContains ?? Number.POSITIVE_INFINITY;
      const most = maxContains === undefined ? "" : ` and no more than ${maxContains}`;
      const message = `must contain at least ${min}${most} valid item(s)`;
      const faults = [{ message, params: { minContains: min, maxContains } }];
      return (value, place) => {
        let count = 0;
        for (const index of (value as unknown[]).keys()) {
          if (faultsOfMember(validate, value as unknown[], index, place).length === 0) count += 1;
          if (count > max) return faults;
          if (count >= min && max === Number.POSITIVE_INFINITY) return undefined;
        }
        return count < min ? faults : undefined;
      };
    },
  };
}

interface Limits {
  minContains?: number;
  maxContains?: number;
}
