import fc from "fast-check";
import { expect, it } from "vitest";
import { html } from "../../pages/html.ts";

it("escapes text in content and attributes", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("<", ">", '"', "'", "&", "a", "/", "=") }), (text) => {
      const page = html`<p title="${text}">${[text, html`<b>${text}</b>`]}</p>`.text;
      expect(page.replace(/^<p title="[^"<>]*">[^<>]*<b>[^<>]*<\/b><\/p>$/, "")).toBe("");
    }),
  );
});

it("writes nothing for null, undefined and false", () => {
  expect(html`${null}${undefined}${false}${0}${""}`.text).toBe("0");
});
