const maxLength = 2048;

/**
 * Why a URL can't receive events; undefined when it can. Host names are resolved at delivery, and refused
 * then if they resolve to a private address.
 */
export function endpointUrlFault(text: string, { production }: { production: boolean }): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && (production || url?.protocol !== "http:")) {
    return "It takes a complete address that begins with https://.";
  }
  if (url.username !== "" || url.password !== "") {
    return "It takes an address without a user name or a password.";
  }
  return text.length > maxLength ? `It takes at most ${maxLength} characters.` : undefined;
}
