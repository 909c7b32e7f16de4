// The exports for programs that listen with Node's server.

export { nodeListener } from "./adapters/node/node-exchange.ts";
export { describeRefusal } from "./process/listen/describe-refusal.ts";
export { type Listening, listen } from "./process/listen/listen.ts";
