/**
 * Returns an object's own member. Documents choose the names, and plain objects inherit `constructor`,
 * `toString` and others.
 */
export function own<T>(object: { [name: string]: T } | undefined, name: string): T | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets an object's own member. Assigning to `__proto__` would replace the prototype. */
export function setOwn<T>(object: { [name: string]: T }, name: string, value: T): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Whether plain objects inherit a member of this name. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
