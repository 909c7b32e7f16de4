import type { ApiDocument, RawDocument } from "@counterpart/server/document";

/** A part of a Markdown text under a first-level heading. */
export interface Section {
  title: string;
  /** Without the heading. */
  text: string;
}

/** Splits a text at its first-level headings. In code blocks, `# ` begins a comment. */
export function splitSections(markdown: string): { introduction: string; sections: Section[] } {
  const parts: string[][] = [[]];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, mark] = /^ {0,3}(```|~~~)/.exec(line) ?? [];
    if (fence === undefined && /^# /.test(line)) parts.push([]);
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
    }
    parts.at(-1)?.push(line);
  }
  const [introduction = [], ...others] = parts;
  return {
    introduction: introduction.join("\n").trim(),
    sections: others.map(([heading = "", ...lines]) => ({
      title: heading.slice(2).trim(),
      text: lines.join("\n").trim(),
    })),
  };
}

/** The address of a section, after the page's. */
export function sectionAddress(title: string): string {
  return `#/${sectionName(title)}`;
}

/**
 * Lists the sections after the operations, as tags without operations. Redoc lists the headings of the document's
 * description before.
 */
export function addSections(document: ApiDocument, raw: RawDocument, sections: Section[]): void {
  if (sections.length === 0) return;
  const operations = [...document.operations, ...document.outgoing.map(({ operation }) => operation)];
  const declared: { name: string }[] = raw.tags ?? [];
  const used = new Set([...declared.map(({ name }) => name), ...operations.flatMap(({ tags }) => tags)]);
  const known = new Map(declared.map((tag) => [tag.name, tag]));
  const added = new Map(
    sections.map(({ title, text }) => [
      sectionName(title),
      { "x-displayName": title, "x-traitTag": true, description: text },
    ]),
  );
  raw.tags = [
    ...[...used].map((name) => known.get(name) ?? { name }),
    ...[...added].map(([name, tag]) => ({ name, ...tag })),
  ];
  const guides = { name: "Guides", tags: [...added.keys()] };
  const given = raw["x-tagGroups"];
  if (Array.isArray(given)) raw["x-tagGroups"] = [...given, guides];
  // Operations without a tag belong to no group, so Redoc would omit them.
  else if (operations.every(({ tags }) => tags.length > 0)) {
    raw["x-tagGroups"] = [{ name: "Operations", tags: [...used] }, guides];
  }
}

function sectionName(title: string): string {
  return `section-${slug(title)}`;
}

/** The part of the page's address after `#` for an operation; the page lists it under its first tag. */
export function operationAddress({
  tags: [tag],
  operationId,
}: {
  tags: string[];
  operationId?: string | undefined;
}): string | undefined {
  if (tag === undefined) return undefined;
  return `#/${[tag, ...(operationId === undefined ? [] : [operationId])].map(slug).join("/")}`;
}

/** Matches the page's own heading anchors. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}
