import { expect, test } from "vitest";
import { serializeBody } from "../../client/serialize-body.ts";

const form = "multipart/form-data";
const file = new File(["png"], "saw.png", { type: "image/png" });

test("a form has a part for each value", () => {
  const value = {
    photo: file,
    tags: ["a", "b"],
    at: new Date(0),
    stars: 5,
    none: undefined,
    empty: null,
    absent: [],
  };
  const sent = serializeBody(form, value) as FormData;
  expect([...sent]).toEqual([
    ["photo", file],
    ["tags", "a"],
    ["tags", "b"],
    ["at", "1970-01-01T00:00:00.000Z"],
    ["stars", "5"],
  ]);
});

test("objects and lists of lists are JSON parts of a form", async () => {
  const body = serializeBody(form, { place: { shelf: 3 }, rows: [[1, 2], [3]], stars: 5 }) as Blob;
  const text = await body.text();
  const heads = text.split("\r\n").filter((line) => /^Content-|^[[{\d]/.test(line));
  expect(heads).toEqual([
    ...['Content-Disposition: form-data; name="place"', "Content-Type: application/json", '{"shelf":3}'],
    ...['Content-Disposition: form-data; name="rows"', "Content-Type: application/json", "[1,2]"],
    ...['Content-Disposition: form-data; name="rows"', "Content-Type: application/json", "[3]"],
    ...['Content-Disposition: form-data; name="stars"', "5"],
  ]);
});

test("bytes are a file of a form, as an octet stream where the document says so", async () => {
  const value = { photo: new Uint8Array([1, 2]), scan: [new ArrayBuffer(3)], raw: file };
  const octets = { contentTypes: ["application/octet-stream"] };
  const form = serializeBody("multipart/form-data", value, { scan: octets, raw: octets }) as FormData;
  const sent = [...form].map(([name, one]) => [
    name,
    ...(one instanceof File ? [one.size, one.type] : [one]),
  ]);
  expect(sent).toEqual([
    ["photo", 2, ""],
    ["scan", 3, "application/octet-stream"],
    ["raw", 3, "application/octet-stream"],
  ]);
});

test("a URL-encoded form is the same as text", () => {
  const value = { a: "x y", tags: [1, 2], place: { shelf: 3 }, none: undefined, empty: null, absent: [null] };
  const sent = serializeBody("application/x-www-form-urlencoded", value);
  expect(String(sent)).toBe("a=x+y&tags=1&tags=2&place=%7B%22shelf%22%3A3%7D");
});

test.each([
  ["text", "text/plain", "text"],
  ["a file", "image/png", file],
  ["a form that is already one", form, new FormData()],
  ["an object of another media type", "application/yaml", { a: 1 }],
  ["nothing", form, undefined],
  ["null", form, null],
])("%s is sent as given", (_, mediaType, value) => {
  expect(serializeBody(mediaType, value)).toBe(value);
});

const fields = {
  labels: { style: "deepObject" },
  lines: { style: "deepObject" },
  ids: { explode: false },
  words: { style: "pipeDelimited" },
  position: { style: "form" },
  note: { allowReserved: true },
  meta: { contentTypes: ["application/json"] },
  code: { contentTypes: ["application/json"] },
  photo: { contentTypes: ["image/png"] },
  scan: { contentTypes: ["image/png", "image/jpeg"] },
};

test("a URL-encoded form has its fields in their styles", () => {
  const value = {
    labels: { order: 7, "a b": "x&y" },
    lines: [{ boat: 1, hours: 2 }, { boat: 3 }],
    ids: [1, "a,b"],
    words: ["a", "b"],
    position: { lat: 1, long: 2 },
    note: "/a?b",
    code: "5",
    none: null,
  };
  expect(serializeBody("application/x-www-form-urlencoded", value, fields)).toBe(
    [
      ...["labels%5Border%5D=7", "labels%5Ba%20b%5D=x%26y"],
      ...["lines%5B0%5D%5Bboat%5D=1", "lines%5B0%5D%5Bhours%5D=2", "lines%5B1%5D%5Bboat%5D=3"],
      ...["ids=1,a%2Cb", "words=a%7Cb", "lat=1", "long=2", "note=/a?b", "code=%225%22"],
    ].join("&"),
  );
});

test("a multipart form has its fields in their styles and types", async () => {
  const value = {
    labels: { order: "x y" },
    ids: [1, 2],
    meta: { no: 1 },
    photo: new Blob(["p"]),
    scan: new Blob(["s"], { type: "image/jpeg" }),
    tags: [],
  };
  const body = serializeBody(form, value, fields) as Blob;
  expect(await body.text()).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"no":1}\r\n');
  const sent = [...(await new Response(body).formData())];
  const parts = sent.map(async ([name, part]) =>
    typeof part === "string" ? [name, part] : [name, part.type, await part.text()],
  );
  expect(await Promise.all(parts)).toEqual([
    ["labels[order]", "x y"],
    ["ids", "1,2"],
    ["meta", '{"no":1}'],
    ["photo", "image/png", "p"],
    ["scan", "image/jpeg", "s"],
  ]);
});

test("a multipart form with a part in JSON keeps the names, types and bytes of its files", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const value = {
    meta: { no: 1 },
    'a "b"\nc': "é",
    photo: new File([bytes], 'my "photo".png', { type: "image/png" }),
  };
  const body = serializeBody(form, value, { meta: { contentTypes: ["application/json"] } }) as Blob;
  const sent = await new Response(body).formData();
  expect([...sent.keys()]).toEqual(["meta", 'a "b"\nc', "photo"]);
  expect(sent.get('a "b"\nc')).toBe("é");
  const photo = sent.get("photo") as File;
  expect([photo.name, photo.type, new Uint8Array(await photo.arrayBuffer())]).toEqual([
    'my "photo".png',
    "image/png",
    bytes,
  ]);
});

test.each([
  ["a comma", { ids: [1, "a,b"] }],
  ["a pipe", { words: ["a|b"] }],
])("a part with a list whose item contains %s, its separator, is refused", (_, value) => {
  const [name] = Object.keys(value);
  expect(() => serializeBody(form, value, fields)).toThrow(`"${name}" can't be sent: "a`);
});
