import { createHash } from "node:crypto";
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { refusal } from "./calls/call-result.ts";
import type { Sdk } from "./sdk.ts";
import type { Argument } from "./tools/argument.ts";
import { valueAt } from "./tools/argument-places.ts";
import { textWithin } from "./tools/text-within.ts";
import { confirmation } from "./tools/tool-arguments.ts";
import type { PreparedCall } from "./toolset.ts";

/** Characters. */
const maxValue = { first: 200, other: 80 };
const maxName = 64;
/** Arguments that needn't be given. A person reads no more. */
const maxOthers = 10;

/**
 * The answer to a call to which a person hasn't agreed yet; undefined to go on. Clients that can ask a person do so;
 * others state the agreement in an argument of the call.
 */
export function askForAgreement(sdk: Sdk, server: Server, call: PreparedCall, { mcpReq }: ServerContext) {
  const { tool, values, isConfirmed } = call;
  if (tool.confirm === undefined) return undefined;
  const question = `${tool.confirm} ${tool.name} ${shownArguments(tool.arguments().list, values)}`;
  if (server.getClientCapabilities()?.elicitation === undefined) {
    if (isConfirmed) return undefined;
    return refusal(`Ask a person: ${question} If the answer is yes, call again with ${confirmation}: true.`);
  }
  // The answer comes with a second call, whose arguments could be others.
  const hash = createHash("sha256").update(JSON.stringify([tool.name, values]));
  const key = `${confirmation}-${hash.digest("base64url")}`;
  const answer = sdk.inputResponse(mcpReq.inputResponses, key);
  if (answer.kind === "elicit") {
    const isAgreed = answer.action === "accept" && answer.content?.[confirmation] === true;
    return isAgreed ? undefined : refusal("The person didn't agree, so nothing was called.");
  }
  const requestedSchema = {
    type: "object" as const,
    properties: { [confirmation]: { type: "boolean" as const, title: "I agree" } },
    required: [confirmation],
  };
  const ask = sdk.inputRequired.elicit({ mode: "form", message: question, requestedSchema });
  return sdk.inputRequired({ inputRequests: { [key]: ask } });
}

/** What is called and what it needs come first: the model chooses the order, and could hide them behind other values. */
function shownArguments(list: Argument[], sent: Record<string, unknown>): string {
  const known = list.flatMap((one) => {
    const value = one.fixed ? one.fixed.value : valueAt(sent, one.at);
    const isFirst = one.required || one.place === "path";
    return value === undefined ? [] : [{ name: one.name, value, isFirst }];
  });
  const names = new Set(list.map(({ at }) => at[0]));
  const open = Object.entries(sent).flatMap(([name, value]) =>
    names.has(name) ? [] : [{ name, value, isFirst: false }],
  );
  const first = known.filter(({ isFirst }) => isFirst);
  const others = [...known.filter(({ isFirst }) => !isFirst), ...open];
  const shown = [
    ...first.map(({ name, value }) => shownMember(name, value, maxValue.first)),
    ...others.slice(0, maxOthers).map(({ name, value }) => shownMember(name, value, maxValue.other)),
  ];
  const more = others.length > maxOthers ? ` and ${others.length - maxOthers} more` : "";
  return `{${shown.join(",")}}${more}`;
}

function shownMember(name: string, value: unknown, maxLength: number): string {
  const text = JSON.stringify(value).replaceAll(
    /[\p{Cc}\p{Cf}]/gu,
    (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`,
  );
  return `${JSON.stringify(textWithin(name, maxName))}:${textWithin(text, maxLength)}`;
}
