import { describe, expect, test } from "vitest";
import { textFormats } from "../../../server/document/schemas/formats.ts";

/** Valid and invalid texts of each format, beside those of JSON-Schema-Test-Suite (`npm run conformance`). */
const cases: Record<string, { right: string[]; wrong: string[] }> = {
  "date-time": {
    right: [
      "2024-02-29T00:00:00Z",
      "2024-02-29t23:59:59.1234567890123z",
      "2015-06-30T23:59:60Z",
      "2016-12-31T23:59:60.5Z",
      "2017-01-01T05:29:60+05:30",
      "2016-12-31T12:59:60-11:00",
    ],
    wrong: [
      "2024-02-29 00:00:00Z",
      "2024-02-29\t00:00:00Z",
      "2024-02-29_00:00:00Z",
      "2024-02-29TT00:00:00Z",
      "2024-02-29T00:00:00",
      "2024-02-29T00:00:00.Z",
      "2024-02-29T00:00:00+0100",
      "2024-02-29T00:00:00+01",
      "2024-02-29T24:00:00Z",
      "2023-02-29T00:00:00Z",
      "2016-10-31T23:59:60Z",
      "2016-12-30T23:59:60Z",
      "2016-12-31T23:59:60+01:00",
      "2024-02-29T00:00:00Z ",
    ],
  },
  time: {
    right: ["23:59:60Z", "00:59:60+01:00", "22:29:60-01:30", "12:00:00.000000000000001z"],
    wrong: [
      "23:59:60+01:00",
      "24:00:00Z",
      "12:00:00",
      "12:00Z",
      "12:00:00+1:00",
      "12:00:00+0100",
      "12:00:61Z",
    ],
  },
  date: { right: ["2000-02-29", "0000-01-01"], wrong: ["1900-02-29", "2024-04-31", "2024-4-1", "20240401"] },
  duration: {
    right: ["P1Y2M3DT4H5M6S", "P2W", "PT1M", "P1Y2M"],
    wrong: ["P", "PT", "P1", "P1Y2D", "PT1H2S", "P1Y2W", "P1.5D", "p1d", "P1DT"],
  },
  uuid: {
    right: ["0B8F0C3E-8c53-4f0a-9d0c-0f3f6c1f2a11", "00000000-0000-0000-0000-000000000000"],
    wrong: ["urn:uuid:0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11", "{0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11}"],
  },
  email: {
    right: [
      "root@localhost",
      '"a b"@example.com',
      '"a\\"b@c"@example.com',
      "a@[192.0.2.1]",
      "a@[IPv6:2001:db8::1]",
      "o'hara+x@example.com",
    ],
    wrong: [
      "a",
      "a@",
      "@b",
      "a..b@c.example",
      '"a@c.example',
      "a@[192.0.2]",
      "a@[X:1]",
      "a@b_c.example",
      "a@-b",
      "ä@b",
    ],
  },
  "idn-email": {
    right: ["ä@bücher.example", '"ä b"@example.com', "root@localhost"],
    wrong: ["2962", "ä", "@ä", "ä@", "ä@-b", "\ud800@example.com"],
  },
  hostname: {
    right: ["localhost", "xn--bcher-kva.example", "3com.com", "a--b.example", "XN--BCHER-KVA.example"],
    wrong: [
      "",
      ".",
      "a.",
      "a..b",
      "-a",
      "a_b",
      "xn--a",
      "ab--c.example",
      "bücher.example",
      `${"a.".repeat(127)}a`,
    ],
  },
  "idn-hostname": { right: ["bücher.example", "例え.テスト"], wrong: ["a..b", "-ü", "ü。", "a\u0640b"] },
  ipv4: {
    right: ["0.0.0.0", "255.255.255.255"],
    wrong: ["01.2.3.4", "256.1.1.1", "1.2.3", "0x7f.0.0.1", "1.2.3.4/8"],
  },
  ipv6: {
    right: ["::", "::ffff:192.0.2.1", "2001:DB8::1"],
    wrong: [":::", "1::2::3", "fe80::1%eth0", "::1/64", "[::1]"],
  },
  uri: {
    right: ["urn:isbn:0451450523", "http://[v1.x]/", "http://a/b?c=d#e", "a:", "http://a:/", "data:,%20"],
    wrong: [
      "//a/b",
      "/a",
      "http://a b/",
      'http://a/"',
      "http://a/%2",
      "http://a/\\",
      "http://[::g]/",
      "http://ä/",
      "1a:b",
    ],
  },
  "uri-reference": {
    right: ["", "//a/b", "../a?b#c", "#", "a/b:c"],
    wrong: ["a b", "\\a", "%", "ä", ":a", "a|b"],
  },
  iri: { right: ["http://ä/ö?ü#ß", "http://a/b"], wrong: ["/ä", "http://ä b", "http://a/\ud800"] },
  "iri-reference": { right: ["/ä", ""], wrong: ["ä b", "\\ä"] },
  "uri-template": {
    right: ["http://a/{b.c}", "a'b", "/{?a,b*}", "{/a:3}", "{+x}", "ä", ""],
    wrong: ["{", "}", "{a", "{}", "{a.}", "{.}", "{a b}", "{a:0}", "{a:10000}", "{a'b}", "%zz", "a b"],
  },
  "json-pointer": { right: ["", "/", "/a~0b~1c/0"], wrong: ["a", "#/a", "/~", "/~2"] },
  "relative-json-pointer": {
    right: ["0", "1/a", "2#", "0-1/a", "1+2"],
    wrong: ["", "/a", "01", "-1/a", "0##", "1a"],
  },
  regex: { right: ["^a$", "\\p{L}+", "(?<a>b)\\k<a>"], wrong: ["(", "a{2,1}", "\\Z", "\\p{X}", "[b-a]"] },
  byte: { right: ["", "YQ==", "YWI="], wrong: ["YQ", "YQ=", "Y===", "YQ==\nYQ==", "YQ-_"] },
};

describe.each(Object.entries(cases))("%s", (format, { right, wrong }) => {
  test.each(right)("accepts %j", (text) => expect(textFormats[format]?.(text)).toBe(true));
  test.each(wrong)("refuses %j", (text) => expect(textFormats[format]?.(text)).toBe(false));
});
