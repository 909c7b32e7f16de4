import { contextOf } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Response } from "express";
import { html } from "hono/html";
import type { Reply } from "../route.ts";
import type { FrameParts } from "./frame-parts.ts";

/**
 * The page that explains an error to a person. Its cause is logged but not shown.
 * @param back the page to link back to
 */
export function errorPage(
  error: unknown,
  { services, base, isTemporary }: FrameParts,
  res: Response,
  back?: string,
): Reply {
  const { requestId } = contextOf(res);
  if (!(error instanceof ApiError)) services.log.error({ err: error, requestId }, "dashboard page failed");
  else if (error.cause !== undefined)
    services.log.warn({ err: error, requestId }, "dashboard request refused");
  const { status, message } = error instanceof ApiError ? error : unexpected(isTemporary(error));
  if (error instanceof ApiError) res.set(error.headers);
  const content = html`<h1>${titleOf(status)}</h1>
<p class="lead">${message}</p>
${status >= 500 && html`<p class="quiet">If this keeps happening, send the operator this request id: <code>${requestId}</code></p>`}
<p class="actions">${
    status === 401
      ? html`<a class="button" href="${base}/sign-in">Sign in</a>`
      : html`${back !== undefined && html`<a class="button" href="${back}">Go back</a> `}<a class="button secondary" href="${base}">Your stores</a>`
  }</p>`;
  return { page: { title: titleOf(status), content, status } };
}

function unexpected(isTemporary: boolean): { status: number; message: string } {
  return isTemporary
    ? {
        status: 503,
        message: "The database is unavailable right now. Nothing was changed. Try again in a moment.",
      }
    : { status: 500, message: "Something went wrong on our side. Try again in a moment." };
}

function titleOf(status: number): string {
  const titles: Record<number, string> = {
    401: "You are signed out",
    403: "You can’t do this",
    404: "Not found",
    409: "Not possible right now",
    413: "Too large",
    429: "Too many attempts",
    503: "Temporarily unavailable",
  };
  return titles[status] ?? (status >= 500 ? "Something went wrong" : "That didn’t work");
}
