import type { FuzzTarget } from "@counterpart/testing/fuzz";
import { startOwnServer } from "./own-server.ts";
import { shopTarget } from "./shop-target.ts";

/** What the fuzzer knows of the shop beyond its document. */
export default { start: () => startOwnServer(), attach: shopTarget } satisfies FuzzTarget;
