import { type DocumentOperation, parameterNames } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";
import { isMarkedNonconforming } from "../checks/nonconforming-header.ts";
import { parsed } from "../checks/response-faults.ts";
import { operationFinder } from "../judge/document/find-operation.ts";
import type { TrafficFinding } from "../judge/traffic-finding.ts";
import { type Presented, presentedFor } from "../samples/credentials.ts";
import type { HttpRequest } from "../samples/http-request.ts";
import { Known, substitute } from "../samples/known.ts";
import { isListed } from "./discover/discover.ts";
import type { Id } from "./discover/ids.ts";
import { type As, type Exchange, type FuzzResponse, NoResponse, type Sender } from "./http.ts";
import { applyFindings, judgedSender } from "./judged.ts";
import { isUnusualPath } from "./notes.ts";
import { type CompiledOperation, isChange, type Parts } from "./operation.ts";
import { createOracles } from "./oracles.ts";
import type { Ask, Input, Target } from "./parties.ts";
import { Violation } from "./report/violation.ts";
import { buildRequest, onTheWire, restOf } from "./request.ts";

/** Sends the requests of one case, and checks every response against the document. */
export interface Session {
  exchanges: Exchange[];
  /** Called with each response; the operationId is `-` if no operation matches. */
  onAnswer: (operationId: string, status: number) => void;
  /** Called if the mock has no conforming response. */
  onNonconforming: (operationId: string) => void;
  /** Called with a response of a foreign server's framework. */
  onNote: (kind: string, request: HttpRequest) => void;
  /** Whether the server wasn't made with this toolkit. */
  isForeign: boolean;
  /** Whether there is another caller. */
  hasOther: boolean;
  /** The values of known values, by label. */
  made: Map<string, unknown>;
  ask: Ask;
  /** Sends the parts of an operation's request. */
  sendParts: (compiled: CompiledOperation, parts: Parts, options?: SendOptions) => Promise<FuzzResponse>;
  send: (request: HttpRequest, as: As, options?: Pick<SendOptions, "isUnusual">) => Promise<FuzzResponse>;
  /** Calls an operation; the response may be a refusal. */
  call: (operationId: string, input?: Input, as?: As) => Promise<FuzzResponse>;
  presented: (operation: Pick<DocumentOperation, "security">, as: As) => Presented[];
  /** Replaces known values by the owner's, and by those that are created for this case. */
  concrete: (compiled: CompiledOperation, parts: Parts) => Promise<Parts>;
}

/** The case can't be run, because the server refused to create what it needs. */
export class NothingCreated extends Error {}

export interface SendOptions {
  as?: As;
  presented?: Presented[];
  change?: (request: HttpRequest) => HttpRequest;
  /** Whether a framework may answer before the application reads the request. Default: by the path. */
  isUnusual?: boolean;
}

/** The longest wait after a 429, in seconds. */
const longestWait = 90;

