/** The parts of a schema, a parameter, … that an editor shows. */
export type Annotated = Record<string, unknown>;

/** The comment above a member, with its line break; empty if there is nothing to say. */
export function commentOf(annotated: Annotated): string {
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

function paragraphsOf({ title, format, deprecated, description, examples, ...schema }: Annotated): string[] {
  return [
    ...(isText(title) ? [title.trim()] : []),
    ...(isText(format) ? [`Format: ${format}`] : []),
    ...(deprecated === true ? ["@deprecated"] : []),
    ...(isText(description) ? [`@description ${nested(description)}`] : []),
    ...(schema.default === undefined ? [] : [`@default ${nested(schema.default)}`]),
    ...(Array.isArray(examples) ? examples.map((example) => `@example ${nested(example)}`) : []),
  ];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Indents the lines after the first, so that they belong to their tag. */
function nested(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  return text.trim().replaceAll(/\r?\n/g, "\n    ");
}
