import { isUtf8 } from "node:buffer";
import { isJson } from "../../document/media-types.ts";
import { parseExactJson } from "../../request/exact-json.ts";
import { TooManyParts } from "../../request/form-parts.ts";
import { multipartForm, type SentForm, urlencodedForm } from "../../request/sent-form.ts";
import { ApiError } from "../errors/api-error.ts";
import { InvalidBody } from "../errors/invalid-body.ts";
import type { BodyLimits } from "./body-limits.ts";
import { releaseMemory } from "./read-bytes.ts";

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

export function createParsers({ maxBodyBytes, maxUploadBytes, maxFormFields }: BodyLimits): ParserOf {
  const asText = (parse: (text: string) => unknown, isForm = false): BodyParser => ({
    parse: (body) => parse(textOf(body)),
    limit: maxBodyBytes,
    isText: true,
    isForm,
  });
  const asBytes: BodyParser = { parse: (body) => body, limit: maxUploadBytes, isText: false, isForm: false };
  const asJson = asText(parseExactJson);
  const others: [mediaType: RegExp, BodyParser][] = [
    [/^application\/x-www-form-urlencoded$/, asText((text) => fieldsOf(text, maxFormFields), true)],
    [
      /^multipart\/form-data$/,
      { ...asBytes, parse: (body, type) => partsOf(body, type, maxFormFields), isForm: true },
    ],
    [/^text\/|[/+](xml|yaml)$|\/x-yaml$/, asText((text) => text)],
  ];
  return (mediaType) =>
    isJson(mediaType) ? asJson : (others.find(([pattern]) => pattern.test(mediaType))?.[1] ?? asBytes);
}

function fieldsOf(text: string, maxFields: number): SentForm {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0 && count <= maxFields; at = text.indexOf("&", at + 1)) count += 1;
  if (count > maxFields) throw tooManyFields(maxFields);
  return urlencodedForm(text);
}

function tooManyFields(maxFields: number): InvalidBody {
  return new InvalidBody(`The form has more than ${maxFields} fields.`, { status: 413 });
}

function partsOf(body: Buffer<ArrayBuffer>, contentType: string, maxFields: number): SentForm {
  try {
    return { ...multipartForm(body, contentType, maxFields), release: () => releaseMemory(body) };
  } catch (cause) {
    if (cause instanceof TooManyParts) throw tooManyFields(maxFields);
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
