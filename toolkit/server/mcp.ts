// The exports for programs that offer an API's operations as MCP tools.

export { credentialsOf } from "./mcp/calls/credentials.ts";
export type { PipelineSender } from "./mcp/calls/pipeline-sender.ts";
export type { CallRequest, CallResponse, SendCall } from "./mcp/calls/send-call.ts";
export { createMcpHandler } from "./mcp/mcp-handler.ts";
export { serveOverStdio } from "./mcp/serve-stdio.ts";
export { operationTools } from "./mcp/tools/tools.ts";
export { createToolset, type Toolset } from "./mcp/toolset.ts";
