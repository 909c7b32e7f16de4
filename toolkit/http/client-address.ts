import { isIPv4, isIPv6 } from "node:net";
import type { Request } from "express";

/**
 * Whom to count requests without a valid credential for: an IPv4 address, or the /64 of an IPv6 address, which is the
 * least that a network assigns to one customer. Proxies are trusted as far as `trust proxy` says; an invalid forwarded
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
  if (text === undefined) return undefined;
  const address = withoutPort(text.trim());
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}

/** Some proxies include the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [plain = ""] = address.split("%");
  const [start = "", end] = plain.split("::");
  const before = numbersOf(start);
  if (end === undefined) return before;
  const after = numbersOf(end);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!group.includes(".")) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
