/** The form fields that the stand-in's page requires for shipped goods. */
const parcelTo = {
  phone: "+353861234567",
  shipping_name: "Ines Duarte",
  shipping_line1: "7 Quay Street",
  shipping_city: "Galway",
  shipping_postal_code: "H91 Y6P0",
  shipping_country: "IE",
};

/** Submits the payment page; the provider's redirect isn't followed. */
export function onPaymentPage(
  url: string,
  outcome: "pay" | "decline" | "cancel" | "dispute" = "pay",
  email = "ines@reader.example",
  choices: Record<string, string> = {},
): Promise<Response> {
  // The page asks for an address if something is shipped, and ignores it otherwise.
  const body = new URLSearchParams({ email, outcome, ...parcelTo, ...choices });
  return fetch(url, { method: "POST", redirect: "manual", body });
}
