const maxLength = 2048;

/**
 * Why events can't be sent to an address; undefined when they can. Names are looked up when something is sent, and refused
 * then where they lead inside.
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
