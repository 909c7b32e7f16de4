import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { addressOf, contextOf } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { includesRole, type Role } from "../../domain/role.ts";
import { endSlow } from "../../pages/buyer/end-slow.ts";
import { newToken } from "../../people/invitations.ts";
import type {
  Download,
  Html,
  PersonRequest,
  Reply,
  Route,
  StoreRequest,
  StoreRoute,
  VisitorRequest,
} from "../route.ts";
import { layout, placeOfMore } from "../view/layout.ts";
import { errorPage } from "./error-page.ts";
import { checkOrigin, checkToken, createReadForm, formTokenOf } from "./forms.ts";
import type { FrameParts } from "./frame-parts.ts";
import { pageBehind } from "./page-behind.ts";
import { readToFile } from "./streamed-form.ts";

/** The page requires a signed-in person, and there is none. */
class SignInFirst extends Error {}

/** Shown to people who may see the store but lack the role for this page. */
const refusals: Record<Role, string> = {
  owner: "Only the store’s owners can do this.",
  staff: "You have read-only access to this store. Ask an owner for another role.",
  read_only: "You don’t have access to this store.",
};

/**
 * Answers a route: identifies the person, checks access and the form's origin, then runs the route. Refusals
 * come before the form is read, so that unauthorised people can't upload large files.
 */
export function answerRoute(route: Route, parts: FrameParts): RequestHandler {
  const { services, cookies, base, origin } = parts;
  const readForm = createReadForm(route.maxBytes);

  async function answer(req: Request, res: Response, next: NextFunction, seen: Seen): Promise<Reply> {
    const request = await visitorOf(req, res, seen);
    const isForm = route.method === "POST";
    if (isForm) checkOrigin(req, origin);
    if (route.access === "anyone") {
      if (isForm) await takeForm(req, res, next, request);
      return route.answer(request, services);
    }
    const { person, signedInAt } = request;
    if (!person || signedInAt === undefined) throw new SignInFirst();
    const ofPerson: PersonRequest = Object.assign(request, { person, signedInAt });
    if (route.access === "signed_in") {
      if (isForm) await takeForm(req, res, next, ofPerson);
      return route.answer(ofPerson, services);
    }
    const ofStore = await storeRequest(ofPerson, route);
    seen.request = ofStore;
    if (!includesRole(ofStore.role, route.access)) {
      throw new ApiError("FORBIDDEN", refusals[route.access]);
    }
    if (isForm) await takeForm(req, res, next, ofStore);
    return route.answer(ofStore, services);
  }

  async function visitorOf(req: Request, res: Response, seen: Seen): Promise<VisitorRequest> {
    const sessionToken = cookies.session(req);
    const session =
      sessionToken === undefined ? undefined : await services.database.dashboardSessions.find(sessionToken);
    let browserToken = cookies.browser(req);
    if (browserToken === undefined) {
      browserToken = newToken();
      cookies.setBrowser(res, browserToken);
    }
    const request: VisitorRequest = {
      base,
      path: contextOf(res).pathParams,
      query: new URL(req.originalUrl, origin).searchParams,
      form: new FormData(),
      // Sign-in and sign-out both invalidate earlier forms.
      formToken: formTokenOf(session && sessionToken ? sessionToken : browserToken),
      address: addressOf(req),
      person: session?.person,
      signedInAt: session?.startedAt,
      browserToken,
    };
    seen.request = request;
    return request;
  }

  async function storeRequest(request: PersonRequest, { path }: StoreRoute): Promise<StoreRequest> {
    const slug = request.path.store ?? "";
    const found = await services.database.people.membership(request.person.id, slug);
    // All paths of other people's stores are 404.
    if (!found) throw noSuchPage(path);
    const link = (to: string) => `${base}/stores/${encodeURIComponent(found.store.slug)}${to}`;
    return { ...request, ...found, link, by: { kind: "person", id: request.person.id } };
  }

  async function takeForm(
    req: Request,
    res: Response,
    next: NextFunction,
    request: VisitorRequest,
  ): Promise<void> {
    // A form without a file may be urlencoded.
    if (route.streamedBytes === undefined || req.is("urlencoded")) {
      request.form = await readForm(req, res, next);
    } else {
      Object.assign(request, await readToFile(req, res, route.streamedBytes, route.maxBytes));
    }
    checkToken(request.form, request.formToken);
  }

  return async (req, res, next) => {
    const seen: Seen = {};
    let reply: Reply;
    try {
      reply = await answer(req, res, next, seen);
    } catch (error) {
      if (error instanceof SignInFirst && route.method === "GET") {
        const to = new URLSearchParams({ next: req.originalUrl });
        reply = { redirect: `${base}/sign-in?${to}` };
      } else {
        const isMissing = error instanceof ApiError && error.status === 404;
        const back = pageBehind(route, seen.request, { routes: parts.routes, isMissing });
        reply = errorPage(error instanceof SignInFirst ? signedOut : error, parts, res, back);
      }
    }
    const before = cookies.session(req);
    if ("session" in reply && reply.session !== undefined && before !== undefined) {
      await services.database.dashboardSessions.end(before).catch(next);
    }
    await send(reply, { req, res, parts, request: seen.request });
  };
}

