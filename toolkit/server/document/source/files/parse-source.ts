import { CORE_SCHEMA, constructFromEvents, type Event, mergeTag, parseEvents, YAMLException } from "js-yaml";
import { parsedJson } from "../../parsed-json.ts";
import { indentClosings } from "./indent-closings.ts";
import { maxDepth, refuseDeepJson, tooDeep } from "./nesting.ts";
import { ParseFault } from "./parse-fault.ts";
import { refuseEndless } from "./refuse-endless.ts";

/** A parsed file. */
export interface SourceFile {
  /** Absolute. */
  path: string;
  /** For messages. */
  name: string;
  text: string;
  /** Whether the text is JSON, which is YAML too. */
  isJson?: true;
  /** The text of the file, if its closing brackets are indented further in `text`. */
  original?: string;
  value: unknown;
  /** How ambiguous constructs were read. Lines are counted from 1. */
  warnings: Warning[];
}

export interface Warning {
  line: number;
  message: string;
}

/** The parser's message about a flow collection that continues on the next line. */
const deficientIndentation = "deficient indentation";
const schema = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses YAML or JSON.
 * @throws ParseFault
 */
export function parseSource(path: string, text: string): Omit<SourceFile, "name"> {
  // Text that isn't JSON may be YAML, such as with a trailing comma. If it isn't, the YAML parser reports the position.
  const value = /\.ya?ml$/i.test(path) ? undefined : parsedJson(text);
  if (value !== undefined) {
    refuseDeepJson(text);
    return { path, text, isJson: true, value, warnings: [] };
  }
  try {
    return { path, ...parseYaml(text) };
  } catch (error) {
    throw parseFault(error);
  }
}

type Parsed = Pick<SourceFile, "text" | "original" | "value" | "warnings">;

function parseYaml(text: string): Parsed {
  try {
    return readYaml(text);
  } catch (error) {
    if (!isEarlyClosing(error, text)) throw error;
    // Line numbers stay the same.
    const parsed = readYaml(indentClosings(text));
    const message =
      "YAML requires a closing bracket to be indented further than the key of its collection. It is read as if it were.";
    const warnings = [{ line: placeOf(error).line, message }, ...parsed.warnings];
    return { ...parsed, original: text, warnings };
  }
}

function isEarlyClosing(error: unknown, text: string): error is YAMLException {
  if (!(error instanceof YAMLException) || error.reason !== deficientIndentation) return false;
  return /^[\]}]/.test(text.slice(error.mark?.position));
}

function readYaml(text: string): Parsed {
  // The parser counts the document as a level.
  const events = parseEvents(text, { maxDepth: maxDepth + 1 });
  refuseEndless(events, text);
  const { documents, warnings } = construct(events, text);
  if (documents.length > 1) {
    const message = `The file has ${documents.length} YAML documents (\`---\`). The first is read.`;
    warnings.push({ line: 1, message });
  }
  return { text, value: documents[0], warnings };
}

/** Reports duplicate keys as warnings instead of refusing the file, because JSON allows them. */
function construct(events: Event[], source: string): { documents: unknown[]; warnings: Warning[] } {
  const options = { source, schema, maxTotalMergeKeys: -1 };
  try {
    return { documents: constructFromEvents(events, options), warnings: [] };
  } catch (error) {
    if (!(error instanceof YAMLException) || !error.reason.includes("duplicated mapping key")) throw error;
    const { line, column } = placeOf(error);
    const rest = source.split("\n")[line - 1]?.slice(column - 1) ?? "";
    const [, key = ""] = /^["']?(.*?)["']?\s*:(?:\s|$)/.exec(rest) ?? [];
    const message = `The object has the key \`${key}\` twice. The last value is used, here and wherever this happens again.`;
    return {
      documents: constructFromEvents(events, { ...options, json: true }),
      warnings: [{ line, message }],
    };
  }
}

function parseFault(error: unknown): unknown {
  if (!(error instanceof YAMLException)) return error;
  const { reason } = error;
  if (reason.startsWith("nesting exceeded")) return new ParseFault(tooDeep, placeOf(error));
  const hint = reason === deficientIndentation ? ", or a bracket before it isn't closed" : "";
  return new ParseFault(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}${hint}.`, placeOf(error));
}

/** js-yaml counts from 0. */
function placeOf({ mark }: YAMLException): { line: number; column: number } {
  return { line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
}
