import { refTo, type Sample, type Samples } from "./properties.ts";
import type { Random } from "./random.ts";
import { paragraphs } from "./vocabulary.ts";

/** The events of a resource: alternatives with a discriminator, two of them shared by all resources. */
export function addEvents(samples: Samples, name: string, random: Random): void {
  const opened = eventOf("opened", { schema: refTo(name), value: samples.get(name)?.value }, samples);
  samples.set(`${name}-opened-event`, opened);
  samples.set(`${name}-event`, {
    schema: {
      description: paragraphs(random, 1),
      oneOf: [refTo(`${name}-opened-event`), refTo("assigned-event"), refTo("commented-event")],
      discriminator: {
        propertyName: "kind",
        mapping: Object.fromEntries(
          [`${name}-opened`, "assigned", "commented"].map((event) => [
            event.replace(`${name}-`, ""),
            `#/components/schemas/${event}-event`,
          ]),
        ),
      },
    },
    value: samples.get("assigned-event")?.value,
  });
}

export function eventOf(kind: string, detail: Sample, samples: Samples): Sample {
  return {
    schema: {
      type: "object",
      required: ["id", "kind", "detail"],
      properties: {
        id: refTo("id"),
        kind: { type: "string", enum: [kind] },
        detail: detail.schema,
        actor: refTo("user-simple"),
      },
    },
    value: { id: samples.get("id")?.value, kind, detail: detail.value },
  };
}
