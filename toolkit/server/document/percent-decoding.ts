/** Decodes a part of a URL. Returns text with invalid percent-encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
