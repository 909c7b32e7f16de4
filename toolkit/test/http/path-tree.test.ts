import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeText } from "../../client/styles/encode-text.ts";
import { createPathTree } from "../../server/http/path-tree.ts";

const find = createPathTree<string>([
  ["/apis/{group}.{version}/pods", "pods"],
  ["/jobs/{id}:cancel", "cancel"],
  ["/users({id})", "user"],
  ["/sites/{name}.{format}", "site", { format: "json|xml" }],
  ["/posts/{id}-{slug}", "post", { id: "-?[0-9]+" }],
  ["/tiles/{x},{y},{name}.png", "tile"],
  ["/all%20of/100%25/{id}", "encoded"],
  ["/a%3Ab*c/{id}", "separators"],
  ["/a{any}c/{id}", "any"],
  ["/cells(row={row},column={column})", "cell"],
  ["/shelves/{shelf}({book})", "shelf"],
  ["/rooms/{room}[{door}]~{key}", "room"],
  ["/calls/{name}()", "call"],
  ["/calls/{name}{version}", "call of a version", { version: "[0-9]{1,40}" }],
  ["/caf\u00e9/{size} {kind}", "coffee"],
  ["/sizes/{width}x{height}A{unit}", "size"],
  ["/builds/{version}.{part}-{label}", "build"],
  ["/files/{name}.{extension}:open", "opened"],
]);

test.each([
  ["/apis/batch.v1/pods", "pods", ["batch", "v1"]],
  ["/apis/a%2Fb.c%2F/pods", "pods", ["a/b", "c/"]],
  ["/apis/a%0A.b/pods", "pods", ["a\n", "b"]],
  ["/jobs/a%2Fb:cancel", "cancel", ["a/b"]],
  ["/jobs/a:b:cancel", "cancel", ["a:b"]],
  ["/tiles/1,2,3.5.old.png", "tile", ["1", "2", "3.5.old"]],
  ["/users(a%2F)", "user", ["a/"]],
  ["/apis/a.b.v1/pods", "pods", ["a.b", "v1"]],
  ["/sites/a.b.json", "site", ["a.b", "json"]],
  ["/sites/a.b.pdf", "site", ["a.b", "pdf"]],
  ["/posts/-1-a-b", "post", ["-1", "a-b"]],
  ["/posts/a-b-c", "post", ["a", "b-c"]],
  ["/all%20of/100%25/1", "encoded", ["1"]],
  ["/a%3ab*c/1", "separators", ["1"]],
  ["/a%3ab%2Ac/1", "separators", ["1"]],
  ["/abc/1", "any", ["b", "1"]],
  ["/abc/*|%22", "any", ["b", '*|"']],
  ["/cells(row=2,column=3)", "cell", ["2", "3"]],
  ["/cells(row=1%2C2,column=a%29b)", "cell", ["1,2", "a)b"]],
  ["/cells%28row=2,column=3%29", "cell", ["2", "3"]],
  ["/shelves/a(b)", "shelf", ["a", "b"]],
  ["/shelves/a%28b%29(c)", "shelf", ["a(b)", "c"]],
  ["/shelves/a(b(c))", "shelf", ["a", "b(c)"]],
  ["/shelves/a%28b%29", "shelf", ["a", "b"]],
  ["/rooms/1%5B2%5D~3", "room", ["1", "2", "3"]],
  ["/rooms/1[2]~3", "room", ["1", "2", "3"]],
  ["/calls/run()", "call", ["run"]],
  ["/calls/run12", "call of a version", ["run", "12"]],
  ["/caf%C3%A9/big%20black%20one", "coffee", ["big", "black one"]],
  ["/sizes/%2Fx2%2FA3", "size", ["/", "2/", "3"]],
  ["/builds/1.2.3-rc.1", "build", ["1", "2.3", "rc.1"]],
  ["/files/a.min.js:open", "opened", ["a", "min.js"]],
])("%s is found, including encoded slashes", (path, place, segments) => {
  expect(find(path, path)).toEqual({ place, segments, isUndecodable: false });
});

