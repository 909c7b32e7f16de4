import { typeKey } from "../literal.ts";

/** A type as source, and whether it needs parentheses within another one. */
export interface TypeText {
  text: string;
  operator?: "|" | "&";
}

export const unknownType: TypeText = { text: "unknown" };
export const neverType: TypeText = { text: "never" };
export const nullType: TypeText = { text: "null" };
export const dateType: TypeText = { text: "Date" };

/** A union; `unknown` absorbs the other types, and `never` disappears. */
export function unionOf(types: TypeText[]): TypeText {
  if (types.some(({ text }) => text === "unknown")) return unknownType;
  return combine(types, "|", "never");
}

/** An intersection of the types. */
export function intersectionOf(types: TypeText[]): TypeText {
  if (types.some(({ text }) => text === "never")) return neverType;
  return combine(types, "&", "unknown");
}

export function arrayOf(type: TypeText): TypeText {
  return { text: `${bracketed(type)}[]` };
}

function combine(types: TypeText[], operator: "|" | "&", neutral: string): TypeText {
  const kept = new Map(types.filter(({ text }) => text !== neutral).map((type) => [type.text, type]));
  const [first, ...others] = kept.values();
  if (!first || others.length === 0) return first ?? { text: neutral };
  const texts = [first, ...others].map((type) => (type.operator === operator ? type.text : bracketed(type)));
  const line = texts.join(` ${operator} `);
  if (line.includes("\n") || line.length <= longestUnion) return { text: line, operator };
  return { text: texts.map((text) => `\n    ${operator} ${text}`).join(""), operator };
}

/** Leaves room for the margin and the member's name. */
const longestUnion = 70;

function bracketed({ text, operator }: TypeText): string {
  if (operator === undefined) return text;
  return text.startsWith("\n") ? `(${text}\n)` : `(${text})`;
}

/** Indents a type for a line with a margin. */
export function indented(text: string, margin: string): string {
  return text.replaceAll("\n", `\n${margin}`);
}

/** An object's type, from its members with their comments. */
export function membersIn(members: string[]): string {
  return `{\n${members.map((member) => `    ${indented(member, "    ")}\n`).join("")}}`;
}

/** The literal type of a JSON value. */
export function literalType(value: unknown): TypeText {
  if (Array.isArray(value)) return { text: `[${value.map((one) => literalType(one).text).join(", ")}]` };
  if (value === null || typeof value !== "object") return { text: JSON.stringify(value) };
  const members = Object.entries(value).map(([name, one]) => `${typeKey(name)}: ${literalType(one).text}`);
  return { text: members.length > 0 ? `{ ${members.join("; ")} }` : "Record<string, never>" };
}

/** A generic type with its arguments, on separate lines if they are long. */
export function generic(name: string, types: string[]): string {
  const line = `${name}<${types.join(", ")}>`;
  if (line.length <= longestLine) return line;
  return `${name}<\n${types
    .map((type) => `  ${indented(type, "  ")},\n`)
    .join("")
    .replace(/,\n$/, "\n")}>`;
}

/** Leaves room for the margin. */
const longestLine = 100;
