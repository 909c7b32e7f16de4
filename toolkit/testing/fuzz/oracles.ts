import { percentDecoded } from "@counterpart/server/document";
import { isMarkedNonconforming } from "../checks/nonconforming-header.ts";
import { encodingFault, responseFaults } from "../checks/response-faults.ts";
import { operationFinder } from "../judge/document/find-operation.ts";
import type { HttpRequest } from "../samples/http-request.ts";
import type { Exchange, FuzzResponse } from "./http.ts";
import { isFrameworks } from "./notes.ts";
import type { Target } from "./parties.ts";
import { Violation } from "./report/violation.ts";
import { restOf } from "./request.ts";
import { isUnlisted } from "./unlisted.ts";

/**
 * Checks every response: it arrives, isn't a server error, and has no other caller's data. A response of our own
 * server also conforms to the document; a foreign one's is shown to the judge (`judgedSender`).
 * @throws Violation
 */
export function createOracles({ document, owner, other, isForeign }: Omit<Target, "sender">) {
  const faultsOf = responseFaults(document);
  const find = operationFinder(document);
  // Without `x-unmatched`, any response is correct if no operation matches.
  const knowsUnmatched = Object.keys(document.unmatched).length > 0;

  return (exchange: Exchange, made: Map<string, unknown>): void => {
    const { request, as, answer, isUnusual } = exchange;
    if (!answer) throw new Violation("no response", "No response arrived.");
    const { status, text } = answer;
    const isTolerated = isForeign === true && isUnusual === true && isFrameworks(answer);
    if (status >= 500 && !isTolerated) throw new Violation("server error", `It answered ${status}.`);
    if (!isForeign) assertConforms(request, answer);
    if (as === "anonymous" || !other) return;
    const hidden =
      as === "owner" ? other.markers : [...owner.markers, ...[...made.values()].filter(isMarker)];
    const shown = hidden.find(
      (marker) =>
        text.includes(marker) && !((status >= 400 || isForeign === true) && isEcho(request, marker)),
    );
    if (shown)
      throw new Violation(
        "foreign data",
        `It leaks ${JSON.stringify(shown)}, which belongs to another caller.`,
      );
  };

  function assertConforms(request: HttpRequest, answer: FuzzResponse): void {
    const { method, path } = request;
    const { status, text, headers, codingFault } = answer;
    if (codingFault) throw new Violation("body", codingFault);
    const notUtf8 = encodingFault(answer);
    if (notUtf8) throw new Violation("body", notUtf8);
    const operation = find(method, path, () => restOf(request));
    const isExpected = (operation && isUnlisted(operation, status)) || isMarkedNonconforming(headers);
    if (isExpected || !(operation || knowsUnmatched)) return;
    const contentType = headers["content-type"];
    const faults = faultsOf({ method, status, text, headers, contentType, ...(operation && { operation }) });
    const [first] = faults;
    if (first) throw new Violation(first.rule, faults.map(({ message }) => message).join("\n"));
  }
}

/** Shorter values occur in many responses by chance. */
const shortestMarker = 6;

function isMarker(value: unknown): value is string {
  return typeof value === "string" && value.length >= shortestMarker;
}

/** A refusal may echo the request, and so may a foreign server whose callers choose names. */
function isEcho({ path, query, body }: HttpRequest, marker: string): boolean {
  const address = path + query.join("&");
  return [address, percentDecoded(address), body?.toString() ?? ""].some((text) => text.includes(marker));
}
