import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  mergeTag,
  parseEvents,
  YAMLException,
} from "js-yaml";

/** A file as it was read, parsed. */
export interface SourceFile {
  /** Absolute. */
  path: string;
  text: string;
  /** Whether the text is JSON, and not other YAML. */
  isJson: boolean;
  value: unknown;
  /** What reading has made of what is ambiguous. Lines are counted from 1. */
  warnings: Warning[];
}

export interface Warning {
  line: number;
  message: string;
}

/** A file that can't be parsed, and where. */
export class ParseFault extends Error {
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: { line: number; column: number }) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Deeper than any schema that a person writes; below it, the parser's recursion is safe. */
const maxDepth = 1000;
const schema = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses YAML or JSON.
 * @throws ParseFault
 */
export function parseSource(path: string, text: string): SourceFile {
  const file = { path, text, warnings: [] };
  if (/\.json$/i.test(path)) {
    try {
      return { ...file, isJson: true, value: JSON.parse(text) };
    } catch {
      // What isn't JSON may still be YAML, as with a comma too many; if it isn't, YAML says where.
    }
  }
  return { ...file, isJson: false, ...parseYaml(text) };
}

function parseYaml(text: string): { value: unknown; warnings: Warning[] } {
  try {
    const events = parseEvents(text, { maxDepth });
    const { documents, warnings } = construct(events, text);
    if (documents.length > 1) {
      const message = `The file has ${documents.length} YAML documents (\`---\`). The first is read.`;
      warnings.push({ line: 1, message });
    }
    const [value] = documents;
    if (events.some(({ type }) => type === EVENT_ID.ALIAS)) refuseCircles(value);
    return { value, warnings };
  } catch (error) {
    throw parseFault(error);
  }
}

/** A key that occurs twice is told, and doesn't refuse the file: JSON allows it. */
function construct(events: Event[], source: string): { documents: unknown[]; warnings: Warning[] } {
  const options = { source, schema, maxTotalMergeKeys: -1 };
  try {
    return { documents: constructFromEvents(events, options), warnings: [] };
  } catch (error) {
    if (!(error instanceof YAMLException) || !error.reason.includes("duplicated mapping key")) throw error;
    const message =
      "The key is there twice in the same object. What comes last counts, here and where it occurs again.";
    return {
      documents: constructFromEvents(events, { ...options, json: true }),
      warnings: [{ line: placeOf(error).line, message }],
    };
  }
}

function refuseCircles(value: unknown): void {
  const around = new Set<object>();
  const done = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null || done.has(node)) return;
    if (around.has(node)) throw new ParseFault("An anchor contains itself.", { line: 1, column: 1 });
    around.add(node);
    for (const member of Object.values(node)) visit(member);
    around.delete(node);
    done.add(node);
  };
  visit(value);
}

function parseFault(error: unknown): unknown {
  if (!(error instanceof YAMLException)) return error;
  const { reason } = error;
  // What the parser says of a flow collection that goes on to the next line.
  const hint = reason === "deficient indentation" ? ", or a bracket before it isn't closed" : "";
  return new ParseFault(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}${hint}.`, placeOf(error));
}

/** js-yaml counts from 0. */
function placeOf({ mark }: YAMLException): { line: number; column: number } {
  return { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
}
