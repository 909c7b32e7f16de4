import type { ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { escapePointerPart } from "../../document/references.ts";
import type { CheckKeyword, KeywordFault } from "./check-keyword.ts";

interface PropertyParts {
  /** Makes the validator of a part, each once. */
  compile(part: Schema | boolean): ValidateFunction;
  /** Whether to go on after the first fault. */
  reportsAll: boolean;
  /** As in `createAjv`. */
  ownProperties: boolean;
}

/**
 * Replaces ajv's `properties` in written validators. ajv repeats the code for a property in each schema that has it; here
 * each distinct one is a part, which is written once and used when a value first has such a property.
 */
export function propertyParts({ compile, reportsAll, ownProperties }: PropertyParts): CheckKeyword {
  return {
    keyword: "properties",
    type: "object",
    before: "patternProperties",
    partsOf: (properties: Schema) => Object.values(properties) as Schema[],
    createCheck(properties: Schema) {
      const members = Object.entries(properties).map(([name, part]) => {
        let validate: ValidateFunction | undefined;
        return {
          name,
          pointer: `/${escapePointerPart(name)}`,
          validator() {
            validate ??= compile(part as Schema);
            return validate;
          },
        };
      });
      return (given, { instancePath, rootData, dynamicAnchors }) => {
        const parentData = given as Record<string, unknown>;
        let faults: KeywordFault[] | undefined;
        for (const { name, pointer, validator } of members) {
          const value = parentData[name];
          if (value === undefined || (ownProperties && !Object.hasOwn(parentData, name))) continue;
          const validate = validator();
          const place = { instancePath: instancePath + pointer, parentData, parentDataProperty: name };
          if (validate(value, { ...place, rootData, dynamicAnchors })) continue;
          faults = [...(faults ?? []), ...(validate.errors ?? [])];
          if (!reportsAll) break;
        }
        return faults;
      };
    },
  };
}
