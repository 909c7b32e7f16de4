// The exports for code that handles values and JSON pointers. Loads no library.

export { getOrMake } from "./document/get-or-make.ts";
export { mapValues } from "./document/map-values.ts";
export { own, setOwn } from "./document/own.ts";
export { parsedJson } from "./document/parsed-json.ts";
export {
  escapePointerPart,
  namesIn,
  pointerParts,
  pointerTo,
  unescapePointerPart,
} from "./document/references.ts";
export { didYouMean } from "./document/source/references/did-you-mean.ts";
