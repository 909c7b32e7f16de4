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
