import { createMcpServer, type Exchange } from "./mcp-server.ts";
import type { Toolset } from "./toolset.ts";

/** Serves tools over standard input and output, to the one client that started the process. */
export async function serveOverStdio(
  toolset: Toolset,
  exchange: Exchange,
  onRefused: (reason: Error) => void,
): Promise<{ close(): Promise<void> }> {
  const [sdk, { serveStdio }] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/stdio"),
  ]);
  return serveStdio(() => createMcpServer(sdk, toolset, exchange), {
    maxSubscriptions: 0,
    onerror: onRefused,
  });
}
