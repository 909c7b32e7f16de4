import { ApiError } from "@counterpart/server/errors";
import type { StoreChange } from "../../database/queries/stores.ts";
import { flagOf } from "./flags.ts";

/** Throws INVALID_REQUEST if the contract couldn't represent the changed store. */
export async function checkProfile(change: StoreChange): Promise<void> {
  const { profileFaults } = await import("../../merchants/settings/setting-faults.ts");
  const faults = profileFaults(change).map(({ at, what }) => {
    const [field = "", ...inside] = at.split("/").slice(1);
    if (field === "theme") return `--${flagOf(["theme", ...inside])} ${what}.`;
    return `--${flagOf([field])} ${what}${inside.length > 0 ? ` at ${inside.join(".")}` : ""}.`;
  });
  if (faults.length > 0) throw new ApiError("INVALID_REQUEST", faults.join(" "));
}
