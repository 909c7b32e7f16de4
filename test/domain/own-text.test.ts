import { expect, test } from "vitest";
import { filledLine, ownTextFaults, paragraphsIn } from "../../server/domain/mails/own-text.ts";

test("placeholders are replaced once, and what a value contains isn't one", () => {
  const values = { name: "{amount}", amount: "9,00 €" };
  expect(filledLine("Dear {name}, {amount} {amount}", values)).toBe("Dear {amount}, 9,00 € 9,00 €");
});

test.each([
  ["an unknown placeholder", "{date}"],
  ["a member that every object has", "{constructor}"],
  ["braces around nothing", "{} { name } {{"],
])("%s stays as it is", (_, text) => {
  expect(filledLine(text, { name: "Ines" })).toBe(text);
});

test("a value with line breaks or other control characters stays in its line", () => {
  const name = "Ines\r\nBcc: eve@evil.example\u2028\0";
  expect(filledLine("Hello {name}!", { name })).toBe("Hello Ines Bcc: eve@evil.example !");
});

test("lines are paragraphs, and empty ones aren't", () => {
  expect(paragraphsIn({ body: "\n One \r\n\r\nTwo\rThree\n" })).toEqual(["One", "Two", "Three"]);
});

test.each([
  ["refund", { subject: "Refund of {order}", body: "{amount}, {name}, {store}" }, {}],
  ["refund", { subject: " ", body: "" }, { subject: "It must not be empty.", body: "It must not be empty." }],
  ["refund", { subject: "a\nb", body: "b" }, { subject: "The subject must be one line." }],
  ["refund", { subject: "s".repeat(151), body: "b" }, { subject: "It must have at most 150 characters." }],
  ["refund", { subject: "s", body: "b".repeat(2001) }, { body: "It must have at most 2000 characters." }],
  [
    "renewal_failed",
    { subject: "s", body: "{amount}" },
    { body: "{amount} isn’t a placeholder of this email. It has {store}, {order}, {name}." },
  ],
] as const)("faults of %s %j", (kind, text, faults) => {
  expect(ownTextFaults(kind, text)).toEqual(faults);
});
