import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  /** The envelope. */
  from: string;
  to: string[];
  email: Email;
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** A real mail server on this machine, which keeps what it receives. It offers no encryption. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const control = {
    /** Whether it accepts a mail, refuses the recipient, or hangs up once it has the mail, without an answer. */
    answer: "accept" as "accept" | "unknown recipient" | "busy" | "hang up",
    /** Called when a mail has arrived; the answer waits for it. */
    onMail: async () => {},
  };
  const refusals = {
    "unknown recipient": Object.assign(new Error("5.1.1 <ines@reader.example>: unknown user"), {
      responseCode: 550,
    }),
    busy: Object.assign(new Error("4.3.2 Try again later, ines@reader.example"), { responseCode: 451 }),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onAuth: ({ username = "" }, _session, callback) => callback(null, { user: username }),
    onRcptTo(_address, _session, callback) {
      const { answer } = control;
      callback(answer === "unknown recipient" || answer === "busy" ? refusals[answer] : null);
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      const take = async () => {
        const raw = await buffer(stream);
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          email: await PostalMime.parse(raw),
        });
        await control.onMail();
        if (control.answer !== "hang up") return callback();
        for (const connection of server.connections) connection._socket.destroy();
      };
      take().catch(callback);
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    settings: { host: "127.0.0.1", port, isSecure: false },
    received,
    control,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
