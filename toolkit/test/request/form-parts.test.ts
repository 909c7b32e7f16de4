import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formParts, partContent } from "../../server/request/form-parts.ts";

async function sent(form: FormData): Promise<[Buffer<ArrayBuffer>, string]> {
  const message = new Response(form);
  return [Buffer.from(await message.arrayBuffer()), message.headers.get("content-type") ?? ""];
}

/** Files by name, type and content. */
function comparable(parts: Iterable<[string, string | File]>) {
  return Promise.all(
    [...parts].map(async ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString("base64")],
    ),
  );
}

type Content = [name: string, value: string | File];

const contents = (body: Buffer<ArrayBuffer>, contentType: string): Content[] =>
  formParts(body, contentType).map((part) => [part.name, partContent(part)]);

const name = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom('a"b', "a\r\nb", "%22", "c:\\d", "a;b=c"),
);
const file = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), name, fc.constantFrom("", "text/plain", "image/png"))
  .map(([bytes, filename, type]) => new File([new Uint8Array(bytes)], filename, { type }));

test("every form that Node writes is read as Node reads it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, fc.oneof(name, file)), { minLength: 1 }), async (entries) => {
      const form = new FormData();
      for (const [key, value] of entries) form.append(key, value);
      const [body, type] = await sent(form);
      const byNode = await new Response(body, { headers: { "Content-Type": type } }).formData();
      expect(await comparable(contents(body, type))).toEqual(await comparable(byNode.entries()));
    }),
  );
});

const type = "multipart/form-data; boundary=b";
const read = (body: string, contentType = type): Content[] => contents(Buffer.from(body), contentType);
const disposition = 'Content-Disposition: form-data; name="a"';

test("files outlive the body's memory", async () => {
  const body = Buffer.from(
    Uint8Array.from(Buffer.from(`--b\r\n${disposition}; filename=c\r\n\r\nx\r\n--b--`)).buffer,
  );
  const [[, value] = []] = contents(body, type);
  body.buffer.transfer(0);
  expect(await (value as File).text()).toBe("x");
});

describe("a form from another client", () => {
  test.each([
    [
      "a boundary in quotation marks",
      `--b\r\n${disposition}\r\n\r\n1\r\n--b--`,
      'multipart/form-data; boundary="b"',
    ],
    ["text before and after", `hello\r\n--b\r\n${disposition}\r\n\r\n1\r\n--b--\r\ngoodbye`, type],
    ["spelled otherwise", "--b\r\ncontent-disposition:FORM-DATA;name=a\r\n\r\n1\r\n--b--", type],
    ["other headers", `--b\r\nX-Own: 1\r\n${disposition}\r\n\r\n1\r\n--b--`, type],
    ["Base64", `--b\r\n${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\nMQ==\r\n--b--`, type],
  ])("%s", (_, body, contentType) => {
    expect(read(body, contentType)).toEqual([["a", "1"]]);
  });

  test("the boundary's text within content is content", () => {
    expect(read(`--b\r\n${disposition}\r\n\r\n--b, b and\r\n-b\r\n--b--`)).toEqual([
      ["a", "--b, b and\r\n-b"],
    ]);
  });

  test("a file name with non-ASCII characters (RFC 8187) takes precedence over the other", () => {
    const names = "filename=naive.png; filename*=UTF-8''na%C3%AFve.png";
    const [[, value] = []] = read(`--b\r\n${disposition}; ${names}\r\n\r\n1\r\n--b--`);
    expect((value as File).name).toBe("naïve.png");
  });
});

test.each([
  ["no boundary in the type", `--b\r\n${disposition}\r\n\r\n1\r\n--b--`, "multipart/form-data"],
  ["another boundary", `--c\r\n${disposition}\r\n\r\n1\r\n--c--`, type],
  ["nothing", "", type],
  ["no end", `--b\r\n${disposition}\r\n\r\n1`, type],
  ["no end after a part", `--b\r\n${disposition}\r\n\r\n1\r\n--b`, type],
  ["no empty line after the head", `--b\r\n${disposition}\r\n--b--`, type],
  ["a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--", type],
  ["a part without a head", "--b\r\n\r\n1\r\n--b--", type],
  ["an invalid header", `--b\r\n${disposition}\r\nhello\r\n\r\n1\r\n--b--`, type],
  ["another disposition", "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--", type],
  ["an unclosed quotation mark", '--b\r\nContent-Disposition: form-data; name="a\r\n\r\n1\r\n--b--', type],
  ["another charset of a file name", `--b\r\n${disposition}; filename*=latin1''a\r\n\r\n1\r\n--b--`, type],
  ["a malformed file name", `--b\r\n${disposition}; filename*=utf-8''%ZZ\r\n\r\n1\r\n--b--`, type],
])("a body with %s isn't a form", (_, body, contentType) => {
  expect(() => read(body, contentType)).toThrow();
});
