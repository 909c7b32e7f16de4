import { createFetch } from "@counterpart/server/fetch";
import { shop } from "./shop.ts";

const api = await createFetch(shop);

/** The program that `workerd.ts` starts. */
export default { fetch: (request: Request) => api(request) };
