// The exports for code that reports findings of a document.

export { describeFinding, type Finding, locateFindings, type Severity } from "./document/findings/finding.ts";
export { describeLocation, type Locate } from "./document/findings/locate.ts";
