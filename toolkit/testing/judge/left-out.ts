import type { ApiDocument } from "@counterpart/server/document/document";
import { pointerParts } from "@counterpart/server/document/references";

/** Whether a request is for an operation of the document that can't be served, and so can't be judged. */
export type IsLeftOut = (method: string, pathname: string) => boolean;

export function leftOutFinder({ leftOut }: Pick<ApiDocument, "leftOut">): IsLeftOut {
  const places = leftOut.flatMap(({ pointer }) => {
    const [kind, path, method] = pointerParts(pointer);
    return kind === "paths" && path !== undefined ? [{ pattern: patternOf(path), method }] : [];
  });
  return (method, pathname) =>
    places.some(
      (place) =>
        (place.method === undefined || place.method.toUpperCase() === method) && place.pattern.test(pathname),
    );
}

/** Matches the end, since a server's base path may come before it. */
function patternOf(path: string): RegExp {
  const segments = path.split(/\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`${segments.join("[^/]+")}$`);
}
