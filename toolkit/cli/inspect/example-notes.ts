import {
  type ApiDocument,
  isJson,
  isObject,
  type Node,
  pointerOf,
  resolve,
  visits,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { closeSchema } from "@counterpart/server/schemas";
import { compileSchema, faultText } from "@counterpart/server/validation";
import { escapePointerPart, pointerParts } from "@counterpart/server/values";

/** Reports response examples that the mock doesn't send by default, and why. */
export function exampleNotes(document: ApiDocument): Finding[] {
  const notes: Finding[] = [];
  for (const { kind, node, place: at } of visits(document.root as unknown as Node)) {
    if (kind !== "mediaType") continue;
    const pointer = pointerOf(at);
    if (!/^#\/(.+\/responses|components\/responses|x-unmatched)\//.test(pointer)) continue;
    const { example, examples } = node;
    if (example !== undefined && isObject(examples)) {
      const message =
        "`example` and `examples` exclude each other. The mock sends `example`, and the others if a request names them. Write it as one of `examples`.";
      notes.push({ severity: "info", pointer: `${pointer}/example`, message });
    }
    const faultOf = exampleFaults(document, node, pointer);
    for (const { name, value, place } of examplesIn(document, node)) {
      const fault = value === undefined ? elsewhere : faultOf(value);
      if (fault === undefined) continue;
      const message = `${name} ${fault}`;
      notes.push({ severity: "warning", pointer: `${pointer}/${place}`, message });
    }
  }
  return notes;
}

const elsewhere = "isn't in the document, so the mock doesn't send it. Write it as `value`.";

function examplesIn(document: ApiDocument, { example, examples }: Node) {
  const named = Object.entries(isObject(examples) ? examples : {}).map(([key, one]) => {
    const { value, externalValue } = Object(resolve(document, one));
    return { name: `The example ${key}`, value, externalValue, place: `examples/${escapePointerPart(key)}` };
  });
  return [
    ...(example === undefined ? [] : [{ name: "The example", value: example, place: "example" }]),
    ...named.filter(({ value, externalValue }) => value !== undefined || externalValue !== undefined),
  ];
}

/** Checks the examples of a media type. Only JSON is checked. */
function exampleFaults(document: ApiDocument, { schema }: Node, pointer: string) {
  const mediaType = pointerParts(pointer).at(-1) ?? "";
  if (schema === undefined || !isJson(mediaType)) return () => undefined;
  const validate = compileSchema(closeSchema(document, schema, "response"));
  return (value: unknown): string | undefined => {
    const errors = validate(value);
    if (errors.length === 0) return undefined;
    return `doesn't fit its schema: ${faultText(errors.slice(0, 3))}. The mock sends it only when a request names it.`;
  };
}
