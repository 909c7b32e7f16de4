/**
 * The cookies of a request by name, from its `Cookie` header; of several with the same name, the first one counts. Express
 * doesn't parse them.
 */
export function cookiesOf(header = ""): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header.split(";")) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest
      .join("=")
      .trim()
      .replace(/^"(.*)"$/, "$1");
    if (name.trim() !== "") cookies[name.trim()] ??= decoded(value);
  }
  return cookies;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
