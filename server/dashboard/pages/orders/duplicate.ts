import { html } from "hono/html";
import type { DuplicateSubscription } from "../../../database/queries/buyers/duplicate-subscriptions.ts";
import type { Html } from "../../route.ts";
import { instant, tag } from "../../view/texts.ts";

/** Explains that the order was a member's second subscription to a product, and how it was handled. */
export function duplicateSection(duplicate: DuplicateSubscription | undefined): Html | "" {
  if (!duplicate) return "";
  const { keptSubscriptionId, foundAt, cancelledAt, problem } = duplicate;
  return html`<section class="card${problem === null ? "" : " danger-zone"}">
<h2>Second subscription</h2>
<p>${duplicateTag(duplicate)}</p>
<p>The member bought this twice at the same moment, and keeps <code>${keptSubscriptionId}</code>. This subscription
${cancelledAt === null ? "is being cancelled" : html`was cancelled on ${instant(cancelledAt)}`}, and what was paid for it is given back.</p>
${problem !== null && html`<p><strong>It isn’t refunded yet:</strong> ${problem} The service tries again twice a day; refund it yourself if that doesn’t help.</p>`}
<p class="hint">Since ${instant(foundAt)}</p>
</section>`;
}

/** How a second subscription was handled. */
export function duplicateTag({ cancelledAt, settledAt, problem }: DuplicateSubscription): Html {
  if (settledAt !== null) return tag("Second, refunded", "plain");
  if (problem !== null) return tag("Second, not refunded", "bad");
  return tag(cancelledAt === null ? "Second, being cancelled" : "Second, being refunded", "wait");
}
