import { Agent, request } from "node:http";
import type { SendCall } from "@counterpart/server/mcp/calls/send-call";

/** Sends calls to a server on this machine. Redirects aren't followed. */
export function sendThrough(url: string): SendCall {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: false });
  return ({ method, target, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, agent, method, path: target, headers, signal });
      sent.once("response", resolve).once("error", reject);
      sent.end(body);
    });
}
