import type { Place } from "../../walk.ts";
import type { Repair } from "../repair-context.ts";

/** JSON Schema 2020-12, and OpenAPI's dialect, which adds `discriminator` and a few annotations. */
const applied = [
  /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/,
  /^https:\/\/spec\.openapis\.org\/oas\/3\.\d+\/(dialect|schema)\/[\w.-]+$/,
];

/** Reports a schema dialect that isn't supported. */
export function noteDialect(dialect: string, at: [Place, ...string[]], repair: Repair): void {
  if (applied.some((one) => one.test(dialect))) return;
  const message = `The dialect ${dialect} isn't applied: schemas are read as JSON Schema 2020-12. Check what differs, or write them in it and leave this out.`;
  repair.warn(at, message);
}
