import { html } from "hono/html";
import type { DuplicateSubscription } from "../../../database/queries/buyers/duplicate-subscriptions.ts";
import type { Html } from "../../route.ts";
import { instant, tag } from "../../view/texts.ts";

/** Explains that the order was a member's second subscription to a product, and how it was handled. */
export function duplicateSection(duplicate: DuplicateSubscription | undefined, zone: string): Html | "" {
  if (!duplicate) return "";
  const { keptSubscriptionId, foundAt, cancelledAt, problem } = duplicate;
  return html`<section class="card${problem === null ? "" : " danger-zone"}">
<h2>Duplicate subscription</h2>
<p>${duplicateTag(duplicate)}</p>
<p>The member bought this product twice at the same time and keeps <code>${keptSubscriptionId}</code>. This subscription
${cancelledAt === null ? "is being cancelled" : html`was cancelled on ${instant(cancelledAt, zone)}`}, and its payment is refunded.</p>
${problem !== null && html`<p><strong>Not refunded yet:</strong> ${problem} The server retries twice a day. If it keeps failing, refund the order yourself.</p>`}
<p class="hint">Since ${instant(foundAt, zone)}</p>
</section>`;
}

/** How a second subscription was handled. */
export function duplicateTag({ cancelledAt, settledAt, problem }: DuplicateSubscription): Html {
  if (settledAt !== null) return tag("Duplicate, refunded", "plain");
  if (problem !== null) return tag("Duplicate, not refunded", "bad");
  return tag(cancelledAt === null ? "Duplicate, being cancelled" : "Duplicate, being refunded", "wait");
}
