/** A part of an address without its percent-encoding; one that isn't encoded properly stands for itself. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
