import type { OwnServers } from "@counterpart/server/client-runtime/own-servers";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { serverUrl } from "@counterpart/server/document/server-url";

/** The operations with their own `servers`, and the credentials that they require. */
export function ownServerTable(document: ApiDocument): OwnServers<string> {
  const [first] = document.servers;
  const usual = first && URL.parse(serverUrl(first))?.origin;
  const all = Object.keys(document.securitySchemes);
  const schemesOf = ({ security }: DocumentOperation) => [...new Set(security.flatMap(Object.keys))];
  return Object.fromEntries(
    document.operations.flatMap((operation) => {
      const { method, path, server } = operation;
      if (server === undefined) return [];
      const schemes = new URL(server).origin === usual ? all : schemesOf(operation);
      return [[`${method.toUpperCase()} ${path}`, { url: server, schemes }]];
    }),
  );
}
