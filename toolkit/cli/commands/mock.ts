import { type ApiDocument, existingBundle } from "@counterpart/server/document";
import { locateFindings } from "@counterpart/server/findings";
import { loadDocument, readDocument } from "@counterpart/server/read-document";
import type { Spec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import type { MockedDocument } from "@counterpart/testing/mock";
import { defineCommand, flag, type Terminal, withValue } from "../command-line/command.ts";
import { documentOrFileOption, isDocumentFile } from "../command-line/document-option.ts";
import { explainFailure } from "../command-line/explain-failure.ts";
import {
  type GivenDocument,
  givenDocument,
  givenOptions,
  leftOutText,
  orNameDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { portTaken, wholeNumber } from "../command-line/option-values.ts";
import { untilSignal } from "../command-line/until-signal.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { rereadOnChange } from "../generate/watch/reread.ts";
import { refusal } from "../inspect/analyze-spec.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Serves the document without a backend: answers every valid request with the document's examples, and refuses
what the server would refuse. Any credential is accepted. CORS is open to every origin. A document
that is named here is read again whenever its files change; a project's document is the one that was generated last.

Every documented response can be selected by a header or a query parameter:

  Prefer: code=404                  ?__code=404
  Prefer: code=409, example=<name>  ?__code=409&__example=<name>
  Prefer: dynamic=true              ?__dynamic=true   a body from the schema

With --send, it serves nothing, and sends one of the document's webhooks or callbacks (startJob.onDone) instead, with an
example from the document or a generated payload. With a secret, the request is signed according to Standard Webhooks. Exit
code 1: the status of the response isn't documented.`,
  options: {
    port: withValue("<port>", "default: $MOCK_PORT, or 4010; 0 for any free port"),
    host: withValue("<host>", "default: 127.0.0.1"),
    ...givenOptions,
    document: documentOrFileOption,
    send: withValue("<webhook>", "send this webhook to the URL of --to"),
    to: withValue("<url>", "URL of the receiver, such as http://localhost:3000/hook"),
    secret: withValue(
      "<whsec_…>",
      "secret to sign the request with; or set $WEBHOOK_SECRET, which keeps it out of the shell's history",
    ),
    json: flag(
      'print {"url": "…", "document": "…", "try": "…"} without logging requests; for several documents {"url": "…", "documents": {"<name>": {"document": "…", "try": "…"}}}; with --send {"method": "…", "url": "…", "body": "…", "status": …, "documented": …, "unsigned": …}',
    ),
  },
  details: placesText,
  async run({ options: { document: named, ...options }, positionals, terminal }) {
    const { stdout, env } = terminal;
    const { host = "127.0.0.1", json } = options;
    const isFile = named !== undefined && isDocumentFile(named);
    const given = await givenDocument({
      positionals: isFile ? [...positionals, named] : positionals,
      options: { ...options, ...(named !== undefined && !isFile && { document: named }) },
      terminal,
    });
    if (options.send !== undefined || options.to !== undefined) {
      const secret = options.secret ?? (env.WEBHOOK_SECRET || undefined);
      return send(await sendingDocument(given, named), { ...options, secret }, stdout);
    }
    const port = wholeNumber(portOptions, options.port ?? (env.MOCK_PORT || "4010"), 0, 65_535);
    // Read the documents first: Prism takes most of a second to load, and the command may fail before that.
    const files = given && rereadOnChange(given.read, () => reload());
    const documents = given && files ? [mockedOutside(given, files.read)] : await mockedDocuments(named);
    const { demonstration, startSharedMock } = await import("@counterpart/testing/mock");
    const onAnswer = (line: string) => void stdout.write(`${line}\n`);
    const mock = await startSharedMock(documents, { port, host, ...(!json && { onAnswer }) }).catch(
      portTaken(portOptions),
    );
    async function reload(): Promise<void> {
      try {
        await mock.reload();
        if (!json) stdout.write("The document has changed, and is served as it is now.\n");
      } catch (error) {
        const reason = explainFailure(error, "mock");
        terminal.stderr.write(`${reason}\nThe mock still serves the document as it was before.\n`);
      }
    }
    const mocked = mock.documents.map(({ name, file, document, basePath }) => ({
      name,
      document: file,
      try: demonstration(document, mock.url + basePath),
    }));
    stdout.write(json ? `${JSON.stringify(asJson(mock.url, mocked))}\n` : firstLines(mock.url, mocked));
    for (const { file, document } of mock.documents)
      terminal.stderr.write(leftOutText(file, document.leftOut.length));
    await untilSignal();
    await files?.stop();
    await mock.close();
    return 0;
  },
});

