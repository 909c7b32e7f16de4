/**
 * What a key may do. `catalog` and `agent`: the operations that the document marks with them, which change products, or which are
 * tools for agents. `storefront`: all but changes of products.
 */
export const keyScopes = ["storefront", "catalog", "agent"] as const;

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
