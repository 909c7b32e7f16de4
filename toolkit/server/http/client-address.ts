import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { ExchangeRequest } from "./exchange.ts";

/**
 * The address by which requests without a valid credential are counted: IPv4, or an IPv6 /56, which providers give to one
 * subscriber (RIPE-690). Honours trusted proxies; an invalid forwarded address falls back to the connection's.
 */
export function addressOf(req: Pick<ExchangeRequest, "ip" | "socket">): string {
  return networkOf(req.ip) ?? networkOf(req.socket.remoteAddress) ?? "unknown";
}

/**
 * The client's address, as the outermost trusted proxy has seen it.
 * @param trustProxy number of trusted proxies, each of which appends the address that it has seen
 */
export function forwardedAddress(
  { headers, socket }: Pick<ExchangeRequest, "headers" | "socket">,
  trustProxy: number,
): string | undefined {
  const forwarded = trustProxy > 0 ? [headers["x-forwarded-for"] ?? []].flat().join(",") : "";
  const nearestFirst = forwarded
    .split(",")
    .reverse()
    .filter((one) => one.trim() !== "");
  return nearestFirst[Math.min(trustProxy, nearestFirst.length) - 1]?.trim() ?? socket.remoteAddress;
}

/**
 * Normalises an address: `203.0.113.7` with or without `::ffff:` or a port stays `203.0.113.7`;
 * `2001:db8:1:203:4::5` becomes `2001:db8:1:200::/56`. Undefined for anything else.
 */
export function networkOf(text: string | undefined): string | undefined {
  const address = withoutPort(text?.trim() ?? "");
  if (!isIP(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const network = [first, second, third, fourth & 0xff00].map((group) => group.toString(16));
  return `${network.join(":")}::/56`;
}

/** Some proxies include the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}
