import { expect, test } from "vitest";
import { orderMailKinds } from "../../../server/domain/mails/mail-kinds.ts";
import { mailLocales } from "../../../server/domain/mails/mail-locale.ts";
import { ownTextFaults } from "../../../server/domain/mails/own-text.ts";
import { exampleLetter } from "../../../server/events/mail/example-letter.ts";
import { asOwnText, withOwnText } from "../../../server/events/mail/with-own-text.ts";

const store = { id: "store_1", name: "Quay", currency: "kwd", contactEmail: null, timeZone: "UTC" };
const all = orderMailKinds.flatMap((kind) => mailLocales.map((language) => [kind, language] as const));

test.each(all)(
  "the usual text of %s in %s, saved as a store's own, is the same email for every order",
  (kind, language) => {
    const { order, written } = exampleLetter(kind, { store, language, now: Date.UTC(2026, 0, 15) });
    const own = asOwnText(written, order);
    expect(ownTextFaults(kind, own)).toEqual({});
    expect(own.subject + own.body).not.toMatch(/\d/);
    const { subject, letter } = withOwnText(written, own, order, store);
    expect([subject, letter]).toEqual([written.subject, written.letter]);
  },
);
