import { BlockList, isIP } from "node:net";

// IANA's special-purpose registries (RFC 6890), since a merchant's server is globally reachable.
const privateV4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's host, which answers every machine there.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** Within 2000::/3: protocol assignments including Teredo, documentation, and 6to4, which embeds an IPv4 address. */
const specialV6: [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refusedV4 = new BlockList();
for (const [network, prefix] of privateV4) refusedV4.addSubnet(network, prefix, "ipv4");
const refusedV6 = new BlockList();
for (const [network, prefix] of specialV6) refusedV6.addSubnet(network, prefix, "ipv6");
// Anything else isn't global unicast: loopback, unique-local, link-local, NAT64, IPv4-mapped.
const globalV6 = new BlockList();
globalV6.addSubnet("2000::", 3, "ipv6");

/** Whether a text is an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !refusedV4.check(address, "ipv4");
  return isIP(address) === 6 && globalV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6");
}
