import { timingSafeEqual } from "node:crypto";
import { createBodyBudget, type RawBodyReader, rawBodyReader } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { NextFunction, Request, Response } from "express";
import { secretHash } from "../../domain/secret-hash.ts";

/** Bytes of a form without files. */
const maxFormBytes = 64 * 1024;

export const formTokenField = "form_token";

/** The form token for this browser. Other sites can neither read the cookie nor compute the token. */
export function formTokenOf(browserToken: string): string {
  return secretHash(`form ${browserToken}`);
}

/** Reads a route's form, urlencoded or multipart. */
export type ReadForm = (req: Request, res: Response, next: NextFunction) => Promise<FormData>;

const megabyte = 1024 * 1024;

/** All forms with files share it, until they are answered: four images, or seventeen streamed files. */
export const uploads = createBodyBudget(52 * megabyte, 26 * megabyte);
/** Apart from uploads, so that these don't keep anyone from signing in. */
const forms = createBodyBudget(4 * megabyte);

/** @param maxBytes of one form; the total in memory is bounded too, so that many senders can't exhaust it */
export function createReadForm(maxBytes = maxFormBytes): ReadForm {
  const maxBytesAtOnce = maxBytes > maxFormBytes ? uploads : forms;
  const readBytes: RawBodyReader = rawBodyReader({ maxBytes, maxBytesAtOnce });
  return async (req, res, next) => {
    const type = req.headers["content-type"] ?? "";
    const read = await new Promise<globalThis.Response | undefined>((resolve) => {
      // Copied by the response, so that the reader can free its own.
      readBytes(req, res, next, async (body) =>
        resolve(body && new globalThis.Response(body, { headers: { "Content-Type": type } })),
      );
    });
    if (!read) throw formTooLarge(maxBytes);
    try {
      return await read.formData();
    } catch (cause) {
      throw notAForm(cause);
    }
  };
}

export function formTooLarge(maxBytes: number): ApiError {
  const message = `The form is larger than ${sizeText(maxBytes)} or incomplete.`;
  return new ApiError("INVALID_REQUEST", message, { status: 413 });
}

export function notAForm(cause?: unknown): ApiError {
  return new ApiError("INVALID_REQUEST", "The request isn’t a browser form.", { status: 415, cause });
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MB`;
}

/**
 * Throws FORBIDDEN if the form was sent by another site, according to the browser's `Origin` header.
 * @param origin the dashboard's origin
 */
export function checkOrigin(req: Request, origin: string): void {
  const given = req.headers.origin;
  if (given === origin) return;
  throw new ApiError(
    "FORBIDDEN",
    given === undefined || given === "null"
      ? "The browser didn’t send the form’s origin. Open the page again and send the form from there."
      : `This form was sent from ${given}, but the dashboard is at ${origin}. Open the dashboard there.`,
  );
}

/** Throws FORBIDDEN for a form without this browser's token. */
export function checkToken(form: FormData, expected: string): void {
  const given = Buffer.from(textOf(form, formTokenField));
  const wanted = Buffer.from(expected);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new ApiError(
    "FORBIDDEN",
    "You have signed in or out since this form was loaded. Go back, reload the page and send it again.",
  );
}

/** The choice that a field's value selects; undefined for any other value, such as `constructor`. */
export function choiceOf<Choice>(
  form: FormData,
  name: string,
  choices: Readonly<Record<string, Choice>>,
): Choice | undefined {
  const value = textOf(form, name);
  return Object.hasOwn(choices, value) ? choices[value] : undefined;
}

/** A field's trimmed text; empty if there is no such field. */
export function textOf(form: { get(name: string): unknown }, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}
