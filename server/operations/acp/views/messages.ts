import { jsonPath } from "../../../domain/json-path.ts";
import { authenticationNeeded } from "../../../payments/agents/authentication-needed.ts";
import type { Problem } from "../../../payments/agents/quote.ts";
import type { Schemas } from "../operation.ts";

type Message = NonNullable<Schemas["CheckoutSessionBase"]["messages"]>[number];

const places = {
  address: "/fulfillment_details/address",
  buyer: "/buyer/email",
  option: "/selected_fulfillment_options",
  codes: "/discounts/codes",
};

/** The part of a session that a problem is about, as a JSON pointer. */
export function pointerOf({ line, about }: Problem): string | undefined {
  if (line !== undefined) return `/line_items/${line}`;
  return about && places[about];
}

export const authenticationMessage = {
  ...{ type: "error", code: "requires_3ds", severity: "high", resolution: "requires_buyer_review" },
  ...{ content_type: "plain", content: authenticationNeeded, param: jsonPath("/authentication_result") },
} as const satisfies Message;

/** What keeps the purchase from being paid comes first. */
export function messagesOf(problems: Problem[]): Message[] {
  const messages = problems.map((problem): Message => {
    const { kind, code, message: content } = problem;
    const pointer = pointerOf(problem);
    const param = pointer !== undefined && { param: jsonPath(pointer) };
    const rest = { content_type: "plain" as const, content, ...param };
    if (kind === "warning") {
      return {
        type: "warning",
        code: code as Schemas["MessageWarning"]["code"],
        severity: "medium",
        ...rest,
      };
    }
    const resolution = code === "missing" ? ("requires_buyer_input" as const) : ("recoverable" as const);
    return {
      type: "error",
      code: code as Schemas["MessageError"]["code"],
      severity: "high",
      resolution,
      ...rest,
    };
  });
  return messages.sort((one, other) => Number(other.type === "error") - Number(one.type === "error"));
}
