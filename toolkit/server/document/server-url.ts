import type { Server } from "./document.ts";

/** A server's URL with the defaults of its variables. */
export function serverUrl({ url, variables }: Server): string {
  return String(url).replace(/\{([^}]+)\}/g, (variable, name) => {
    const { default: value, enum: values } = variables?.[name] ?? {};
    return value ?? values?.[0] ?? variable;
  });
}
