/** Replaces characters that a database can't store, in all texts: zero characters and lone surrogates become U+FFFD. */
export function storable<Value>(value: Value): Value {
  if (typeof value === "string") return storableText(value) as Value;
  if (Array.isArray(value)) return value.map(storable) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, storable(part)])) as Value;
}

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
