import { targetOf } from "@counterpart/server/document/document";
import { schemaType } from "./schema-type.ts";
import type { SchemaTypes } from "./schema-types.ts";
import { indented } from "./type-text.ts";

/** The referenced types that aren't components. */
export function emitReferenced(types: SchemaTypes): string {
  const members: string[] = [];
  for (const ref of types.referenced) {
    const { text } = schemaType(types, targetOf(types.document, ref), { place: ref });
    members.push(`    ${JSON.stringify(ref)}: ${indented(text, "    ")};\n`);
  }
  const lists = types.lists.map((item, index) => `interface List${index + 1} extends Array<${item}> {}\n`);
  return `${members.length > 0 ? `interface referenced {\n${members.join("")}}\n` : ""}${lists.join("")}`;
}
