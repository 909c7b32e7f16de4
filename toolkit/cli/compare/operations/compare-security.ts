import { isDeepStrictEqual } from "node:util";
import type { ApiDocument, DocumentOperation, SecurityScheme } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import { breakAt, type ContractChange, type Contracts, type Pair, type Site } from "./contracts.ts";

type Documents = Pick<Contracts, "base" | "revision">;
type Security = DocumentOperation["security"];

/** Checks that all credentials accepted before are still accepted. */
export function compareSecurity(site: Site, [before, after]: Pair<Security>): ContractChange[] {
  if (acceptsAll(withNewNames(site, before), after)) return [];
  const message = `It accepted ${inWords(before)}, and now requires ${inWords(after)}.`;
  return [breakAt(site, "security-requirement-changed", message)];
}

/** Whether the new document has a scheme, by any name, for which clients send the same. */
export function keepsScheme(documents: Documents, name: string): boolean {
  const given = schemeOf(documents.base, name);
  const same = schemeOf(documents.revision, newSchemeName(documents, name) ?? "");
  return given !== undefined && same !== undefined && isDeepStrictEqual(carried(given), carried(same));
}

/** The new document's name for a scheme of the released one; undefined if it has no equivalent scheme. */
function newSchemeName({ base, revision }: Documents, name: string) {
  const schemes = Object.entries(revision.securitySchemes);
  // A changed scheme of the same name is reported once, not at each operation.
  if (schemes.some(([other]) => other === name)) return name;
  const given = schemeOf(base, name);
  return schemes.find(([, other]) => given && isDeepStrictEqual(carried(given), carried(other)))?.[0];
}

function schemeOf({ securitySchemes }: ApiDocument, name: string): SecurityScheme | undefined {
  return Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
}

/** The fields that decide what a client sends: no texts, and no `bearerFormat` (OpenAPI 3.1, 4.8.27.1). */
function carried(scheme: SecurityScheme): unknown {
  const { type, in: place, name, scheme: word, flows, openIdConnectUrl } = scheme as Record<string, unknown>;
  return {
    type,
    place,
    name: place === "header" ? String(name).toLowerCase() : name,
    scheme: typeof word === "string" ? word.toLowerCase() : word,
    flows,
    openIdConnectUrl,
  };
}

function withNewNames(documents: Documents, security: Security): Security {
  return security.map((alternative) =>
    Object.fromEntries(
      Object.entries(alternative).map(([name, scopes]) => [newSchemeName(documents, name) ?? name, scopes]),
    ),
  );
}

/** No requirement, or an empty one, accepts every caller. */
function acceptsAll(before: Security, after: Security): boolean {
  const open: Security = [{}];
  const now = after.length === 0 ? open : after;
  return (before.length === 0 ? open : before).every((given) =>
    now.some((asked) =>
      Object.entries(asked).every(
        ([scheme, scopes]) =>
          own(given, scheme) && scopes.every((scope) => own(given, scheme)?.includes(scope)),
      ),
    ),
  );
}

function inWords(security: Security): string {
  const alternatives = security.map((one) =>
    Object.entries(one)
      .map(([name, scopes]) => [name, ...scopes].join(" "))
      .join(" with "),
  );
  return alternatives.map((one) => one || "everybody").join(" or ") || "everybody";
}
