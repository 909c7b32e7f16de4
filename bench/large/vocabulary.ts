import type { Random } from "./random.ts";

/** The areas of an imaginary team platform, and the resources in each. */
export const areas: Record<string, string[]> = {
  access: ["role", "grant", "session", "invitation", "device"],
  analytics: ["report", "dashboard", "metric", "funnel", "segment"],
  assets: ["folder", "document", "image", "recording", "template"],
  audit: ["event", "export", "retention_rule", "finding", "attestation"],
  automation: ["workflow", "trigger", "schedule", "runner", "secret"],
  billing: ["invoice", "subscription", "credit", "plan", "tax_rate"],
  calendar: ["meeting", "room", "availability", "holiday", "booking"],
  campaigns: ["campaign", "audience", "message", "landing_page", "experiment"],
  catalog: ["component", "service", "owner", "dependency", "scorecard"],
  chat: ["channel", "thread", "reaction_set", "bot", "huddle"],
  deployments: ["environment", "release", "rollout", "artifact", "gate"],
  forms: ["form", "question", "submission", "score", "theme"],
  goals: ["objective", "key_result", "check_in", "cycle", "review"],
  hiring: ["candidate", "opening", "interview", "offer", "referral"],
  incidents: ["incident", "alert", "escalation", "postmortem", "runbook"],
  inventory: ["laptop", "license", "location", "shipment", "vendor"],
  knowledge: ["article", "space", "glossary_term", "redirect", "translation"],
  learning: ["course", "lesson", "quiz", "certificate", "enrollment"],
  payroll: ["employee", "payslip", "bonus", "leave_request", "timesheet"],
  planning: ["project", "board", "card", "sprint", "milestone"],
  sales: ["lead", "deal", "quote", "contract", "territory"],
  security: ["advisory", "scan", "policy", "exception", "certificate_authority"],
  storage: ["bucket", "snapshot", "replica", "lifecycle_rule", "transfer"],
  support: ["ticket", "queue", "macro", "survey", "agreement"],
};

const subjects = "organization member owner caller integration administrator webhook token".split(" ");
const verbs =
  "creates changes archives restores shares assigns exports reviews locks mentions approves schedules".split(
    " ",
  );
const objects =
  "the default settings|all linked records|a copy in another region|the most recent revision|its direct children|every open request|the public summary|the list of watchers".split(
    "|",
  );
const conditions =
  "when the plan allows it|unless a policy forbids it|as long as the record isn't locked|within the limits of the workspace|after the review has ended|before the next billing period|even if the author has left|only once for each idempotency key".split(
    "|",
  );

export function sentence(random: Random): string {
  return `The ${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)} ${random.pick(conditions)}.`;
}

/** Descriptions like those in real documents: prose, a note, and sometimes a list or table. */
export function paragraphs(random: Random, count: number): string {
  const texts = Array.from({ length: count }, () =>
    Array.from({ length: 2 + random.whole(3) }, () => sentence(random)).join(" "),
  );
  if (random.chance(0.3)) texts.push(`> [!NOTE]\n> ${sentence(random)}`);
  if (random.chance(0.2)) texts.push(Array.from({ length: 3 }, () => `- ${sentence(random)}`).join("\n"));
  return texts.join("\n\n");
}

/** `tax_rate` becomes `tax rate`. */
export function spoken(name: string): string {
  return name.replaceAll(/[_-]/g, " ");
}

export function plural(name: string): string {
  if (name.endsWith("y") && !/[aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|ch)$/.test(name) ? `${name}es` : `${name}s`;
}
