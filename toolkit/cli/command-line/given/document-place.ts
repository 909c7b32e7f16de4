import type { readSpec, Spec } from "@counterpart/server/source";

type ReadOptions = Omit<NonNullable<Parameters<typeof readSpec>[1]>, "elsewhere">;

/** Where a document outside a project is. */
export interface DocumentPlace {
  /** For messages. */
  name: string;
  /** The root file, if it is on this machine. */
  file?: string;
  /** @throws UnreadableSpec */
  read: (options: ReadOptions) => Promise<Spec>;
}
