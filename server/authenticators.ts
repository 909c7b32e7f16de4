import type { Authenticators, Identity } from "@counterpart/server";
import type { KeyHolder } from "./database/queries/keys/key-holders.ts";
import { isApiKey } from "./domain/api-key.ts";
import { planRequired } from "./error-codes.ts";
import type { Caller, Services } from "./operation.ts";

/** One per security scheme of the document. */
export function authenticators({ database, demo }: Pick<Services, "database" | "demo">): Authenticators {
  async function holderOf(key: string, address: string): Promise<KeyHolder | undefined> {
    if (isApiKey(key)) return database.keys.holder(key, address);
    if (key !== demo?.key) return undefined;
    const store = await database.stores.find(demo.storeId);
    return store && { keyId: "demo", storeId: store.id, plan: store.plan };
  }
  return {
    apiKey(presented) {
      const known = database.keys.knownHolder(presented.credential);
      if (known) return identityOf(known);
      return holderOf(presented.credential, presented.address).then((holder) => holder && identityOf(holder));
    },
  };
}

/** A holder is the same object until a key or store changes. */
const identities = new WeakMap<KeyHolder, Identity>();

function identityOf(holder: KeyHolder): Identity {
  const known = identities.get(holder);
  if (known) return known;
  const { keyId, storeId, plan } = holder;
  const identity: Identity = {
    caller: { keyId, storeId } satisfies Caller,
    bucket: keyId,
    log: { store: storeId, key: keyId },
    ...(plan !== "pro" && { refusal: planRequired() }),
  };
  identities.set(holder, identity);
  return identity;
}
