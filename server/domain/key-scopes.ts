/**
 * What a key may do. `catalog`: the operations that the document marks with it, which change products. `storefront`: all
 * others.
 */
export const keyScopes = ["storefront", "catalog"] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Whether a key may call an operation. @param required the operation's scopes in the document, none for the storefront */
export function isAllowed(scopes: readonly string[], required: readonly string[]): boolean {
  return (required.length > 0 ? required : ["storefront"]).every((scope) => scopes.includes(scope));
}

/** Separated by spaces. */
export function toScopeColumn(scopes: readonly KeyScope[]): string {
  return keyScopes.filter((scope) => scopes.includes(scope)).join(" ");
}

/** @param column null for keys of versions without scopes */
export function fromScopeColumn(column: string | null): KeyScope[] {
  const known = (column ?? "storefront").split(" ");
  return keyScopes.filter((scope) => known.includes(scope));
}
