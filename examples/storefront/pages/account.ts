import { Hono } from "hono";
import { html } from "hono/html";
import { dataOf } from "../api.ts";
import type { Tools } from "../tools.ts";

/**
 * Members, and the portal where they manage their subscriptions. The form is a stand-in for your own sign-in; the
 * readme says where member sessions come from.
 */
export function accountPages({ api, readVisitor, saveVisitor, show }: Tools): Hono {
  const pages = new Hono();

  pages.get("/", async (c) => {
    const { memberSessionId } = await readVisitor(c);
    return show(c, {
      title: "Account",
      body: memberSessionId
        ? html`<h1>Account</h1>
<p class="lede">You are signed in. New subscriptions belong to your account.</p>
<form method="post" action="/account/portal"><button>Manage your subscription</button></form>
<form method="post" action="/account/sign-out"><button class="quiet">Sign out</button></form>`
        : html`<h1>Account</h1>
<p class="lede">Members sign in to manage their subscription. You can buy everything else without an account.</p>
<form class="row" method="post" action="/account/sign-in">
<label>Member session <input name="memberSessionId" required maxlength="255" autocomplete="off"></label>
<button>Sign in</button>
</form>`,
    });
  });

  pages.post("/sign-in", async (c) => {
    const { memberSessionId } = await c.req.parseBody();
    await saveVisitor(c, { ...(await readVisitor(c)), memberSessionId: String(memberSessionId) });
    return c.redirect("/account", 303);
  });

  pages.post("/sign-out", async (c) => {
    const { memberSessionId: _, ...visitor } = await readVisitor(c);
    await saveVisitor(c, visitor);
    return c.redirect("/account", 303);
  });

  pages.post("/portal", async (c) => {
    const { memberSessionId = "" } = await readVisitor(c);
    const answer = await api.createPortalSession({ body: { memberSessionId } });
    if (answer.status === 200) return c.redirect(answer.data.data.url, 303);
    const message =
      answer.status === 403
        ? "You have no subscription yet."
        : answer.status === 404
          ? "Your session has ended. Please sign out and sign in again."
          : undefined;
    if (message === undefined) return c.redirect(dataOf(answer), 303);
    return show(c, {
      title: "Account",
      body: html`<h1>Account</h1><p role="status">${message}</p><p><a href="/account">Back to your account</a></p>`,
    });
  });

  return pages;
}
