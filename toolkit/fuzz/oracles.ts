import { type AnswerFault, answerFaults, operationFinder } from "../testing/answer-faults.ts";
import { Finding, type Oracle } from "./report/finding.ts";
import type { HttpRequest } from "./request.ts";
import type { Exchange, Target } from "./session.ts";
import { isUnlisted } from "./unlisted.ts";

const oracleOf: Record<AnswerFault["about"], Oracle> = {
  status: "undocumented status",
  "media type": "media type",
  header: "header",
  body: "body",
};

/**
 * What holds for every answer: it comes, it isn't a failure of the server, it is as documented, and it shows nothing of
 * somebody else's. Throws a Finding when it isn't so. A status that servers answer by themselves may be missing in the
 * document (`unlistedAnswers`).
 */
export function createOracles({ document, owner, other }: Omit<Target, "sender">) {
  const faultsOf = answerFaults(document);
  const find = operationFinder(document);
  // Of a document that doesn't say what is answered where nothing is, no answer there is wrong.
  const knowsUnmatched = Object.keys(document.unmatched).length > 0;

  return ({ request, as, answer }: Exchange, made: Map<string, unknown>): void => {
    if (!answer) throw new Finding("no answer", "Nothing came back.");
    const { method, path } = request;
    const { status, text, headers } = answer;
    if (status >= 500) throw new Finding("server error", `It answered ${status}.`);
    const operation = find(method, path);
    const isExpected = operation !== undefined && isUnlisted(operation, status);
    if (!isExpected && (operation || knowsUnmatched)) {
      const contentType = headers["content-type"];
      const faults = faultsOf({
        method,
        status,
        text,
        headers,
        contentType,
        ...(operation && { operation }),
      });
      const [first] = faults;
      if (first) throw new Finding(oracleOf[first.about], faults.map(({ message }) => message).join("\n"));
    }
    if (as === "nobody" || !other) return;
    const hidden =
      as === "owner" ? other.markers : [...owner.markers, ...[...made.values()].filter(isMarker)];
    const shown = hidden.find(
      (marker) => text.includes(marker) && !(status >= 400 && isEcho(request, marker)),
    );
    if (shown)
      throw new Finding("foreign data", `It shows ${JSON.stringify(shown)}, which is somebody else's.`);
  };
}

/** Short values stand in many answers by chance. */
const shortestMarker = 6;

function isMarker(value: unknown): value is string {
  return typeof value === "string" && value.length >= shortestMarker;
}

/** A refusal may name what was asked for. */
function isEcho({ path, query, body }: HttpRequest, marker: string): boolean {
  const address = path + query.join("&");
  return [address, decoded(address), body?.toString() ?? ""].some((text) => text.includes(marker));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
