import { html } from "hono/html";
import { formTokenField } from "../frame/forms.ts";
import type { Html, VisitorRequest } from "../route.ts";

interface PasskeyForm {
  does: "register" | "authenticate";
  /** The URL of the WebAuthn options. */
  options: string;
  /** The URL that receives the authenticator's response. */
  action: string;
  button: string;
  /** Fields sent to both. */
  hidden?: Record<string, string>;
}

/** A button to use a passkey. Shown if the browser has JavaScript and supports passkeys. */
export function passkeyForm(
  { base, formToken }: Pick<VisitorRequest, "base" | "formToken">,
  { does, options, action, button, hidden = {} }: PasskeyForm,
): Html {
  return html`<form method="post" action="${action}" data-passkey="${does}" data-options="${options}" hidden>
<input type="hidden" name="${formTokenField}" value="${formToken}">
<input type="hidden" name="response" value="">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="fault" role="alert"></p>
<button class="button secondary full">${button}</button>
</form>
<script src="${base}/assets/webauthn.js" defer></script>
<script src="${base}/assets/passkeys.js" defer></script>`;
}
