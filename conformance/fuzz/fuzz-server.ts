import { readDocument } from "../../toolkit/server/document/read-document.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import { createSender } from "../../toolkit/testing/fuzz/http.ts";
import { createFuzzer, type Outcome } from "../../toolkit/testing/fuzz/run.ts";
import { foreignTarget } from "../../toolkit/testing/fuzz/target/any-target.ts";
import { documentFile } from "../proxy/tools/start-tool.ts";

/** The default of `counterpart fuzz`. */
export const runs = 2000;

/**
 * What `counterpart fuzz --url … --spec …` finds in a server with the credentials of two callers.
 * @param maxFailures the run ends after this many
 */
export async function fuzzServer(
  url: string,
  { seed, maxFailures }: { seed: number; maxFailures: number },
): Promise<Outcome> {
  const document = readDocument(readSpec(documentFile).raw);
  const sender = createSender(url);
  try {
    const { target } = await foreignTarget({
      document,
      sender,
      credentials: { key: "key-ada" },
      otherCredentials: { key: "key-bob" },
    });
    return await createFuzzer(target).run({ runs, seed, maxFailures });
  } finally {
    sender.close();
  }
}
