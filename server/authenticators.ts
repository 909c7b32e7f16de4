import type { Authenticators, Identity } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { KeyHolder } from "./database/queries/keys/key-holders.ts";
import { isApiKey } from "./domain/api-key.ts";
import { planRequired } from "./domain/error-codes.ts";
import { isAllowed, type KeyScope, keyScopes } from "./domain/key-scopes.ts";
import type { Caller, Services } from "./operation.ts";

/** One authenticator per security scheme of the document. */
export function authenticators({ database, demo }: Pick<Services, "database" | "demo">): Authenticators {
  async function holderOf(key: string, address: () => string): Promise<KeyHolder | undefined> {
    if (isApiKey(key)) return database.keys.holder(key, address);
    if (key !== demo?.key) return undefined;
    const store = await database.stores.find(demo.storeId);
    return store && { keyId: "demo", storeId: store.id, plan: store.plan, scopes: [...keyScopes] };
  }
  return {
    async apiKey(presented) {
      const holder = await holderOf(presented.credential, () => presented.address);
      return holder && identityOf(holder, presented.scopes);
    },
  };
}

/** @param required the operation's scopes in the document */
function identityOf({ keyId, storeId, plan, scopes }: KeyHolder, required: string[]): Identity {
  const refusal = plan === "pro" ? scopeRefusal(scopes, required) : planRequired();
  return {
    caller: { keyId, storeId } satisfies Caller,
    bucket: keyId,
    log: { store: storeId, key: keyId },
    ...(refusal && { refusal }),
  };
}

function scopeRefusal(scopes: KeyScope[], required: string[]): ApiError | undefined {
  if (isAllowed(scopes, required)) return undefined;
  const missing = required.length > 0 ? required.join(", ") : "storefront";
  return new ApiError("FORBIDDEN", `This key lacks the scope ${missing}. Create a key that has it.`);
}
