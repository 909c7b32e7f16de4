import type { PayablePages } from "../../database/queries/sessions/pages-to-close.ts";

const minuteMs = 60_000;

/** Describes the payment pages that can still be paid although a change took their products off sale. */
export function payableText({ count, until }: PayablePages): string {
  const time = new Date(Math.ceil(until / minuteMs) * minuteMs).toISOString().slice(11, 16);
  return count === 1
    ? `1 payment page is still open, and can be paid until ${time} UTC. The server keeps trying to close it.`
    : `${count} payment pages are still open, and can be paid until ${time} UTC. The server keeps trying to close them.`;
}

/** Adds the pages that can still be paid to a change's confirmation. */
export function withPayablePages(confirmation: string, pages: PayablePages | undefined): string {
  return pages ? `${confirmation} ${payableText(pages)}` : confirmation;
}
