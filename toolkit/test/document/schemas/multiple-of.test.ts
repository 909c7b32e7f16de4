import fc from "fast-check";
import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";
import { createIsMultiple, decimalOf, numberOf } from "../../../server/document/schemas/multiple-of.ts";
import { compileSchema } from "../../../server/validation/schemas/compile-schema.ts";
import { createSchemaCompiler } from "../../../server/validation/schemas/schema-compiler.ts";

const cents = Array.from(
  { length: 10_000 },
  (_, index) => `${Math.floor(index / 100)}.${`${index % 100}`.padStart(2, "0")}`,
);

test("every amount from 0.00 to 99.99 is a multiple of a cent, and no amount between two is", () => {
  const isAmount = createIsMultiple(0.01);
  expect(cents.filter((text) => !isAmount(Number(text)) || !isAmount(-Number(text)))).toEqual([]);
  expect(cents.filter((text) => isAmount(Number(`${text}5`)))).toEqual([]);
});

test.each([
  [0.3, 0.1, true],
  [0.1 + 0.2, 0.1, false],
  [0.0075, 0.0001, true],
  [7.5, 2.5, true],
  [7.4, 2.5, false],
  [0, 0.01, true],
  [-0, 0.01, true],
  [-4.35, 0.01, true],
  [3e-7, 1e-7, true],
  [1.5e-7, 1e-7, false],
  [12391239123, 1e-8, true],
  [1e300, 0.01, true],
  [1e300, 7, false],
  [3e300, 1e300, true],
  [1e308, 0.123456789, false],
  [Number.MAX_VALUE, 5e-324, true],
  [Number.POSITIVE_INFINITY, 2, false],
  [90071992547409.91, 0.01, true],
  // The sender may have meant either: the exact value of the double, or its shortest decimal.
  [2 ** 60, 1024, true],
  [2 ** 60, 1000, true],
  [2 ** 53 + 2, 2, true],
])("%d and %d: %s", (value, step, expected) => {
  expect(createIsMultiple(step)(value)).toBe(expected);
});

test("agrees with big-integer division", () => {
  const decimal = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 9 }));
  const step = fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 9 }));
  const units = ([digits, places]: [number, number]) => BigInt(digits) * 10n ** BigInt(9 - places);
  const asNumber = ([digits, places]: [number, number]) => Number(`${digits}e-${places}`);
  fc.assert(
    fc.property(decimal, step, fc.boolean(), (value, step, isMultiple) => {
      const given: [number, number] = isMultiple ? [(value[0] % 1e6) * step[0], step[1]] : value;
      expect(createIsMultiple(asNumber(step))(asNumber(given))).toBe(units(given) % units(step) === 0n);
    }),
  );
});

test("decimals survive a round trip", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(numberOf(decimalOf(value))).toBe(value || 0);
    }),
  );
});

test("all validators calculate with decimals", () => {
  const schema = { type: "number", multipleOf: 0.01 };
  const judge = compileSchema({ ...schema, $defs: {} });
  const document = readDocument({ openapi: "3.1.0", info: { title: "Prices", version: "1" }, paths: {} });
  const validators = (["request", "response"] as const).map(
    (direction) => createSchemaCompiler(document, direction).compile(schema).firstFault,
  );
  for (const value of [19.99, 0.07, 0.29, 1.1, 4.35]) {
    expect(judge(value)).toEqual([]);
    expect(validators.map((validate) => validate(value))).toEqual([undefined, undefined]);
  }
  expect(judge(0.005)).toMatchObject([{ message: "must be multiple of 0.01", params: { multipleOf: 0.01 } }]);
  for (const validate of validators) {
    expect(validate(0.005)).toMatchObject([{ rule: "multipleOf", message: "must be multiple of 0.01" }]);
  }
});
