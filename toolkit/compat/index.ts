import { type RunParts, run as runServer, type SharedRunParts } from "@counterpart/server";

export * from "@counterpart/server";

/** Behaves as in 0.2, where the server loaded its development tools itself. */
export async function run<Settings, Services>(
  parts: RunParts<Settings, Services> | SharedRunParts,
): Promise<void> {
  await runServer({ development: () => import("@counterpart/cli/development"), ...parts });
}
