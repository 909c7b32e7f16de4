import { expect, test } from "vitest";
import { htmlText } from "../../server/import/html-text.ts";

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

test("is null when nothing is left to read", () => {
  for (const html of ["", " \n", "<p></p>", "<p>&nbsp;</p>", "<!-- draft -->", "<br><br>", "<img src=a>"]) {
    expect(htmlText(html), html).toBeNull();
  }
});
