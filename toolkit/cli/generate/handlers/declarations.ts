import type { DocumentTypes } from "../types/document-types.ts";

/** The helper types that a text uses. Unused ones are omitted, since compilers may report them. */
export function declarationsFor(text: string): string {
  const used = usedNames(text);
  const own = replyNames
    .filter((name) => used.has(name))
    .map(replyType)
    .join("");
  const absences = [own.includes("NoBody") && noBody, own.includes("NoHeaders") && noHeaders].filter(Boolean);
  return [
    own,
    ...absences,
    used.has("StreamedBody") ? streamedBody : "",
    used.has("WithDefaults") ? withDefaults : "",
  ].join("");
}

/** The imports for the names in a text. */
export function importsFor(text: string, { names }: DocumentTypes): string {
  const used = usedNames(text);
  const from = (file: string, exported: Iterable<string>) => {
    const imported = [...exported].filter((name) => name === "OrUndefined" || used.has(name)).sort();
    const line = `import type { ${imported.join(", ")} } from ${JSON.stringify(file)};\n`;
    if (imported.length === 0 || line.length <= longestLine) return imported.length === 0 ? "" : line;
    return `import type {\n${imported.map((name) => `  ${name},\n`).join("")}} from ${JSON.stringify(file)};\n`;
  };
  return [
    from("@counterpart/client", [
      "FormBody",
      "JsonBody",
      ...([...used].some((name) => replyNames.includes(name)) ? ["OrUndefined"] : []),
      "StatusOf",
    ]),
    from("./types.ts", [...names.all, "operations", "webhooks"]),
    "\n",
  ].join("");
}

/** The formatter's limit. */
const longestLine = 110;

/** `name` is that of a type of responses, as `responseTypes` writes it. */
function replyType(name: string): string {
  const isNamed = name.startsWith("Named");
  const isEmpty = name.startsWith("Empty");
  const isGiven = name.endsWith("WithHeaders");
  const extras = [
    ...(isEmpty ? ["without a body"] : []),
    ...(isNamed ? ["in one of several media types, which must be named"] : []),
    ...(isGiven ? ["with headers that the handler must set"] : []),
  ];
  return `
/** A documented response${extras.map((extra) => ` ${extra}`).join(",")}. */
interface ${name}<Status, ${isEmpty ? "" : "Type, Body, "}Headers${isGiven ? "" : " = NoHeaders"}> {
  status: Status;
${isEmpty ? "  body?: NoBody;\n" : `  contentType${isNamed ? "" : "?"}: Type;\n  body: OrUndefined<Body>;\n`}  headers${isGiven ? "" : "?"}: OrUndefined<Headers>;
}
`;
}

const replyNames = ["Reply", "NamedReply", "EmptyReply"].flatMap((name) => [name, `${name}WithHeaders`]);

// These names appear in the compiler's messages when a response has an undocumented body or header. They are no symbols,
// so that the documents of one service can share handlers.

const noBody = `
/** A response without a body. */
type NoBody = { "none is documented": never };
`;

const noHeaders = `
/** A response without documented headers, except those that the server sets. */
type NoHeaders = { "none is documented"?: never };
`;

const streamedBody = `
/** A body that is sent in chunks: a Node stream, a web stream, an async generator. */
type StreamedBody = AsyncIterable<string | Uint8Array>;
`;

const withDefaults = `
/** Parameters, some of which are always present: the server fills in their defaults. */
type WithDefaults<T, Names extends keyof T> = T & { [Name in Names]-?: Exclude<T[Name], undefined> };
`;

/** The identifiers in a text of types, without those in strings and comments, and without the names of properties. */
function usedNames(text: string): Set<string> {
  const code = text.replaceAll(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/.*/g, '""');
  return new Set(
    code.match(/(?<![\p{ID_Continue}$.])[\p{ID_Start}_$][\p{ID_Continue}$]*(?![\p{ID_Continue}$]|\??:)/gu),
  );
}
