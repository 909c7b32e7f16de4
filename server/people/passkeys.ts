import { ApiError } from "@counterpart/server/errors";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Database } from "../database/database.ts";
import type { NewPasskey } from "../database/queries/people/passkeys.ts";
import type { Person } from "../database/queries/people/people.ts";

interface PasskeyParts {
  database: Pick<Database, "passkeys" | "pendingFlows">;
  /** The dashboard's public URL; passkeys are bound to its host. */
  publicUrl: string;
}

export interface Passkeys {
  /**
   * The browser's options for creating a passkey.
   * @param browserToken a secret that only this browser has
   */
  registrationOptions(email: string, browserToken: string): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** The passkey that the browser created with those options. Throws VALIDATION_ERROR. */
  register(response: string, browserToken: string): Promise<Omit<NewPasskey, "personId">>;
  signInOptions(browserToken: string): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** The person whose passkey signed the response. Throws UNAUTHORIZED. */
  signIn(response: string, browserToken: string): Promise<Person>;
}

/** WebAuthn passkeys, which a browser offers without a typed address. Each challenge is valid for one answer. */
export function createPasskeys({ database, publicUrl }: PasskeyParts): Passkeys {
  const { hostname: rpID, origin: expectedOrigin } = new URL(publicUrl);
  const { passkeys, pendingFlows } = database;
  // Loaded only when a passkey is used.
  const webauthn = () => import("@simplewebauthn/server");
  const flowOf = (kind: "make" | "use", browserToken: string) => `passkey ${kind} ${browserToken}`;

  async function challengeOf(kind: "make" | "use", browserToken: string): Promise<string> {
    const flow = (await pendingFlows.finish(flowOf(kind, browserToken))) as { challenge: string } | undefined;
    if (!flow) throw kind === "make" ? notMade() : refused();
    return flow.challenge;
  }

  return {
    async registrationOptions(email, browserToken) {
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: "Counterpart",
        rpID,
        userName: email,
        attestationType: "none",
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      await pendingFlows.begin(flowOf("make", browserToken), { challenge: options.challenge });
      return options;
    },

    async register(text, browserToken) {
      const expectedChallenge = await challengeOf("make", browserToken);
      const response = read<RegistrationResponseJSON>(text);
      const { verifyRegistrationResponse } = await webauthn();
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
      }).catch((cause: unknown) => {
        throw notMade(cause);
      });
      if (!verified.verified) throw notMade();
      const { id, publicKey, counter, transports } = verified.registrationInfo.credential;
      return {
        id,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: transports ?? [],
      };
    },

    async signInOptions(browserToken) {
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({ rpID, userVerification: "required" });
      await pendingFlows.begin(flowOf("use", browserToken), { challenge: options.challenge });
      return options;
    },

    async signIn(text, browserToken) {
      const expectedChallenge = await challengeOf("use", browserToken);
      const response = read<AuthenticationResponseJSON>(text);
      const found = await passkeys.find(response.id);
      if (!found) throw refused();
      const { id, publicKey, counter } = found.passkey;
      const { verifyAuthenticationResponse } = await webauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
      }).catch(refuse);
      if (!verified) throw refused();
      await passkeys.noteUse(id, authenticationInfo.newCounter);
      return found.person;
    },
  };
}

function notMade(cause?: unknown): ApiError {
  return new ApiError("VALIDATION_ERROR", "The passkey couldn’t be added. Go back and try again.", { cause });
}

function read<Response extends { id: string }>(text: string): Response {
  try {
    const value = JSON.parse(text) as Response;
    if (typeof value?.id === "string") return value;
  } catch {}
  throw refused();
}

function refuse(cause: unknown): never {
  throw refused(cause);
}

function refused(cause?: unknown): ApiError {
  return new ApiError("UNAUTHORIZED", "This passkey wasn’t accepted. Try again.", { cause });
}
