import type { RequestListener } from "node:http";
import { beginPassing, type PassingParts } from "./passing.ts";

/** Passes everything on as it arrives, and checks it once it has passed. */
export function reportOnly(parts: PassingParts): RequestListener {
  const { observer } = parts;
  return (req, res) => {
    const passing = beginPassing(parts, req, res);
    passing.send((response) => {
      const { stream, copy } = response;
      const observed = (body: Buffer | undefined) => ({
        ...passing.sent(),
        response: response.received(body),
      });
      const items = observer.items(observed(undefined));
      if (items) {
        copy.release();
        observer.exchange(observed(undefined));
        stream.on("data", items.push);
        stream.once("end", items.end);
      }
      response.pass((isComplete) => {
        if (!isComplete) observer.incomplete(observed(undefined), items !== undefined);
        else if (!items) observer.exchange(observed(copy.bytes()));
      });
    });
  };
}
