/** Pseudo-random numbers, identical in every run. */
export interface Random {
  /** From 0 to below `below`. */
  whole(below: number): number;
  pick<T>(list: readonly T[]): T;
  chance(of: number): boolean;
}

/** @param seed a text; each part of a document has its own, so its numbers don't depend on other parts */
export function createRandom(seed: string): Random {
  // FNV-1a for the seed and mulberry32 for the numbers: one line each, no library.
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.floor(next() * below);
  return {
    whole,
    pick: (list) => list[whole(list.length)] as (typeof list)[number],
    chance: (of) => next() < of,
  };
}
