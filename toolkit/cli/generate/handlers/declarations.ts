/** The helper types that a text uses. Unused ones are omitted, since compilers may report them. */
export function declarationsFor(text: string): string {
  const declarations = [
    ...(text.includes("NoBody") ? [noBody] : []),
    ...(text.includes("NoHeaders") ? [noHeaders] : []),
  ];
  const absences = declarations.length > 0 ? ["\ndeclare const none: unique symbol;\n", ...declarations] : [];
  return [
    ...absences,
    text.includes("StreamedBody") ? streamedBody : "",
    text.includes("WithDefaults<") ? withDefaults : "",
  ].join("");
}

/** The imports for the names in a text. */
export function importsFor(text: string): string {
  const from = (file: string, names: string[]) => {
    const used = names.filter((name) => ["<", "["].some((bracket) => text.includes(name + bracket)));
    return used.length > 0 ? `import type { ${used.join(", ")} } from ${JSON.stringify(file)};\n` : "";
  };
  return [
    from("./client-runtime/form-body.ts", ["FormBody"]),
    from("./client-runtime/json-body.ts", ["JsonBody"]),
    from("./client-runtime/marks.ts", ["WithoutReadOnly", "WithoutWriteOnly"]),
    from("./client-runtime/status.ts", ["StatusOf"]),
    from("./types.ts", ["$Read", "$Write", "components", "operations", "webhooks"]),
    "\n",
  ].join("");
}

// The name appears in the compiler's messages when a response has an undocumented body.

const noBody = `
/** A response without a body. */
type NoBody = { [none]: never };
`;

const noHeaders = `
/** A response without documented headers, except those that the server sets. */
type NoHeaders = { [none]?: never };
`;

const streamedBody = `
/** A body that is sent in chunks: a Node stream, a web stream, an async generator. */
type StreamedBody = AsyncIterable<string | Uint8Array>;
`;

const withDefaults = `
/** Parameters, some of which are always present: the server fills in their defaults. */
type WithDefaults<T, Names extends keyof T> = T & { [Name in Names]-?: Exclude<T[Name], undefined> };
`;
