import type { ApiDocument } from "@counterpart/server/document";
import { callAddress } from "@counterpart/testing/exchanges";
import { z } from "zod";

/** What the mock answers at `/`. */
const listing = z.object({
  documents: z.array(
    z.object({
      title: z.string(),
      version: z.string(),
      operations: z.array(z.object({ operationId: z.string() })),
    }),
  ),
});

const maxWaitMs = 5000;

/**
 * Finds a mock of the document on this machine, at the port where `counterpart mock` starts it.
 * @returns the addresses of its forms, by operationId; undefined if there is no such mock
 */
export async function findMock(
  { info }: Pick<ApiDocument, "info">,
  env: Record<string, string | undefined>,
): Promise<Record<string, string> | undefined> {
  const mock = `http://127.0.0.1:${env.MOCK_PORT || "4010"}`;
  const documents = await listed(mock);
  const index = documents.findIndex(({ title, version }) => title === info.title && version === info.version);
  const found = documents[index];
  return (
    found &&
    Object.fromEntries(
      found.operations.map((operation) => [operation.operationId, mock + callAddress(operation, index)]),
    )
  );
}

async function listed(mock: string): Promise<z.infer<typeof listing>["documents"]> {
  try {
    const response = await fetch(mock, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(maxWaitMs),
    });
    return listing.parse(await response.json()).documents;
  } catch {
    // No server, or another one.
    return [];
  }
}
