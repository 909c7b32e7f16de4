/** A JSON pointer as JSONPath (RFC 9535): `/line_items/0/id` is `$.line_items[0].id`. */
export function jsonPath(pointer: string): string {
  const names = pointer.split("/").slice(1);
  return names.reduce((path, name) => path + (/^\d+$/.test(name) ? `[${name}]` : `.${name}`), "$");
}
