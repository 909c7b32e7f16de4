/** The result of one of the doctor's checks. */
export interface Finding {
  /** The name of the check: `database`. */
  check: string;
  /** `warning`: the service works with limitations, or the check couldn't be completed. */
  status: "ok" | "warning" | "failed";
  message: string;
  /** How to fix it. */
  advice?: string;
}

/** Makes the findings of a check. */
export function findingsOf(check: string) {
  return {
    ok: (message: string): Finding => ({ check, status: "ok", message }),
    warning: (message: string, advice: string): Finding => ({ check, status: "warning", message, advice }),
    failed: (message: string, advice: string): Finding => ({ check, status: "failed", message, advice }),
  };
}
