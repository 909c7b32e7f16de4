import { expect, test } from "vitest";
import { htmlText, UnreadableHtml } from "../../server/catalog-import/html-text.ts";
import { cpuGrowth } from "../helpers/cpu-growth.ts";

test.for([
  ["entities", "<p>Ink &amp; paper &lt; &euro;5&nbsp;each</p>", "Ink & paper < €5 each"],
  ["paragraphs", "<p>One</p>\n<p>Two<br>three</p>", "One\n\nTwo\nthree"],
  ["lists", "<ul><li>A4</li><li>300 g/m²</li></ul>", "• A4\n• 300 g/m²"],
  ["links, without their address", '<a href="https://a.example/">our press</a>', "our press"],
  ["headings, in their own case", "<h2>Care</h2><p>Keep dry.</p>", "Care\n\nKeep dry."],
  ["no images, styles and scripts", "<style>p{}</style><img src=a alt=b><script>x()</script>Card", "Card"],
  ["table cells apart", "<table><tr><th>Size</th><td>A4</td></tr></table>", "Size   A4"],
  ["text that was never HTML, with its lines", "One < two\nthree & four", "One < two\nthree & four"],
] as const)("keeps %s", ([, html, text]) => {
  expect(htmlText(html)).toBe(text);
});

test("is null when there is no text", () => {
  for (const html of ["", " \n", "<p></p>", "<p>&nbsp;</p>", "<!-- draft -->", "<br><br>", "<img src=a>"]) {
    expect(htmlText(html), html).toBeNull();
  }
});

const nested = (tag: string) => `<${tag}>`.repeat(100_000);

test.for([
  ["100,000 nested <div>", nested("div"), "nests elements more than 100 deep"],
  ["100,000 nested <b>", nested("b"), "nests elements more than 100 deep"],
  ["nested lists", "<ol><li>".repeat(100_000), "nests elements more than 100 deep"],
  ["120 nested tables", "<table><tr><td>".repeat(120), "nests elements more than 100 deep"],
  [
    "a table of many rows",
    `<table>${"<tr><td>a".repeat(2000)}</table>`,
    "has a table of more than 1000 cells",
  ],
  ["a cell that spans", "<table><tr><td colspan=1e9 rowspan=9999>", "has a table of more than 1000 cells"],
  ["a million letters", "a".repeat(2 ** 20 + 1), "is longer than 1 million characters"],
] as const)("refuses %s", ([, html, why]) => {
  expect(() => htmlText(html)).toThrow(new UnreadableHtml(why));
});

test("reads unclosed elements, as HTML allows", () => {
  const rows = "<tr><td>a<td>b".repeat(300);
  expect(htmlText(`<table>${rows}</table>`)).toContain("a   b");
  expect(htmlText(`<ul>${"<li>One".repeat(300)}</ul>`)).toContain("One");
  expect(htmlText("<p>One<div>Two</div>".repeat(300))).toContain("Two");
  expect(htmlText("<div><p>One<br>Two<img src=a></div>".repeat(300))).toContain("Two");
});

function readOrRefuse(html: string): void {
  try {
    htmlText(html);
  } catch (error) {
    if (!(error instanceof UnreadableHtml)) throw error;
  }
}

test.for([
  ["spaces before a word", (n: number) => `${"&nbsp;".repeat(n)}x`],
  ["spaces within a paragraph", (n: number) => `<p>a${"&nbsp;".repeat(n)}b</p>`],
  ["line breaks", (n: number) => "<br>".repeat(n)],
  ["paragraphs", (n: number) => "<p>a</p>".repeat(n)],
  ["list items", (n: number) => `<ul>${"<li>a".repeat(n)}</ul>`],
  ["half a tag", (n: number) => "<p ".repeat(n)],
  ["comments that don't end", (n: number) => "<!--".repeat(n)],
  ["nested elements", (n: number) => "<div>".repeat(n)],
] as const)("takes time in proportion to the length: %s", ([, make]) => {
  // Eight times the input takes eight times as long if the time is linear, 64 times if it is quadratic.
  expect(cpuGrowth(readOrRefuse, make(10_000), make(80_000))).toBeLessThan(32);
});
