import type { Authenticators, Identity } from "@counterpart/server";
import type { KeyHolder } from "./database/queries/keys/key-holders.ts";
import { isApiKey } from "./domain/api-key.ts";
import { planRequired } from "./domain/error-codes.ts";
import type { Caller, Services } from "./operation.ts";

/** One authenticator per security scheme of the document. */
export function authenticators({ database, demo }: Pick<Services, "database" | "demo">): Authenticators {
  async function holderOf(key: string, address: () => string): Promise<KeyHolder | undefined> {
    if (isApiKey(key)) return database.keys.holder(key, address);
    if (key !== demo?.key) return undefined;
    const store = await database.stores.find(demo.storeId);
    return store && { keyId: "demo", storeId: store.id, plan: store.plan };
  }
  return {
    async apiKey(presented) {
      const holder = await holderOf(presented.credential, () => presented.address);
      return holder && identityOf(holder);
    },
  };
}

function identityOf({ keyId, storeId, plan }: KeyHolder): Identity {
  return {
    caller: { keyId, storeId } satisfies Caller,
    bucket: keyId,
    log: { store: storeId, key: keyId },
    ...(plan !== "pro" && { refusal: planRequired() }),
  };
}
