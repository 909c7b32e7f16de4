import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { emitFiles } from "../../cli/generate/emit-files.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { acceptAnyone } from "../../server/http/credentials/accept-anyone.ts";
import { NotImplemented } from "../../server/http/errors/not-implemented.ts";
import { createSender, type RawResponse } from "../../testing/fuzz/http.ts";
import type { WireRequest } from "../../testing/fuzz/request.ts";
import { createFuzzer, NothingToCheck } from "../../testing/fuzz/run.ts";
import { startMock } from "../../testing/mock/start-mock.ts";
import { startService } from "../../testing/service/start-service.ts";

const credential = "any:any";

interface Running {
  url: string;
  close: () => Promise<void>;
}

export interface Compared {
  /** How many requests both servers got. */
  requests: number;
  /** The requests whose responses differ, with both responses. */
  differences: string[];
}

/**
 * Serves a document from its source and from the bundle that `counterpart generate` writes, by the server and by the mock,
 * and sends all of them the fuzzer's requests, valid and invalid ones.
 * @throws UnreadableSpec
 */
export async function responseDifferences(file: string, runs: number): Promise<Compared> {
  const { files } = emitFiles(readSpec(file), { builds: true });
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-bundle-"));
  try {
    const bundle = path.join(folder, "openapi.json");
    await writeFile(bundle, files["openapi.json"] ?? "");
    const compared = [];
    for (const start of [serve, mock]) {
      const servers = [await start(file), await start(bundle)] as const;
      try {
        compared.push(await compareServers(file, servers, runs));
      } finally {
        await Promise.all(servers.map(({ close }) => close()));
      }
    }
    return {
      requests: compared.reduce((sum, { requests }) => sum + requests, 0),
      differences: compared.flatMap(({ differences }) => differences),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compareServers(
  file: string,
  [one, other]: readonly [Running, Running],
  runs: number,
): Promise<Compared> {
  const document = await loadDocument(file);
  const [first, second] = [createSender(one.url), createSender(other.url)];
  const differences: string[] = [];
  let requests = 0;
  const send = async (request: WireRequest): Promise<RawResponse> => {
    const [answer, same] = [await first.send(request), await second.send(request)];
    requests++;
    const texts = [answer, same].map(comparable);
    if (!isDeepStrictEqual(texts[0], texts[1])) {
      differences.push(`${request.method} ${request.target}: ${JSON.stringify(texts)}`);
    }
    return answer;
  };
  const close = () => {
    first.close();
    second.close();
  };
  const credentials = Object.fromEntries(
    Object.keys(document.securitySchemes).map((name) => [name, credential]),
  );
  const owner = { credentials, known: {}, markers: [] };
  try {
    for (const target of ["/", "/no/such/path"]) await send({ method: "GET", target, headers: [] } as never);
    await createFuzzer({ document, sender: { send, close }, owner }).run({ runs, seed: 7 });
  } catch (error) {
    if (!(error instanceof NothingToCheck)) throw error;
  } finally {
    close();
  }
  return { requests, differences };
}

/** A response without what differs each time. */
function comparable({ status, headers, received }: RawResponse) {
  const { date: _, "x-request-id": id = "-", ...others } = headers;
  return { status, headers: others, body: received?.body?.toString("latin1").replaceAll(id, "") };
}

const stub = async (): Promise<never> => {
  throw new NotImplemented();
};

async function serve(file: string): Promise<Running> {
  const { operations, securitySchemes } = await loadDocument(file);
  return startService(
    {
      document: pathToFileURL(file),
      handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, stub])),
      service: {
        readSettings: () => ({}),
        open: async () => ({
          services: {},
          authenticators: Object.fromEntries(
            Object.keys(securitySchemes).map((name) => [name, acceptAnyone()]),
          ),
          pages: [],
          close: async () => {},
        }),
      },
    },
    { onlyCredential: credential },
  );
}

function mock(file: string): Promise<Running> {
  return startMock({ document: file, port: 0 });
}
