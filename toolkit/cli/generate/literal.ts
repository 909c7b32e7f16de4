/** JSON as a literal of TypeScript. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
}

/** A name as a key in quotes. A plain `__proto__` would set the prototype of the object. */
export function quotedKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : JSON.stringify(name);
}

/** A name as a key, in quotes where it must be. */
export function memberKey(name: string): string {
  return name !== "__proto__" && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedKey(name);
}
