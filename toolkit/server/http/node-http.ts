/**
 * Node's `node:http` for this process. An `import` of it evaluates all its exports, among them `WebSocket`, which loads
 * Node's copy of undici and with it HTTP/2: 13 MB and a tenth of a second that no server here needs.
 */
export const { createServer, IncomingMessage, maxHeaderSize, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule("node:http");
