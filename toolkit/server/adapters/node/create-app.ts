import type { RequestListener } from "node:http";
import { type AppParts, createResponder } from "../../http/app.ts";
import { nodeListener } from "./node-exchange.ts";

/** The server of a document: the pipeline, ending in the handlers. */
export function createApp(parts: AppParts): RequestListener {
  return createSharedApp([parts]);
}

/**
 * The app for one or several documents.
 * @throws when two documents have the same path or page
 */
export function createSharedApp(documents: AppParts[]): RequestListener {
  return nodeListener(createResponder(documents), documents[0]?.trustProxy);
}