const portOptions = "--port or MOCK_PORT";

interface SendOptions {
  send?: string;
  to?: string;
  secret?: string | undefined;
  json?: boolean;
}

async function sendingDocument(
  given: GivenDocument | undefined,
  named: string | undefined,
): Promise<ApiDocument> {
  if (given) return readDocument((await given.read()).raw);
  const [mocked, ...others] = await mockedDocuments(named);
  if (!mocked || others.length > 0) throw new UsageError("Name one of the documents: --document <name>.");
  return loadDocument(mocked.file);
}

async function send(
  document: ApiDocument,
  { send: name, to, secret, json }: SendOptions,
  stdout: Terminal["stdout"],
): Promise<number> {
  if (name === undefined || to === undefined) {
    throw new UsageError("Name the webhook and its receiver: --send newPet --to http://localhost:3000/hook.");
  }
  const { sendWebhook } = await import("@counterpart/testing/mock");
  const sent = await sendWebhook(document, { name, to, secret });
  const note = sent.documented ? "" : ", a status that the document doesn't have";
  const unsigned = sent.unsigned
    ? "The document describes a signature. To sign the request, pass --secret.\n"
    : "";
  const text = `${sent.method} ${sent.url}\n${sent.body ?? ""}\nanswered ${sent.status}${note}\n${unsigned}`;
  stdout.write(json ? `${JSON.stringify(sent)}\n` : text);
  return sent.documented ? 0 : 1;
}

interface Mocked {
  name: string;
  /** The file of the bundled document. */
  document: string;
  /** A shell command. */
  try: string | undefined;
}

function asJson(url: string, mocked: Mocked[]) {
  const values = mocked.map(({ name, ...value }) => [name, value] as const);
  const [first, ...others] = values;
  return others.length === 0 ? { url, ...first?.[1] } : { url, documents: Object.fromEntries(values) };
}

/** What the mock prints when it has started: its address, and a request to try per document that has one. */
export function firstLines(url: string, mocked: Mocked[]): string {
  const demos = mocked.flatMap((one) =>
    one.try === undefined ? [] : mocked.length > 1 ? `${one.name}:\n${one.try}` : one.try,
  );
  const tryText = demos.length > 0 ? ` Or try:\n\n${demos.join("\n\n")}\n` : "\n";
  return `The mock listens on ${url}, with CORS for every origin.\nIn a browser, it has a form for each operation.${tryText}\n`;
}

/** @throws if nothing of the document can be served */
function mockedOutside({ name }: GivenDocument, read: () => Promise<Spec>): MockedDocument {
  return {
    name,
    file: name,
    async read() {
      const { raw, locate } = await read();
      const document = readDocument(raw);
      const { operations, leftOut } = document;
      if (operations.length > 0 || leftOut.length === 0) return document;
      const notes = leftOut.map(({ note }) => note);
      throw new Error(refusal(locateFindings(notes, locate)));
    },
  };
}

/** The documents of the project, or the one with this name. */
async function mockedDocuments(named?: string): Promise<MockedDocument[]> {
  const documents = await orNameDocument("mock", selectDocuments(named));
  return Promise.all(
    documents.map(async (config) => ({
      name: config.name,
      file: await existingBundle(config),
      basePath: config.basePath,
      sites: config.mockSites,
    })),
  );
}
