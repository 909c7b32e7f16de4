import { BlockList, isIP, type LookupFunction } from "node:net";

// IANA's special-purpose registries (RFC 6890), since servers of others are globally reachable.
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

/**
 * The address of a request isn't public. The message doesn't contain the resolved address, which would reveal this
 * process's network to merchants and other readers.
 */
export class ForbiddenAddress extends Error {
  constructor(message = "the address isn't publicly reachable") {
    super(message);
  }
}

/**
 * A look-up that fails if any of the name's addresses isn't public. A request that uses it connects to exactly the
 * checked addresses, against DNS rebinding. Literal IP addresses aren't looked up, so they must be checked before.
 */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new ForbiddenAddress(), "");
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