test.each([
  "/apis/a/b.c/pods",
  "/apis/batch/pods",
  "/jobs/a:start",
  "/cells(row=2;column=3)",
  "/cells(row=2,column=3",
  "/shelves/(b)",
  "/shelves/a()",
])("%s matches none of these paths", (path) => {
  expect(find(path, path)).toBeUndefined();
});

// Trying every split would take hours.
test.each([
  ["/tiles/{x},{y},{name}.png", ","],
  ["/tiles/{x}.{y}-{name}", "."],
  ["/tiles/{x}.{y}!", "."],
  ["/tiles/{a}.{b}{c}-{d}", "."],
  ["/tiles/{x}({y})({name})!", "("],
  ["/tiles/{x}{y}{name})", "a"],
  ["/tiles/{x}{y}{name}{format})", "%20"],
])("the time until a text of separators fails to match %s grows with its length", (path, separator) => {
  const find = createPathTree([[path, path]]);
  const milliseconds = (length: number): number => {
    const sent = `/tiles/${separator.repeat(length / separator.length)}`;
    const times = [1, 2, 3].map(() => {
      const { user } = process.cpuUsage();
      expect(find(sent, sent)).toBeUndefined();
      return process.cpuUsage().user - user;
    });
    return Math.min(...times) / 1000;
  };
  // Quadratic time would be 100 times as much.
  expect(milliseconds(15_000)).toBeLessThan(40 * Math.max(1, milliseconds(1500)));
});

test("the more specific path is found, and another one where it leads nowhere", () => {
  const find = createPathTree(
    [
      "/pets/{id}",
      "/pets/{name}.json",
      "/pets/new",
      "/pets/new-{id}",
      "/{kind}/new/x",
      "/pets/{a}-{b}/y",
    ].map((path): [string, string] => [path, path]),
  );
  const found = (path: string) => find(path, path)?.place;
  expect(["/pets/new", "/pets/new-1", "/pets/a.json", "/pets/a", "/pets/a-b"].map(found)).toEqual([
    "/pets/new",
    "/pets/new-{id}",
    "/pets/{name}.json",
    "/pets/{id}",
    "/pets/{id}",
  ]);
  expect(["/pets/new/x", "/pets/new-1/y", "/pets/", "/pets/new/y"].map(found)).toEqual([
    "/{kind}/new/x",
    "/pets/{a}-{b}/y",
    undefined,
    undefined,
  ]);
});

test.each([
  ["/v{major}", "/v{major}.{minor}", "/v1.2", ["1", "2"]],
  ["/Lines({id})", "/Lines({order},{line})", "/Lines(1,2)", ["1", "2"]],
  ["/c/{a}-{b}", "/c/{a}-{b}-{c}", "/c/1-2-3", ["1", "2", "3"]],
  ["/c/{a}-{b}", "/c/{a}{b}--{c}", "/c/12--3", ["1", "2", "3"]],
])("%s doesn't hide %s, whichever is listed first", (general, specific, path, segments) => {
  const places = [general, specific].map((one): [string, string] => [one, one]);
  for (const listed of [places, places.toReversed()])
    expect(createPathTree(listed)(path, path)).toEqual({ place: specific, segments, isUndecodable: false });
});

const literal = fc
  .array(fc.constantFrom(...`()[],;:='!*~._-@&+$ é^|"<>\\AfF`, "%25"), { minLength: 1, maxLength: 3 })
  .map((characters) => characters.join(""));
const value = fc
  .array(fc.constantFrom(..."0123/(),=?#€"), { minLength: 1, maxLength: 4 })
  .map((characters) => characters.join(""));

test("a path is found with the encoded values, whatever surrounds them", () => {
  fc.assert(
    fc.property(literal, fc.array(fc.tuple(value, literal), { maxLength: 4 }), (start, rest) => {
      const path = `/${start}${rest.map(([, after]) => `{p}${after}`).join("")}`;
      const own = (text: string) => encodeURI(text).replaceAll("%25", "%");
      const sent = `/${own(start)}${rest.map(([one, after]) => encodeText(one) + own(after)).join("")}`;
      const found = createPathTree([[path, path]])(sent, sent);
      expect(found).toEqual({ place: path, segments: rest.map(([one]) => one), isUndecodable: false });
    }),
  );
});
