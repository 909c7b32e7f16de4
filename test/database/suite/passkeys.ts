import { describe, expect, test } from "vitest";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function passkeys({ here, elsewhere, clock, newShop }: TwoProcesses): void {
  describe("passkeys", () => {
    test("409 for one that is already registered to any person, and the invitation stays open", async () => {
      const { id: storeId } = await newShop();
      const join = (name: string) =>
        here.people.add({
          id: newId("person"),
          email: `${name}@${newId("x")}.example`,
          storeId,
          role: "owner",
        });
      const [ann, bob] = [await join("ann"), await join("bob")];
      const passkey = { id: newId("cred"), publicKey: "cGs", counter: 0, transports: ["internal"] };
      await here.passkeys.add({ ...passkey, personId: ann.id });
      const conflict = { status: 409, code: "CONFLICT" };
      for (const personId of [ann.id, bob.id]) {
        const again = elsewhere.passkeys.add({ ...passkey, publicKey: "b3RoZXI", personId });
        await expect(again).rejects.toMatchObject(conflict);
      }
      const token = newId("token");
      const email = `carol@${newId("x")}.example`;
      await here.invitations.create({
        ...{ token, email, membership: { storeId, role: "owner" }, expiresAt: clock.now + 1000 },
      });
      const joined = here.invitations.accept(token, { signedIn: undefined, passkey });
      await expect(joined).rejects.toMatchObject(conflict);
      expect(await elsewhere.invitations.find(token)).toMatchObject({ email });
      expect(await here.passkeys.find(passkey.id)).toMatchObject({ passkey, person: { id: ann.id } });
    });
  });
}
