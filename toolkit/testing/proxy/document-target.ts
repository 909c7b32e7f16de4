import type { ApiDocument } from "@counterpart/server/document";

/**
 * The prefix of a proxied server's address that the document's paths begin with too: empty for
 * `http://localhost:8080`, or if the document describes the paths behind the prefix.
 */
export function documentedPrefix({ paths }: Pick<ApiDocument, "paths">, to: string): string {
  const prefix = new URL(to).pathname.replace(/\/$/, "");
  return prefix !== "" && paths.every((path) => path.startsWith(`${prefix}/`)) ? prefix : "";
}

/** A request's target as the document describes it. */
export function documentTarget(prefix: string, target: string): string {
  return target.startsWith("/") ? prefix + target : target;
}
