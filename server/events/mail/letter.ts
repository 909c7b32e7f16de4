/** The content of a mail, from which both its HTML and its text are made. */
export interface Letter {
  /** BCP 47. */
  language: string;
  /** Shown above the title; null for mails of no store. */
  senderName: string | null;
  title: string;
  paragraphs: string[];
  link?: { label: string; url: string } | undefined;
  /** Further links, each with its own label, and a note below them. */
  links: { heading: string; items: { label: string; url: string }[]; note: string }[];
  /** What was bought. */
  table?:
    | {
        headings: [string, string, string];
        rows: { name: string; quantity: string; amount: string }[];
        sums: { label: string; amount: string; isTotal: boolean }[];
      }
    | undefined;
  facts: { label: string; lines: string[] }[];
  /** The last paragraph. */
  closing?: string | undefined;
}

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
