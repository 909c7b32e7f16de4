import { isObject, type Node } from "@counterpart/server/document";

/** The comment above a type or a member, with its line break; empty if there is nothing to say. */
export function comment(annotated: unknown): string {
  if (!isObject(annotated)) return "";
  const paragraphs = paragraphsOf(annotated);
  if (paragraphs.length === 0) return "";
  const text = paragraphs
    .join("\n")
    .replaceAll("*/", "*\\/")
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  if (text.length === 1) return `/** ${text[0]} */\n`;
  return `/**\n${text.map((line) => (line ? ` * ${line}\n` : " *\n")).join("")} */\n`;
}

/** The parts of a schema, a parameter, … that an editor shows. */
function paragraphsOf({ title, format, deprecated, description, examples, ...schema }: Node): string[] {
  return [
    ...(hasText(title) ? [title.trim()] : []),
    ...(hasText(format) ? [`Format: ${format}`] : []),
    ...(deprecated === true ? ["@deprecated"] : []),
    ...(hasText(description) ? [`@description ${nested(description)}`] : []),
    ...(schema.default === undefined ? [] : [`@default ${nested(schema.default)}`]),
    ...(Array.isArray(examples) ? examples.map((example) => `@example ${nested(example)}`) : []),
  ];
}

function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Indents the lines after the first, so that they belong to their tag. */
function nested(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  return text.trim().replaceAll(/\r?\n/g, "\n    ");
}
