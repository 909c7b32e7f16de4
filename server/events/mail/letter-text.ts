import type { Letter } from "./letter.ts";

/** A mail's text part. */
export function letterText(letter: Letter): string {
  const { senderName, title, paragraphs, link, links, table, facts, closing } = letter;
  const blocks = [
    [...(senderName === null ? [] : [senderName]), title].join("\n"),
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...links.map(({ heading, items, note }) =>
      [`${heading}:`, ...items.map(({ label, url }) => `${label}: ${url}`), note].join("\n"),
    ),
    ...(table ? [tableText(table)] : []),
    ...facts.map(({ label, lines }) => [`${label}:`, ...lines].join("\n")),
    ...(closing === undefined ? [] : [closing]),
  ];
  return blocks.join("\n\n");
}

function tableText({ rows, sums }: NonNullable<Letter["table"]>): string {
  return [
    ...rows.map(({ name, quantity, amount }) => `${quantity} × ${name}: ${amount}`),
    ...sums.map(({ label, amount }) => `${label}: ${amount}`),
  ].join("\n");
}