interface Seen {
  request?: VisitorRequest | StoreRequest;
}

const signedOut = new ApiError(
  "UNAUTHORIZED",
  "Your session has ended, so your changes weren’t saved. Sign in and try again.",
);

export function noSuchPage(path: string): ApiError {
  return new ApiError("NOT_FOUND", path === "" ? "This store doesn’t exist." : "This page doesn’t exist.");
}

interface Sending {
  req: Request;
  res: Response;
  parts: FrameParts;
  request: VisitorRequest | StoreRequest | undefined;
}

export async function send(reply: Reply, { req, res, parts, request }: Sending): Promise<void> {
  const { cookies, headers, base } = parts;
  res.set(headers);
  if ("session" in reply && reply.session !== undefined) {
    cookies.setSession(res, reply.session === "ended" ? undefined : reply.session.started);
  }
  if ("redirect" in reply) {
    if (reply.notice !== undefined) cookies.setNotice(res, reply.notice);
    res.redirect(303, reply.redirect);
  } else if ("download" in reply) {
    await sendDownload(req, res, reply.download);
  } else if ("json" in reply) {
    res.status(reply.status ?? 200).json(reply.json);
  } else {
    const notice = cookies.notice(req);
    if (notice !== undefined) cookies.setNotice(res, undefined);
    const { page } = reply;
    const currentPath = base.slice(0, -"/dashboard".length) + contextOf(res).path;
    const text = focusOnFault(String(await layout({ page, request, base, currentPath, notice })));
    res.status(page.status ?? 200).type("html");
    if (page.more) await sendInParts(res, text, page.more, parts);
    else res.send(text);
  }
}

async function sendDownload(
  req: Request,
  res: Response,
  { filename, type, content, ended }: Download,
): Promise<void> {
  res.attachment(filename).type(type);
  if (typeof content === "string") {
    res.send(content);
    return;
  }
  // The client may have left while the page was made.
  if (req.method === "HEAD" || res.destroyed) {
    ended?.();
    res.end();
    return;
  }
  const stop = endSlow(res);
  try {
    await pipeline(Readable.from(content), res);
  } catch (error) {
    if (!isCanceled(error)) throw error;
  } finally {
    stop();
    ended?.();
  }
}

function isCanceled(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Puts the focus on the first faulty field. Values can't contain this text, because their quotes are escaped. */
function focusOnFault(page: string): string {
  return page.replace(' aria-invalid="true"', ' aria-invalid="true" autofocus');
}

/** Streams a page while its last part is being produced. An error in the middle is shown at the end. */
async function sendInParts(
  res: Response,
  text: string,
  more: AsyncIterable<Html>,
  parts: FrameParts,
): Promise<void> {
  const [before = "", after = ""] = text.split(placeOfMore);
  // Otherwise nginx would buffer the first part.
  res.set("X-Accel-Buffering", "no");
  res.write(before);
  try {
    for await (const part of more) res.write(String(await part));
  } catch (error) {
    const reply = errorPage(error, parts, res);
    if ("page" in reply) res.write(String(await reply.page.content));
  }
  res.end(after);
}