/** Opens a session for each case; sessions share compiled parts. */
export function sessions(
  { document, sender, owner, other, discovered, isForeign = false }: Target,
  compiledOf: (operationId: string) => CompiledOperation | undefined,
): () => Session {
  const find = operationFinder(document);
  const hold = createOracles({ document, owner, ...(other && { other }), isForeign });
  const judged = isForeign ? judgedSender(document, sender) : undefined;

  return () => {
    const exchanges: Exchange[] = [];
    const made = new Map<string, unknown>();

    async function send(
      request: HttpRequest,
      as: As,
      { isUnusual = false }: Pick<SendOptions, "isUnusual"> = {},
    ): Promise<FuzzResponse> {
      const exchange: Exchange = { request, as, isUnusual: isUnusual || isUnusualPath(request.path) };
      exchanges.push(exchange);
      let findings: TrafficFinding[] = [];
      try {
        exchange.answer = await answerTo(judged?.sender ?? sender, request);
        findings = judged?.takeFindings() ?? [];
      } catch (error) {
        if (error instanceof NoResponse) throw new Violation("no response", `There was ${error.message}.`);
        throw error;
      }
      const operation = find(request.method, request.path, () => restOf(request));
      const { operationId = "-" } = operation ?? {};
      session.onAnswer(operationId, exchange.answer.status);
      if (isMarkedNonconforming(exchange.answer.headers)) session.onNonconforming(operationId);
      hold(exchange, made);
      applyFindings(findings, exchange, { operation, note: session.onNote });
      return exchange.answer;
    }

    function presented(operation: Pick<DocumentOperation, "security">, as: As): Presented[] {
      if (as === "anonymous") return [];
      const party = as === "owner" ? owner : other;
      return (
        presentedFor(document, operation, party?.credentials ?? {}, as === "other" ? "OTHER_" : "") ?? []
      );
    }

    async function call(operationId: string, input: Input = {}, as: As = "owner"): Promise<FuzzResponse> {
      const compiled = compiledOf(operationId);
      if (!compiled) throw new Error(`The document has no operation ${operationId}, or it can't be called.`);
      const [mediaType = "application/json"] = Object.keys(compiled.operation.requestBody?.content ?? {});
      const parameters = Object.fromEntries(
        (["path", "query"] as const).flatMap((place) =>
          Object.entries(input[place] ?? {}).map(([name, value]) => [`${place} ${name}`, value]),
        ),
      );
      const parts = {
        parameters,
        ...(input.body !== undefined && { body: { mediaType, value: input.body } }),
      };
      return send(buildRequest(compiled, parts, presented(compiled.operation, as)), as);
    }

    async function ask(operationId: string, input: Input = {}): Promise<unknown> {
      const { status, text, body } = await call(operationId, input);
      if (status >= 300)
        throw new Violation("valid request refused", `${operationId} answered ${status}: ${text}`);
      return body;
    }

    async function concrete({ operation }: CompiledOperation, parts: Parts): Promise<Parts> {
      const wanted: Known[] = [];
      substitute(parts, (known) => wanted.push(known));
      const madeFor = ({ name, label }: Known) => made.get(`${name} ${label}`);
      for (const known of inPathOrder(operation, wanted)) {
        const { name, label } = known;
        const key = `${name} ${label}`;
        if (made.has(key)) continue;
        const value = own(owner.known, name)?.find((one) => one.label === label);
        if (value) made.set(key, value.make ? await value.make(ask) : value.sample);
        else made.set(key, await discoveredId(known, substitute(parts, madeFor) as Parts, operation));
      }
      return substitute(parts, madeFor) as Parts;
    }

    async function discoveredId(
      { name, label }: Known,
      { parameters }: Parts,
      { path }: DocumentOperation,
    ): Promise<Id> {
      const names = parameterNames(path);
      const outer = names.slice(0, Math.max(0, names.indexOf(name)));
      const parents = outer.map((one) => parameters[`path ${one}`] as Id);
      const id = await discovered?.idOf(label, parents, session.sendParts);
      if (id === undefined) throw new NothingCreated();
      return id;
    }

    const session: Session = {
      exchanges,
      onAnswer: () => {},
      onNonconforming: () => {},
      onNote: () => {},
      isForeign,
      hasOther: other !== undefined,
      made,
      ask,
      send,
      call,
      presented,
      concrete,
      async sendParts(
        compiled,
        parts,
        { as = "owner", presented: given, change = (one: HttpRequest) => one, isUnusual = false } = {},
      ) {
        const request = buildRequest(
          compiled,
          await concrete(compiled, parts),
          given ?? presented(compiled.operation, as),
        );
        if (isForeign && changesOthers(compiled, parts)) {
          const { method } = request;
          session.onNote(
            `${method} changes what the run didn't create, since it could create nothing`,
            request,
          );
        }
        return send(change(request), as, { isUnusual });
      },
    };
    return session;
  };
}

/** Whether a request may change what neither the run created nor the user named. */
function changesOthers({ operation }: CompiledOperation, { parameters }: Parts): boolean {
  const id = parameters[`path ${parameterNames(operation.path).at(-1)}`];
  return isChange(operation) && !(id instanceof Known && !isListed(id));
}

/** The values of outer path parameters come first, because others are created within them. */
function inPathOrder({ path }: DocumentOperation, wanted: Known[]): Known[] {
  const names = parameterNames(path);
  return wanted.toSorted((one, two) => names.indexOf(one.name) - names.indexOf(two.name));
}

/** After a 429, waits for the time in Retry-After and retries. */
async function answerTo(sender: Sender, request: HttpRequest): Promise<FuzzResponse> {
  for (;;) {
    const answer = await sender.send(onTheWire(request));
    const wait = Number(answer.headers["retry-after"]);
    if (answer.status !== 429 || !(wait <= longestWait)) {
      return { ...answer, body: parsed(answer.text, answer.headers["content-type"]) };
    }
    await new Promise((resolve) => setTimeout(resolve, (wait + 0.1) * 1000));
  }
}
