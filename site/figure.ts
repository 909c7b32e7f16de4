/** The number that a text begins with, in the unit of the column: `34,160`, `0.52`, `197 MB`. */
export function figureOf(text: string): number | undefined {
  const [, digits] =
    /^(\d[\d,]*(?:\.\d+)?)(?:\s?(?:%|×|ms|s|kB|MB|GB))?(?:\s\(.*\))?$/.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}
