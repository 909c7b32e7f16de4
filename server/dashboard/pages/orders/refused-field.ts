import { ApiError } from "@counterpart/server/errors";
import { textOf } from "../../frame/forms.ts";

/** A form was refused for one of its fields. */
export class RefusedField extends ApiError {
  readonly field: string;

  constructor(field: string, message: string) {
    super("VALIDATION_ERROR", message);
    this.name = "RefusedField";
    this.field = field;
  }
}

/** A refused form of the order's page, which shows it again as it was sent. */
export interface RefusedForm {
  action: string;
  form: FormData;
  error: RefusedField;
}

/** The fields of a form: with what was sent and the fault if it was refused. */
export interface Typed {
  isRefused: boolean;
  /** @param now what the field shows otherwise */
  value(name: string, now: string | number | null | undefined): string;
  fault(name: string): string | undefined;
}

export function typedIn(refused: RefusedForm | undefined, action: string): Typed {
  const own = refused?.action === action ? refused : undefined;
  return {
    isRefused: own !== undefined,
    value: (name, now) => (own?.form.has(name) ? textOf(own.form, name) : String(now ?? "")),
    fault: (name) => (own?.error.field === name ? own.error.message : undefined),
  };
}
