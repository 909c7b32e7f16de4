/** Decodes a part of a URL. Returns text with invalid percent-encoding unchanged. */
export function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
