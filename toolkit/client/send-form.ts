import type { Prepare } from "./call-traits.ts";
import { kindOf } from "./choose-media-type.ts";
import { combineHeaders } from "./combine-headers.ts";
import type { FormFields } from "./form-entries.ts";
import { isBuffer } from "./is-buffer.ts";
import { essence } from "./media-type.ts";
import { ownSerializer } from "./own-serializer.ts";
import { serializeBody } from "./serialize-body.ts";
import { isGiven, plainText } from "./styles/parts-of.ts";

/** A body that is always a form, with documented encodings or with objects in its fields. */
export function formOf(mediaType: string, fields?: FormFields): Prepare {
  return sendForm(mediaType, (value) => serializeBody(essence(mediaType), value, fields));
}

/**
 * A body that is always a form, whose fields are texts, files, and lists of them: a part for each item, and none for
 * undefined and null.
 */
export function plainForm(mediaType: string): Prepare {
  return sendForm(mediaType, (value) => {
    const form = /^multipart/i.test(mediaType) ? new FormData() : new URLSearchParams();
    for (const [name, given] of Object.entries(value)) {
      for (const one of [given].flat().filter(isGiven)) {
        const part = isBuffer(one) ? new Blob([one]) : one instanceof Blob ? one : plainText(one);
        form.append(name, part as string);
      }
    }
    return form;
  });
}

function sendForm(mediaType: string, serialize: (value: object) => unknown): Prepare {
  return (init, call) => {
    const { body, headers } = init;
    if (body === undefined) return init;
    const own = ownSerializer(init, call);
    const sent = own ? own(body) : kindOf(body) === "object" ? serialize(body as object) : body;
    // Only fetch knows the boundary between the parts.
    const hasBoundary = sent instanceof FormData || sent instanceof Blob;
    return {
      ...init,
      body: sent,
      bodySerializer: (value) => value,
      headers: hasBoundary
        ? combineHeaders(headers, { "Content-Type": null })
        : combineHeaders({ "Content-Type": mediaType }, headers),
    };
  };
}
