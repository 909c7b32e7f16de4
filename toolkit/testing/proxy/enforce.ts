import type { RequestListener } from "node:http";
import { type Held, hold } from "./copy-body.ts";
import type { ProxyFinding } from "./observer.ts";
import { beginForwarding, type ForwardedRequest, type ForwardingParts, type Receiving } from "./passing.ts";

/** Passes on only what conforms to the document. Bodies that are too large to be kept pass unchecked. */
export function enforce(parts: ForwardingParts): RequestListener {
  const { observer } = parts;

  async function passRequest(
    passing: ForwardedRequest,
    ...[req]: Parameters<RequestListener>
  ): Promise<void> {
    if (/^100-continue$/i.test(req.headers.expect ?? "")) passing.invite();
    const { chunks, state } = await hold(req, passing.requestCopy);
    if (state === "broken" || passing.isGone()) return;
    const faults = errorsIn(observer.request(passing.sent()));
    if (faults.length > 0) {
      const detail = "The request doesn't conform to the API's document. It was not passed on.";
      passing.answer({ status: 400, title: "Invalid request", detail, findings: faults });
    } else {
      passing.send((response) => void passResponse(passing, response).catch(passing.fail), chunks);
    }
  }

  async function passResponse(passing: ForwardedRequest, response: Receiving): Promise<void> {
    const observed = (body: Buffer | undefined) => ({ ...passing.sent(), response: response.received(body) });
    const items = observer.items(observed(undefined));
    if (items) response.copy.release();
    const { chunks, state }: Held = items
      ? { chunks: [], state: "larger" }
      : await hold(response.stream, response.copy);
    if (passing.isGone()) return;
    const findings =
      state === "broken"
        ? observer.incomplete(observed(undefined))
        : observer.exchange(observed(response.copy.bytes()));
    const faults = errorsIn(findings);
    if (faults.length > 0) {
      const detail = "The server's response doesn't conform to the API's document.";
      passing.answer({ status: 502, title: "Invalid response", detail, findings: faults });
      return;
    }
    if (items) {
      response.stream.on("data", items.push);
      response.stream.once("end", items.end);
    }
    response.pass((isComplete) => {
      if (!isComplete) observer.incomplete(observed(undefined), true);
    }, chunks);
  }

  return (req, res) => {
    const passing = beginForwarding(parts, req, res);
    passRequest(passing, req, res).catch(passing.fail);
  };
}

function errorsIn(findings: ProxyFinding[]): ProxyFinding[] {
  return findings.filter(({ severity }) => severity === "error");
}
