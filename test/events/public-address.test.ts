import { isPublicAddress } from "@counterpart/server/public-address";
import { describe, expect, test } from "vitest";

const refused = [
  ["this network", ["0.0.0.0", "0.255.255.255"]],
  ["private networks", ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"]],
  ["carrier-grade NAT", ["100.64.0.1", "100.127.255.255"]],
  ["the host of Azure's machines", ["168.63.129.16"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["link-local, with the metadata of clouds", ["169.254.0.1", "169.254.169.254", "fe80::1", "febf::1"]],
  ["protocol assignments and benchmarks", ["192.0.0.8", "198.18.0.1", "198.19.255.255", "192.88.99.1"]],
  ["documentation", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"]],
  ["multicast, reserved and broadcast", ["224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"]],
  ["unspecified and multicast of IPv6", ["::", "ff02::1"]],
  ["unique-local", ["fc00::1", "fd00:ec2::254"]],
  ["IPv4-mapped and IPv4-compatible", ["::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:a00:1", "::7f00:1"]],
  ["tunnels: NAT64, Teredo, 6to4", ["64:ff9b::a00:1", "64:ff9b:1::1", "2001::1", "2002:a00:1::1"]],
  ["site-local, discard and segment routing", ["fec0::1", "100::1", "5f00::1"]],
  ["what isn't an address", ["", "localhost", "127.1", "0x7f000001", "fe80::1%eth0"]],
] as const;

describe("an address that isn't on the public internet", () => {
  test.each(refused)("%s", (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

test("addresses on both sides of those ranges are public", () => {
  const addresses = [
    ...["1.0.0.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
    ...[
      "128.0.0.1",
      "168.63.129.15",
      "168.63.129.17",
      "169.253.255.255",
      "169.255.0.0",
      "172.15.255.255",
      "172.32.0.0",
      "192.167.255.255",
    ],
    ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2001:4860:4860::8888"],
    ...["2606:4700:4700::1111", "2a00:1450:4001::1", "3ffe::1"],
  ];
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([]);
});
