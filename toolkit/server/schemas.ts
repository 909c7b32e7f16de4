// The exports for tests and tools that need patterns, formats, discriminators or dates of schemas. Loads their libraries.

export { defaultFits } from "./document/repair/schemas/default-fits.ts";
export {
  type ClosedSchema,
  closeSchema,
  definitionOf,
  taggedSchema,
  tagKeyword,
} from "./document/schemas/closed-schema.ts";
export {
  type Discriminator,
  discriminatorOf,
  discriminatorTags,
  namesOf,
  type Tag,
} from "./document/schemas/discriminator-tags.ts";
export { formats, textFormats } from "./document/schemas/formats.ts";
export { patternTest } from "./document/schemas/pattern-test.ts";
export { hasValues, operationDates, plansOf } from "./request/operation-dates.ts";
