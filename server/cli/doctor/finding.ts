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

export function ok(check: string, message: string): Finding {
  return { check, status: "ok", message };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, status: "warning", message, advice };
}

export function failed(check: string, message: string, advice: string): Finding {
  return { check, status: "failed", message, advice };
}
