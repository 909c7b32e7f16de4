import type { OwnServers } from "@counterpart/server/client-runtime/own-servers";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { serverUrl } from "@counterpart/server/document/server-url";

/** The operations that the document has on servers of their own, with the credentials that they ask for. */
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
