/** Text that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Part = Html | string | number | null | undefined | false | Part[];

/** Everything between `${` and `}` is escaped, unless it came out of `html` itself. Nothing stands for nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((before, string, index) => before + written(parts[index - 1]) + string));
}

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(written).join("");
  if (part === null || part === undefined || part === false) return "";
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
