/** What a check of the doctor found. */
export interface Finding {
  /** What was checked: `database`. */
  check: string;
  /** `warning`: the service works, but not as it should, or it couldn't be found out. */
  status: "ok" | "warning" | "failed";
  message: string;
  /** What to do about it. */
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
