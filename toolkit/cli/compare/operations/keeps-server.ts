import { isObject, type RawDocument } from "@counterpart/server/document";
import { pointerParts } from "@counterpart/server/values";

/**
 * Whether the new document keeps the server's address; its description may change.
 * @param pointer of the server in the released document, or within it
 */
export function keepsServer(released: RawDocument, current: RawDocument, pointer = ""): boolean {
  const parts = pointer.startsWith("#/") ? pointerParts(pointer) : [];
  const end = parts.lastIndexOf("servers");
  if (end === -1) return false;
  const list = parts.slice(0, end + 1);
  const address = addressOf(valueAt(released, [...list, parts[end + 1] ?? ""]));
  const now = valueAt(current, list);
  return address !== undefined && Array.isArray(now) && now.some((one) => addressOf(one) === address);
}

function valueAt(raw: RawDocument, parts: string[]): unknown {
  return parts.reduce<unknown>(
    (at, part) => (Object.hasOwn(Object(at), part) ? Object(at)[part] : undefined),
    raw,
  );
}

/** The URL with the variables' defaults and without a trailing slash. */
function addressOf(server: unknown): string | undefined {
  if (!isObject(server) || typeof server.url !== "string") return undefined;
  const variables = isObject(server.variables) ? server.variables : {};
  const filled = server.url.replace(/\{([^}]+)\}/g, (whole, name) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return String(Object(variable).default ?? whole);
  });
  return filled.replace(/\/$/, "");
}
