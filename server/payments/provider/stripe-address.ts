/** Converts another address of Stripe's API to SDK options. */
export function stripeAddress(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  const secure = protocol === "https:";
  return {
    host: hostname,
    port: Number(port || (secure ? 443 : 80)),
    protocol: secure ? ("https" as const) : ("http" as const),
  };
}
