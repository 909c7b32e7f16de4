import type { Ajv, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { defineCheck, type Misfit, misfitsOfMember, type Place } from "./define-check.ts";

type Compile = (schema: Schema | boolean) => ValidateFunction;

/** Replaces `propertyNames`, which ajv's meta-schemas use with untranslated references. */
export const namesKeyword = "x-property-names";

/**
 * Replaces ajv's `propertyNames`, `prefixItems` and `contains`. In ajv's code, keywords that change values fail on a
 * property's name, and after an empty list or object the verdict is that of the value before it, or missing.
 * @param compile compiles a part of a schema, once
 */
export function defineMemberKeywords(ajv: Ajv, compile: Compile): void {
  definePropertyNames(ajv, compile);
  definePrefixItems(ajv, compile);
  defineContains(ajv, compile);
}

function definePropertyNames(ajv: Ajv, compile: Compile): void {
  defineCheck(ajv, { keyword: namesKeyword, type: "object" }, (names: Schema | boolean) => {
    const validate = compile(names);
    return (value, { instancePath, rootData, dynamicAnchors }) => {
      const misfits: Misfit[] = [];
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
        misfits.push({ keyword: "propertyNames", propertyName, message, params: { propertyName } });
        if (!ajv.opts.allErrors) break;
      }
      return misfits.length > 0 ? misfits : undefined;
    };
  });
}

function definePrefixItems(ajv: Ajv, compile: Compile): void {
  // It may change items, so it must run before the keywords that compare them.
  const definition = { keyword: "prefixItems", type: "array", before: "items" } as const;
  defineCheck(ajv, definition, (prefix: (Schema | boolean)[]) => {
    const validators = prefix.map(compile);
    return (value, place) => {
      const items = value as unknown[];
      const misfits: Misfit[] = [];
      for (const [index, validate] of validators.slice(0, items.length).entries()) {
        misfits.push(...misfitsOfMember(validate, items, index, place));
        if (misfits.length > 0 && !ajv.opts.allErrors) break;
      }
      return misfits.length > 0 ? misfits : undefined;
    };
  });
}

function defineContains(ajv: Ajv, compile: Compile): void {
  const definition = { keyword: "contains", type: "array", before: "uniqueItems" } as const;
  defineCheck(ajv, definition, (contained: Schema | boolean, { minContains, maxContains }: Limits) => {
    const validate = compile(contained);
    const min = minContains ?? 1;
    const max = maxContains ?? Number.POSITIVE_INFINITY;
    const most = maxContains === undefined ? "" : ` and no more than ${maxContains}`;
    const message = `must contain at least ${min}${most} valid item(s)`;
    const misfits = [{ message, params: { minContains: min, maxContains } }];
    return (value, place) => {
      let count = 0;
      for (const index of (value as unknown[]).keys()) {
        if (misfitsOfMember(validate, value as unknown[], index, place).length === 0) count += 1;
        if (count > max) return misfits;
        if (count >= min && max === Number.POSITIVE_INFINITY) return undefined;
      }
      return count < min ? misfits : undefined;
    };
  });
}

interface Limits {
  minContains?: number;
  maxContains?: number;
}
