/** In characters. */
const maxLength = 60;

/** A value in a message, shortened. */
export function shownValue(value: unknown): string {
  const text = typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
