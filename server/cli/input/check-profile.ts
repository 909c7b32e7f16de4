import { ApiError } from "@counterpart/toolkit/errors";
import type { StoreChange } from "../../database/queries/stores.ts";
import { flagOf } from "./flags.ts";

/** Throws INVALID_REQUEST when the contract couldn't represent a store with this profile. */
export async function checkProfile(change: StoreChange): Promise<void> {
  const { compileAgainstContract, fieldsOf, mismatches } = await import("../../catalog-import/contract.ts");
  const isShown = compileAgainstContract({
    type: "object",
    properties: { ...fieldsOf("Store"), theme: { type: "object", properties: fieldsOf("Theme") } },
  });
  // Null leaves a field out, or is shown as it is.
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null));
  if (isShown(given)) return;
  const told = mismatches(isShown.errors).map(({ at, what }) => {
    const [field = "", ...inside] = at.split("/").slice(1);
    if (field === "theme") return `--${flagOf(["theme", ...inside])} ${what}.`;
    return `--${flagOf([field])} ${what}${inside.length > 0 ? ` at ${inside.join(".")}` : ""}.`;
  });
  throw new ApiError("INVALID_REQUEST", told.join(" "));
}
