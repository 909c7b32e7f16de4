/** What the fuzzer knows of this API beyond its document. In a project made by `npm run new` that is nothing yet. */
export { startOwnServer } from "./commerce/own-server.ts";
export { shopTarget as ownTarget } from "./commerce/shop-target.ts";
