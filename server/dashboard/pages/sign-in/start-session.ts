import type { Person } from "../../../database/queries/people/people.ts";
import { newToken } from "../../../people/invitations.ts";
import type { Reply, Services, VisitorRequest } from "../../route.ts";

/**
 * Signs a person in, always with a new session, so that a session planted in the browser is useless (session fixation).
 */
export async function startSession(
  person: Person,
  request: VisitorRequest,
  services: Services,
): Promise<Reply> {
  const token = newToken();
  await services.database.dashboardSessions.start(token, person.id);
  return { redirect: nextOf(request, services), session: { started: token } };
}

/** Where to go after signing in. Always a page of the dashboard, even if the URL names another site. */
export function nextOf({ base, query, form }: VisitorRequest, { publicUrl }: Services): string {
  const wanted = form.get("next") ?? query.get("next");
  const { origin } = new URL(publicUrl);
  const url = typeof wanted === "string" ? URL.parse(wanted, origin) : null;
  const isOurs =
    url?.origin === origin && url.pathname.startsWith(`${base}/`) && !url.pathname.includes("//");
  return isOurs ? url.pathname + url.search : base;
}
