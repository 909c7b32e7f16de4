import { InexactInteger, itemFormat, itemReader } from "@counterpart/client/messages";
import { faultText } from "../document/worded-faults.ts";
import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** A long stream probably has the same fault in each item. */
const maxItems = 1000;

/** The items of a stream that has ended: server-sent events, or lines of JSON. */
export function responseItem({ checks, media, contentType = "", text }: Observed): Fault[] {
  const format = itemFormat(contentType);
  if (!format || !media?.itemSchema || text === "") return [];
  const reader = itemReader(format, { jsonEvents: media.eventData !== undefined });
  let index = 0;
  try {
    for (const item of [...reader.push(text), ...reader.end()].slice(0, maxItems)) {
      const faults = checks.bodyFaults(media.itemSchema, item);
      if (faults.length > 0) return [fault(index, faultText(faults))];
      index++;
    }
  } catch (error) {
    if (error instanceof InexactInteger) return [];
    if (!(error instanceof SyntaxError)) throw error;
    return [fault(index, "it isn't valid JSON")];
  }
  return [];
}

function fault(index: number, why: string): Fault {
  return { place: "body/*", message: `Item ${index} of the stream is wrong: ${why}.` };
}
