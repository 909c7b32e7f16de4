import { isJson, isText } from "./media-type.ts";
import { InexactInteger, parseJson } from "./parse-json.ts";

/** Reads a response by its own `Content-Type`. Text of another type, such as a proxy's page, is read as JSON if it is JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const type = response.headers.get("Content-Type") ?? "text/plain";
  if (!isJson(type) && !isText(type)) return response.blob();
  const text = await response.text();
  try {
    return text === "" ? undefined : parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError && !isJson(type)) return text;
    if (error instanceof InexactInteger) error.message += ' `parseAs: "text"` reads the body as it is.';
    throw error;
  }
}
