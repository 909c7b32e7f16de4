import type { Page } from "../http/pages.ts";

/** Where the payment provider sends people whose store has set no address of its own. */
export function landingPages(): Page[] {
  return [
    landing("/checkout/success", "Thank you", "Your payment has been received. You can close this page."),
    landing(
      "/checkout/cancelled",
      "Nothing was charged",
      "The payment was cancelled. Your cart is as you left it.",
    ),
    landing("/portal/returned", "All set", "Your subscription settings are saved. You can close this page."),
  ];
}

function landing(path: string, title: string, text: string): Page {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 17px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa; margin: 0; min-height: 100vh; display: grid; place-items: center }
  main { background: #fff; border-radius: 12px; box-shadow: 0 1px 3px #0002; padding: 2.5rem 3rem; max-width: 26rem; text-align: center }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem }
  p { margin: 0; color: #52606d }
</style>
<main><h1>${title}</h1><p>${text}</p></main>
</html>
`;
  return { method: "GET", path, handler: (_req, res) => void res.type("html").send(html) };
}
