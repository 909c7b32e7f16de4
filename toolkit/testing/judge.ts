// The exports for tools that judge exchanges.

export { responseFaults } from "./checks/response-faults.ts";
export { createJudge, type Judge } from "./judge/judge.ts";
export { statefulRules } from "./judge/rules.ts";
