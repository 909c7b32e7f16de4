import type { Authenticators, Identity, Presented } from "@counterpart/server";
import { ApiError, insufficientScope } from "@counterpart/server/errors";
import type { KeyHolder } from "./database/queries/keys/key-holders.ts";
import { isApiKey } from "./domain/api-key.ts";
import { planRequired } from "./domain/error-codes.ts";
import { isAllowed, type KeyScope, keyScopes } from "./domain/key-scopes.ts";
import { bucketInStore } from "./domain/store-bucket.ts";
import type { FindTokenHolder } from "./members/agent-tokens.ts";
import type { Caller, Services } from "./operation.ts";

/**
 * One authenticator per security scheme of the document.
 * @param findTokenHolder undefined if agents only have keys
 */
export function authenticators(
  { database, demo }: Pick<Services, "database" | "demo">,
  findTokenHolder?: FindTokenHolder,
): Authenticators {
  async function holderOf(key: string, address: () => string): Promise<KeyHolder | undefined> {
    if (isApiKey(key)) return database.keys.holder(key, address);
    if (key !== demo?.key) return undefined;
    const store = await database.stores.find(demo.storeId);
    return store && { keyId: "demo", storeId: store.id, plan: store.plan, scopes: [...keyScopes] };
  }
  /** Of the documents for agents. A storefront's key may do what an agent's may. Access tokens are for the tools. */
  async function ofAgents(presented: Presented): Promise<Identity | undefined> {
    const holder = await holderOf(presented.credential, () => presented.address);
    return holder && identityOf(holder, holder.scopes.includes("storefront") ? [] : ["agent"]);
  }
  return {
    async apiKey(presented) {
      const { credential, scopes } = presented;
      // Access tokens have dots, and keys don't.
      if (findTokenHolder && credential.includes(".")) {
        const holder = await findTokenHolder(credential);
        return holder && { ...identityOf(holder, scopes, tokenRefusal), bucket: bucketInStore(holder) };
      }
      const holder = await holderOf(credential, () => presented.address);
      return holder && identityOf(holder, scopes);
    },
    bearerAuth: ofAgents,
    headerKey: ofAgents,
  };
}

/** @param required the operation's scopes in the document */
function identityOf(
  { keyId, storeId, plan, scopes }: KeyHolder,
  required: string[],
  refusalOf = scopeRefusal,
): Identity {
  const refusal = plan === "pro" ? refusalOf(scopes, required) : planRequired();
  return {
    caller: { keyId, storeId } satisfies Caller,
    bucket: keyId,
    group: storeId,
    log: { store: storeId, key: keyId },
    ...(refusal && { refusal }),
  };
}

function scopeRefusal(scopes: KeyScope[], required: string[]): ApiError | undefined {
  if (isAllowed(scopes, required)) return undefined;
  const missing = required.length > 0 ? required.join(", ") : "storefront";
  return new ApiError("FORBIDDEN", `This key lacks the scope ${missing}. Create a key that has it.`);
}

function tokenRefusal(scopes: KeyScope[], required: string[]): ApiError | undefined {
  if (isAllowed(scopes, required)) return undefined;
  if (!scopes.includes("agent"))
    return insufficientScope("This access token lacks the scope agent. Ask for one that has it.", ["agent"]);
  return new ApiError("FORBIDDEN", "An access token opens only what agents need. Use an API key.");
}
