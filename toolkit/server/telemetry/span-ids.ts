/** @returns 16 hexadecimal digits, never all 0 */
export function newSpanId(): string {
  return hex(word()) + hex(lastWord());
}

/** A new trace id, if it is among the sampled ones: most aren't, and take hardly any time. @param bound as in `isBelow` */
export function newTraceId(bound: number): string | undefined {
  const words = [word(), word(), word(), lastWord()];
  return isBelow(bound, words) ? words.map(hex).join("") : undefined;
}

/** As OpenTelemetry's sampler by ratio decides for a trace id of other origin. */
export function isSampledId(traceId: string, bound: number): boolean {
  return isBelow(
    bound,
    [0, 8, 16, 24].map((at) => Number.parseInt(traceId.slice(at, at + 8), 16)),
  );
}

function isBelow(bound: number, [a = 0, b = 0, c = 0, d = 0]: number[]): boolean {
  return (a ^ b ^ c ^ d) >>> 0 < bound;
}

/** 32 random bits. */
function word(): number {
  return Math.floor(Math.random() * 2 ** 32);
}

/** The same, but not 0, since an id of nothing but 0 isn't one. */
function lastWord(): number {
  return 1 + Math.floor(Math.random() * (2 ** 32 - 1));
}

/** Faster than `toString(16)` where it is rarely called. */
function hex(word: number): string {
  return hexOf(word >>> 24) + hexOf(word >>> 16) + hexOf(word >>> 8) + hexOf(word);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function hexOf(byte: number): string {
  return bytes[byte & 255] ?? "";
}
