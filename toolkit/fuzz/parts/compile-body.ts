import type { Arbitrary } from "fast-check";
import type { ApiDocument, MediaType } from "../../document/document.ts";
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
  return { mediaType, values: values(), negatives: negatives(compiler, schema, read, canBeSent), encode };
}
