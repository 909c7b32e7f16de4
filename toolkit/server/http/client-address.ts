import { isIP } from "node:net";
import type { Request } from "express";
import ipaddr from "ipaddr.js";

/**
 * Whom to count requests without a valid credential for: an IPv4 address, or the /64 of an IPv6 address, which is the
 * least that a network assigns to one subscriber. Proxies are trusted as far as `trust proxy` says; an invalid forwarded
 * address falls back to the address of the connection.
 */
export function addressOf(req: Request): string {
  return networkOf(req.ip) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}

/**
 * `203.0.113.7` as it is, also from `::ffff:203.0.113.7` or with a port; `2001:db8:1:2:3::4` as
 * `2001:db8:1:2::/64`. Undefined for anything else.
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
