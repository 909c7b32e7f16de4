const maxLength = 2048;

/**
 * Why a URL can't receive events; undefined when it can. Host names are resolved at delivery, and refused
 * then if they resolve to a private address.
 */
export function endpointUrlFault(text: string, { production }: { production: boolean }): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && (production || url?.protocol !== "http:")) {
    return "It must be a full URL that begins with https://.";
  }
  if (url.username !== "" || url.password !== "") return "It must not contain a user name or password.";
  return text.length > maxLength ? `It must have at most ${maxLength} characters.` : undefined;
}
