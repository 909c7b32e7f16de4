/**
 * Bounds the series of a metric: says whether a combination of labels is one of the first `max`. The others are counted
 * together, so that the text stays small whatever callers do.
 */
export function firstSeries(max: number): (labels: Record<string, string | number>) => boolean {
  const known = new Set<string>();
  return (labels) => {
    const key = JSON.stringify(labels);
    if (known.has(key)) return true;
    if (known.size >= max) return false;
    known.add(key);
    return true;
  };
}
