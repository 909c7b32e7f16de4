import path from "node:path";
import { percentDecoded } from "@counterpart/server/document";
import { readSpec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import { type DocumentPlace, elsewhere, noSuchFile } from "./elsewhere.ts";

const maxBytes = 2 ** 26;
const maxFiles = 1000;
const timeoutMs = 30_000;

/**
 * A document at an http(s) address. Files that it refers to by a relative path are loaded from the same origin,
 * below the document's folder.
 */
export function urlPlace(given: string): DocumentPlace {
  if (!URL.canParse(given)) throw new UsageError(`${given} isn't a valid address.`);
  const url = new URL(given);
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("An address with a password can't be loaded. Download the document first.");
  }
  return {
    // A query may contain a key.
    name: url.origin + url.pathname,
    async read({ allowFolders: _, ...options }) {
      const { text, address } = await load(url, "follow").catch((error: Error) => {
        throw new UsageError(error.message);
      });
      const { origin, pathname } = new URL(address);
      // No file is here.
      const top = path.resolve("/", "url:");
      const root = path.join(top, percentDecoded(pathname), ...(pathname.endsWith("/") ? ["openapi"] : []));
      const urlOf = (file: string) => {
        const of = new URL(origin);
        of.pathname = path.relative(top, file).replaceAll(path.sep, "/");
        return of;
      };
      const loaded = new Map<string, string | Error>([[root, text]]);
      // Reading is synchronous, so it is repeated until no file is missing.
      for (;;) {
        const missing = new Set<string>();
        const read = (file: string): string => {
          const known = loaded.get(file);
          if (typeof known === "string") return known;
          if (known === undefined) missing.add(file);
          throw known ?? noSuchFile();
        };
        const name = (file: string) => (file === root ? origin + pathname : urlOf(file).href);
        try {
          const spec = readSpec(root, {
            ...options,
            elsewhere: elsewhere(top, [path.dirname(root)], { read, name }),
          });
          if (missing.size === 0) return spec;
        } catch (error) {
          if (missing.size === 0) throw error;
        }
        if (loaded.size + missing.size > maxFiles) {
          throw new UsageError(`The document consists of more than ${maxFiles} files. Download it first.`);
        }
        for (const file of missing) {
          // A redirect could leave the origin.
          const more = await load(urlOf(file), "error").catch((error: Error) => error);
          loaded.set(file, more instanceof Error ? more : more.text);
        }
      }
    },
  };
}

async function load(url: URL, redirect: "follow" | "error"): Promise<{ text: string; address: string }> {
  const name = url.origin + url.pathname;
  const response = await fetch(url, {
    redirect,
    headers: { accept: "application/yaml, application/json, */*;q=0.5" },
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error & { cause?: Error }) => {
    throw new Error(`${name} can't be loaded: ${error.cause?.message || error.message}.`);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${name} can't be loaded: the server answers ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes)
      throw new Error(`${name} can't be loaded: it has more than ${maxBytes / 2 ** 20} MiB.`);
    chunks.push(chunk);
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), address: response.url };
}
