import { compile } from "html-to-text";

const headings = ["h1", "h2", "h3", "h4", "h5", "h6"];
const options = {
  wordwrap: false as const,
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "ul", options: { itemPrefix: "• " } },
    { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
    ...["img", "hr", "style", "script", "iframe"].map((selector) => ({ selector, format: "skip" })),
  ],
};
const fromHtml = compile(options);
const fromText = compile({ ...options, preserveNewlines: true });

/** What a visitor reads of an HTML fragment, without markup and addresses; null when that is nothing. */
export function htmlText(html: string): string | null {
  // Text without a single tag was typed as text, and its line breaks are meant.
  const text = /<[a-z!/]/i.test(html) ? fromHtml(html) : fromText(html);
  const tidy = text
    .replaceAll(/[\u00a0\u202f]/g, " ")
    .replaceAll(/[ \t\r]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return tidy === "" ? null : tidy;
}
