import { html } from "hono/html";
import type { PersonRequest, Reply, Route } from "../route.ts";
import { postForm } from "../view/forms.ts";

export const accountRoutes: Route[] = [
  { method: "GET", path: "/account", access: "signed_in", answer: showAccount },
];

async function showAccount(request: PersonRequest): Promise<Reply> {
  const { base, person } = request;
  const everywhere = html`<input type="hidden" name="everywhere" value="yes">
<button class="button secondary">Sign out everywhere</button>`;
  return {
    page: {
      title: "Your account",
      content: html`<p class="crumb"><a href="${base}">← Your stores</a></p>
<div class="head"><h1>Your account</h1><p class="lead">${person.email}</p></div>
<section class="card">
<h2>Sessions</h2>
<p class="hint">A session ends after twelve hours without use, and after seven days at the latest.</p>
${postForm(request, `${base}/sign-out`, everywhere)}
</section>`,
    },
  };
}
