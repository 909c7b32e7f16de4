// The exports for programs that write a server's log.

export { createLog } from "./log/log.ts";
export type { LogOutput } from "./log/log-output.ts";
