/** What the compiler says of one place. */
export interface CompilerError {
  /** Relative to the project's folder; undefined for what concerns the project, such as an option. */
  file?: string;
  /** Both counted from 1. */
  line?: number;
  column?: number;
  /** As in `TS2322`. */
  code: string;
  /** From the general to the particular, one line each. */
  message: string;
}
