/** The SDK, imported only by servers with MCP: it takes longer to load than the rest of a small server. */
export type Sdk = typeof import("@modelcontextprotocol/server");
