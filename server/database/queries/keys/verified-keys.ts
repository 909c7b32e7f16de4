import type { Cache } from "../../cache.ts";
import type { LiveKey } from "./key-holders.ts";

const maxKeys = 10_000;

/** Keys that were found valid, as they are presented. */
export interface VerifiedKeys {
  /** Undefined for a key that has to be looked up. */
  get(key: string): LiveKey | undefined;
  /** Looks a key up, and keeps it if it is found. */
  getFrom(key: string, find: () => Promise<LiveKey | undefined>): Promise<LiveKey | undefined>;
}

/**
 * Saves the hash of a key and a look-up by it, on every request. All are forgotten as soon as any key, store or product
 * changes, and they count only while this process knows that none has.
 */
export function createVerifiedKeys({ generation }: Pick<Cache, "generation">): VerifiedKeys {
  const keys = new Map<string, LiveKey>();
  let generationOfKeys: object | undefined;

  function get(key: string): LiveKey | undefined {
    const current = generation();
    return current !== undefined && current === generationOfKeys ? keys.get(key) : undefined;
  }

  return {
    get,
    async getFrom(key, find) {
      const before = generation();
      const found = await find();
      if (!found || before === undefined || before !== generation()) return found;
      if (before !== generationOfKeys || keys.size >= maxKeys) keys.clear();
      generationOfKeys = before;
      keys.set(key, found);
      return found;
    },
  };
}
