import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createSigner } from "../../server/events/sign-event.ts";
import { document } from "../helpers/document.ts";

interface Released {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { examples: Examples }> } } }>;
}
type Examples = Record<string, { value: unknown }>;

const released: Released = parse(await readFile("spec/released/v1.yaml", "utf8"));

test.each(Object.keys(released.webhooks))(
  "a %s recorded by the released version is sent after an update",
  async (type) => {
    const sign = createSigner(async () => document);
    const { content } = released.webhooks[type]?.post.requestBody ?? { content: {} };
    const examples = Object.values(content["application/json"]?.examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    for (const { value } of examples) {
      const event = { eventId: "evt_1", url: "https://shop.example/events", secret: "whsec_bm90IHVzZWQ=" };
      const { body } = await sign({ ...event, type, body: JSON.stringify(value) }, Date.now());
      expect(JSON.parse(String(body))).toMatchObject(value as object);
    }
  },
);

test.each(["order.paid", "checkout.expired"])(
  "the lines of a %s recorded by it have no options",
  async (type) => {
    const sign = createSigner(async () => document);
    const { content } = released.webhooks[type]?.post.requestBody ?? { content: {} };
    const [example] = Object.values(content["application/json"]?.examples ?? {});
    const event = { eventId: "evt_1", url: "https://shop.example/events", secret: "whsec_bm90IHVzZWQ=" };
    const { body } = await sign({ ...event, type, body: JSON.stringify(example?.value) }, Date.now());
    const { data } = JSON.parse(String(body));
    expect(data.lines.map(({ options }: { options: unknown }) => options)).toEqual([[], []]);
  },
);

test("an event with a stored email address that doesn't match its format is sent", async () => {
  const sign = createSigner(async () => document);
  const { content } = released.webhooks["order.paid"]?.post.requestBody ?? { content: {} };
  const [example] = Object.values(content["application/json"]?.examples ?? {});
  const value = structuredClone(example?.value) as { data: object };
  Object.assign(value.data, { customerEmail: "ines..mar@reader.example" });
  const event = { eventId: "evt_1", url: "https://shop.example/events", secret: "whsec_bm90IHVzZWQ=" };
  const { body } = await sign({ ...event, type: "order.paid", body: JSON.stringify(value) }, Date.now());
  expect(JSON.parse(String(body))).toMatchObject({ data: { customerEmail: "ines..mar@reader.example" } });
});
