import { ApiError } from "@counterpart/server/errors";

/** An image that isn't stored, with a sentence for the person who chose it. */
export class ImageRefused extends ApiError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super("VALIDATION_ERROR", message, options);
    this.name = "ImageRefused";
  }
}
