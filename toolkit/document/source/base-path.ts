import type { Server } from "../document.ts";
import type { Note } from "../notes/note.ts";
import type { RawDocument } from "../references.ts";

/**
 * `servers: [{url: https://x/api/v1}]` with the path `/pets` is answered at `/api/v1/pets`. The base path moves from the
 * servers to the paths, where server, mock, client and docs find it alike; each would treat a server's path differently.
 * Where the servers have different ones, something in front takes them away, and the paths are served as written.
 * Changes the document. Returns the base path that is part of its paths now, and what a reader may not expect.
 */
export function moveBasePath(raw: RawDocument): { basePath: string; notes: Note[] } {
  const given: unknown[] = Array.isArray(raw.servers) ? raw.servers : [];
  const servers = given.filter(
    (server): server is Server => typeof (server as Server | null)?.url === "string",
  );
  const basePaths = new Set(servers.map(basePathOf));
  if (basePaths.size > 1) {
    const all = [...basePaths].map((one) => one || "/").join(", ");
    const message = `The servers have different base paths (${all}). Paths are served as they are written; what is in front of the server takes a base path away.`;
    return { basePath: "", notes: [{ severity: "info", pointer: "#/servers", message }] };
  }
  const [basePath = ""] = basePaths;
  if (basePath === "") return { basePath, notes: [] };
  for (const server of servers) stripPath(server);
  const paths = Object.entries(raw.paths);
  raw.paths = Object.fromEntries(
    paths.map(([path, item]) => [path.startsWith("/") ? `${basePath}${path}` : path, item]),
  );
  const message = `The servers' base path is part of every path: ${Object.keys(raw.paths)[0] ?? basePath}`;
  return { basePath, notes: [{ severity: "info", pointer: "#/servers", message }] };
}

function basePathOf(server: Server): string {
  const withoutOrigin = serverUrl(server).replace(/^([^/?#]*:)?\/\/[^/?#]*/, "");
  return new URL(withoutOrigin, "http://localhost").pathname.replace(/\/+$/, "");
}

/** The address with its variables' defaults. */
export function serverUrl({ url, variables }: Server): string {
  return String(url).replace(/\{([^}]+)\}/g, (variable, name) => variables?.[name]?.default ?? variable);
}

function stripPath(server: Server): void {
  const [origin = ""] = /^([^/?#]*:)?\/\/[^/?#]*/.exec(server.url) ?? [];
  server.url = origin || "/";
  for (const name of Object.keys(server.variables ?? {})) {
    if (!server.url.includes(`{${name}}`)) delete server.variables?.[name];
  }
  if (Object.keys(server.variables ?? {}).length === 0) delete server.variables;
}
