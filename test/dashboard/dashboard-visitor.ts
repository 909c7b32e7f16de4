import type { Role } from "../../server/domain/role.ts";
import { newToken } from "../../server/people/invitations.ts";
import type { World } from "../helpers/world.ts";

/** A browser at the dashboard, at the level of HTTP: cookies, and forms with their hidden fields. */
export type Visitor = ReturnType<typeof createVisitor>;

export interface Page {
  status: number;
  text: string;
  headers: Headers;
  /** The redirect's target. Empty without a redirect. */
  location: string;
}

/** With the byte order mark that `text()` would remove. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

type Init = RequestInit & { headers?: Record<string, string> };

/** @param origin of the dashboard, as browsers name it */
export function createVisitor(world: Pick<World, "url">, origin = "http://counterpart.test") {
  const cookies = new Map<string, string>();

  async function send(path: string, init: Init = {}): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(world.url + path, {
      redirect: "manual",
      ...init,
      headers: { ...(cookie !== "" && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const { status, headers } = response;
    // Places where a long email address may break aren't part of it.
    const text = utf8.decode(await response.arrayBuffer()).replaceAll("<wbr>", "");
    return { status, text, headers, location: headers.get("location") ?? "" };
  }

  const get = (path: string) => send(path);

  /** Sends a form's fields as they are. */
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin, ...headers },
    });

  return {
    cookies,
    get,
    post,
    send,
    /** Opens a page, fills in its first form with this action, and sends it. */
    async submit(page: string, action: string, fields: Record<string, string> = {}): Promise<Page> {
      const { text } = await get(page);
      return post(action, { ...hiddenFields(text, action), ...fields });
    },
  };
}

/** The hidden fields of a page's first form with this action. */
export function hiddenFields(text: string, action: string): Record<string, string> {
  const form = text.split("<form ").find((one) => one.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`The page has no form for ${action}.`);
  const inputs =
    form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

/** A visitor who is signed in as a person with this role in a store. */
export async function signedIn(
  world: World,
  { storeId, role, email = `${role}@example.com` }: { storeId: string; role: Role; email?: string },
) {
  const { people, dashboardSessions } = world.services.database;
  const person = await people.add({ id: `person_${newToken().slice(0, 20)}`, email, storeId, role });
  const token = newToken();
  await dashboardSessions.start(token, person.id);
  const visitor = createVisitor(world);
  visitor.cookies.set("counterpart-session", token);
  return { ...visitor, person };
}
