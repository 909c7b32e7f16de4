import { expect, test } from "vitest";
import { nextPage } from "../../../client/calls/next-page.ts";

const url = "https://pets.test/v1/pets?limit=2";
const next = (link?: string) => nextPage(new Headers(link === undefined ? {} : { Link: link }), url)?.href;

test.each([
  ["an absolute URL", '<https://pets.test/v1/pets?after=b>; rel="next"'],
  ["a relative one", '</v1/pets?after=b>; rel="next"'],
  ["a query alone", '<?after=b>; rel="next"'],
  ["a token", "</v1/pets?after=b>;rel=next"],
  ["any case", '</v1/pets?after=b> ; REL = "Next"'],
  ["several relations", '</v1/pets?after=b>; rel="last next"'],
  ["the second of two links", '</v1/pets>; rel="first", </v1/pets?after=b>; rel="next"'],
  ["separators in text", '</v1/pets>; title="<a>, \\"b; rel=next"; rel=first, <?after=b>; rel="next"'],
  ["parameters without a value", '</v1/pets?after=b>; crossorigin; rel="next"'],
])("the next page is found in %s", (_, link) => {
  expect(next(link)).toBe("https://pets.test/v1/pets?after=b");
});

test.each([
  ["no header", undefined],
  ["another relation", '</v1/pets?after=b>; rel="prev"'],
  ["a link without a relation", "</v1/pets?after=b>"],
  ["a second relation, which is ignored", '</v1/pets?after=b>; rel="prev"; rel="next"'],
  ["a link about something else", '</v1/pets?after=b>; rel="next"; anchor="/cats"'],
])("there is no next page: %s", (_, link) => {
  expect(next(link)).toBeUndefined();
});

test("a page of another origin is refused", () => {
  expect(() => next('<http://pets.test/v1/pets?after=b>; rel="next"')).toThrow(
    "The next page has another origin, http://pets.test.",
  );
});
