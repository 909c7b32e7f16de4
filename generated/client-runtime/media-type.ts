// Copied by `counterpart generate`. Don't edit: it is overwritten.

/** The media type alone, without parameters and in lower case. */
export function essence(mediaType: string): string {
  return mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Whether a media type is JSON, such as `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essence(mediaType));
}

/** Whether a media type is text that isn't JSON. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+](xml|yaml)$|x-www-form-urlencoded$/.test(essence(mediaType));
}

export function isRange(mediaType: string): boolean {
  return mediaType.includes("*");
}

/** The documented media type that a given one belongs to: the same, or else the longest range that it matches. */
export function findDocumented(documented: string[], given: string): string | undefined {
  const type = essence(given);
  const same = documented.find((one) => one === given) ?? documented.find((one) => essence(one) === type);
  return (
    same ??
    documented
      .filter((one) => isRange(one) && isInRange(type, essence(one)))
      .sort((one, two) => two.length - one.length)[0]
  );
}

function isInRange(type: string, range: string): boolean {
  if (range === "*/*") return true;
  const [before = "", after = ""] = range.split("*");
  return type.length > before.length + after.length && type.startsWith(before) && type.endsWith(after);
}
