import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { requestNewPassword } from "../../../people/forgotten-password.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import { postForm, textField } from "../../view/forms.ts";

export const forgottenPasswordRoutes = [
  get("/sign-in/forgotten", "anyone", async (request, { database }) => {
    if (!(await database.mails.hasSender())) throw noEmail;
    const fields = html`${textField({ label: "Email address", name: "email", type: "email", autocomplete: "username", isRequired: true })}
<button class="button full">Send a link</button>`;
    const content = html`<div class="door">
<h1>${title}</h1>
<div class="card">
<p class="hint">You get an email with a link to choose a new password.</p>
${postForm(request, `${request.base}/sign-in/forgotten`, fields)}
</div>
<p class="small"><a href="${request.base}/sign-in">Back to signing in</a></p>
</div>`;
    return { page: { title, content } };
  }),
  post("/sign-in/forgotten", "anyone", async ({ form, address, base }, services) => {
    if (!(await services.database.mails.hasSender())) throw noEmail;
    await requestNewPassword(services, { email: textOf(form, "email"), address });
    const content = html`<div class="door">
<h1>Check your email</h1>
<div class="card" role="status">
<p>If a person signs in with this address and a password, an email with a link is on its way. The link expires after an hour.</p>
<p class="hint">If no email arrives, check the address, or ask the operator for a link.</p>
</div>
<p class="small"><a href="${base}/sign-in">Back to signing in</a></p>
</div>`;
    return { page: { title: "Check your email", content } };
  }),
];

const title = "Forgot your password?";

const noEmail = new ApiError("NOT_FOUND", "This page doesn’t exist.");
