import { isUtf8 } from "node:buffer";
import { parseJson } from "../../client-runtime/parse-json.ts";
import { isJson } from "../../document/media-types.ts";
import { multipartForm, urlencodedForm } from "../../request/sent-form.ts";
import { ApiError } from "../errors/api-error.ts";
import type { BodyLimits } from "./body-limits.ts";
import { releaseMemory } from "./release-memory.ts";

export interface BodyParser {
  /**
   * Parses the body.
   * @throws SyntaxError with the position, for a body that doesn't match its media type
   */
  parse: (body: Buffer<ArrayBuffer>, contentType: string) => unknown;
  /** Bytes. */
  limit: number;
  /** The bytes must be UTF-8. */
  isText: boolean;
  /** `parse` returns a `SentForm`. */
  isForm: boolean;
}

/** @param mediaType without parameters, in lower case */
export type ParserOf = (mediaType: string) => BodyParser;

export function createParsers({ maxBodyBytes, maxUploadBytes }: BodyLimits): ParserOf {
  const asText = (parse: (text: string) => unknown, isForm = false): BodyParser => ({
    parse: (body) => parse(textOf(body)),
    limit: maxBodyBytes,
    isText: true,
    isForm,
  });
  const asBytes: BodyParser = { parse: (body) => body, limit: maxUploadBytes, isText: false, isForm: false };
  const asJson = asText(parseJson);
  const others: [mediaType: RegExp, BodyParser][] = [
    [/^application\/x-www-form-urlencoded$/, asText(urlencodedForm, true)],
    [/^multipart\/form-data$/, { ...asBytes, parse: partsOf, isForm: true }],
    [/^text\/|[/+](xml|yaml)$|\/x-yaml$/, asText((text) => text)],
  ];
  return (mediaType) =>
    isJson(mediaType) ? asJson : (others.find(([pattern]) => pattern.test(mediaType))?.[1] ?? asBytes);
}

function partsOf(body: Buffer<ArrayBuffer>, contentType: string): unknown {
  try {
    return { ...multipartForm(body, contentType), release: () => releaseMemory(body) };
  } catch (cause) {
    throw new SyntaxError("The form can't be read.", { cause });
  }
}

const byteOrderMark = "\uFEFF";

/** Rejects invalid UTF-8, which decoding would silently replace. */
function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new ApiError("INVALID_REQUEST", "The body isn't valid UTF-8.");
  const text = body.toString();
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
