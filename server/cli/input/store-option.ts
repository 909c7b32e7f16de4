import { filled } from "./option-values.ts";

/** The required option of all commands that work on one store. */
export const storeOption = ["--store <slug>", "the store's slug", filled] as const;
