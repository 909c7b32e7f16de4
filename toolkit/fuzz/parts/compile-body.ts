import type { Arbitrary } from "fast-check";
import type { ApiDocument, MediaType } from "../../document/document.ts";
import { isCheckable } from "../../document/media-types.ts";
import { isBinary } from "../../document/schemas/binary.ts";
import { bodyValues } from "../../samples/body-values.ts";
import type { BodyEncoder } from "../../samples/encode-body.ts";
import type { KnownValues } from "../../samples/known.ts";
import { type Negatives, negatives } from "../broken/negatives.ts";

/** One media type of a request body. */
export interface CompiledBody {
  mediaType: string;
  values: Arbitrary<unknown>;
  negatives: Negatives;
  encode: BodyEncoder;
}

/** Throws Unreachable when no body can be made. */
export function compileBody(
  document: ApiDocument,
  mediaType: string,
  content: MediaType,
  known: KnownValues<never>,
): CompiledBody {
  const { schema, compiler, read, canBeSent, values, encode } = bodyValues(document, mediaType, content, {
    known,
  });
  const isChecked = isCheckable(mediaType) && !isBinary(compiler.flat(schema).keywords);
  return {
    mediaType,
    values: values(),
    negatives: isChecked ? negatives(compiler, schema, read, canBeSent) : { reached: [], unreached: [] },
    encode,
  };
}
