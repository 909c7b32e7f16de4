/** The protocols with which agents buy. `acp`: Agentic Commerce Protocol, `ucp`: Universal Commerce Protocol. */
export const agentProtocols = ["acp", "ucp"] as const;

export type AgentProtocol = (typeof agentProtocols)[number];

/** Separated by commas; null for none. */
export function toProtocolColumn(protocols: readonly AgentProtocol[]): string | null {
  return agentProtocols.filter((one) => protocols.includes(one)).join(",") || null;
}

/** The protocols in a list, separated by commas. Names of later versions are left out. */
export function protocolsIn(list: string | null): AgentProtocol[] {
  const names = (list ?? "").split(",").map((name) => name.trim());
  return agentProtocols.filter((one) => names.includes(one));
}

/** What a store still needs before agents can buy there, in sentences. */
export function missingForAgents(store: {
  paymentsConfigured: boolean;
  isPublished: boolean;
  returnPolicyUrl: string | null;
  hasShippingRates: boolean;
}): string[] {
  return [
    ...(store.paymentsConfigured ? [] : ["Connect payments: agents can’t buy before."]),
    ...(store.isPublished ? [] : ["Publish the store: agents can’t buy before."]),
    ...(store.returnPolicyUrl !== null
      ? []
      : ["Give the URL of your return policy: agents show it to buyers."]),
    ...(store.hasShippingRates ? [] : ["Add shipping rates: without them, delivery is free."]),
  ];
}
