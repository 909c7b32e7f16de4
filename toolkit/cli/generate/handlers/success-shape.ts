import {
  type ApiDocument,
  type DocumentOperation,
  type Schema,
  targetOf,
} from "@counterpart/server/document";
import { typeKey } from "../literal.ts";
import { bodySchema } from "../types/body-schema.ts";
import { type DocumentTypes, documentTypes } from "../types/document-types.ts";
import { indented } from "../types/type-text.ts";

/** The shape of an operation's first success, as lines for a comment; empty without a documented one. */
export function successShape(
  document: ApiDocument,
  { responses }: Pick<DocumentOperation, "responses">,
): string[] {
  const [status, response] =
    Object.entries(responses).find(([key]) => key.startsWith("2")) ??
    Object.entries(responses).find(([key]) => key === "default") ??
    [];
  if (status === undefined || response === undefined) return [];
  const types = documentTypes(document);
  const contents = Object.entries(response.content);
  const [[mediaType, media] = []] = contents;
  const headers = Object.entries(response.headers)
    .filter(([, { required, setByServer }]) => required && !setByServer)
    .map(([name, { schema }]) => `${typeKey(name)}: ${types.value(schema, "response")}`);
  const members = [
    `status: ${/^\d+$/.test(status) ? status : "200"}`,
    ...(contents.length > 1 ? [`contentType: ${JSON.stringify(mediaType)}`] : []),
    ...(mediaType === undefined ? [] : [`body: ${bodyShape(document, types, mediaType, media)}`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join("; ")} }`] : []),
  ];
  const line = `{ ${members.join(", ")} }`;
  if (!line.includes("\n") && line.length <= longestLine) return [inComment(line)];
  const lines = `{\n${members.map((member) => `  ${indented(member, "  ")},\n`).join("")}}`.split("\n");
  return lines.map((one) => inComment(one.trimEnd()));
}

/** JSON has these characters as they are, but each would end the comment (ECMA-262, 12.3). */
function inComment(line: string): string {
  return line.replaceAll(/[\r\u2028\u2029]/g, " ");
}

/** The body's members, or the name of a type with many of them. */
function bodyShape(
  document: ApiDocument,
  { bodies, value }: DocumentTypes,
  mediaType: string,
  media: DocumentOperation["responses"][string]["content"][string] | undefined,
): string {
  const body = bodySchema(document, "response", mediaType, media);
  const name = bodies.typeOf(body, "response");
  if (body.isItem) return name;
  const { $ref } = (body.schema ?? {}) as Schema;
  const schema: unknown = typeof $ref === "string" ? targetOf(document, $ref) : body.schema;
  const text = withoutComments(value(schema, "response"));
  const isJsonBody = name.startsWith("JsonBody<");
  if (isJsonBody || text.split("\n").length > mostLines) return name;
  const line = text.replaceAll(/\n\s*/g, " ").replaceAll("; }", " }");
  return line.length <= longestLine ? line : text.replaceAll("    ", "  ");
}

function withoutComments(type: string): string {
  return type.replaceAll(/"(?:[^"\\]|\\.)*"|\/\*\*[\s\S]*?\*\/\n?\s*/g, (part) =>
    part.startsWith('"') ? part : "",
  );
}

const longestLine = 90;
const mostLines = 16;
