import { isIP } from "node:net";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/**
 * The address by which requests without a valid credential are counted: IPv4, or an IPv6 /64, the smallest network of a
 * subscriber. Honours `trust proxy`; an invalid forwarded address falls back to the connection's.
 */
export function addressOf(req: Request): string {
  return networkOf(req.ip) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}

/**
 * Normalises an address: `203.0.113.7` with or without `::ffff:` or a port stays `203.0.113.7`;
 * `2001:db8:1:2:3::4` becomes `2001:db8:1:2::/64`. Undefined for anything else.
 */
export function networkOf(text: string | undefined): string | undefined {
  const address = withoutPort(text?.trim() ?? "");
  if (!isIP(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** Some proxies include the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
