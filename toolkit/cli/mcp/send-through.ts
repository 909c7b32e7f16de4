import { Agent, request } from "node:http";
import type { SendCall } from "@counterpart/server/mcp";

/**
 * Sends calls to the proxy. Redirects aren't followed.
 * @param prefix of the document's paths, which the proxy adds by itself
 */
export function sendThrough(url: string, prefix: string): SendCall {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: false });
  return ({ method, target, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const path = target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : target;
      const sent = request({ hostname, port, agent, method, path, headers, signal });
      sent.once("response", resolve).once("error", reject);
      sent.end(body);
    });
}
