/** Bound the cache, since callers choose the header values. */
const mostTexts = 100;
const longestText = 200;

/** Caches a function's results, for header values that repeat. */
export function rememberResults<Result>(find: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined || results.has(text)) return known as Result;
    const result = find(text);
    if (text.length > longestText) return result;
    if (results.size === mostTexts) results.clear();
    results.set(text, result);
    return result;
  };
}
