import { once } from 'node:events';
import { SMTPServer, type SMTPServerAuthentication } from 'smtp-server';
import { parseMail, type ReceivedMail } from './parse-mail.ts';
import { Waiting } from './within.ts';

export type SmtpSink = {
  url: string;
  /** The received mails with their envelope. */
  received: { from: string; to: string[]; mail: ReceivedMail; encrypted: boolean }[];
  /** Resolves after `count` mails in total. */
  waitForMails: (count: number) => Promise<void>;
  /** How many clients have authenticated, with or without sending. */
  signIns: () => number;
  /** Sets the answer to recipients: an error with a `responseCode`, or null to accept. */
  refuseWith: (error: Refusal | null) => void;
  /** The same for senders. */
  refuseSenderWith: (error: Refusal | null) => void;
  /** Stalls matching recipients until the returned function is called. */
  hold: (recipients: RegExp) => () => void;
  stop: () => Promise<void>;
};

type Refusal = Error & { responseCode: number };

/**
 * A real SMTP server that records mails; user and password are 'crm' and 'clave'. Supports STARTTLS or implicit TLS,
 * with an untrusted certificate.
 */
export async function startSmtpSink(
  port = 0,
  encryption: 'none' | 'STARTTLS' | 'from the start' = 'none',
): Promise<SmtpSink> {
  const received: SmtpSink['received'] = [];
  const waiting = new Waiting();
  let signIns = 0;
  let refusal: Refusal | null = null;
  let senderRefusal: Refusal | null = null;
  let held: RegExp | null = null;
  const letGo: (() => void)[] = [];
  const server = new SMTPServer({
    secure: encryption === 'from the start',
    disabledCommands: encryption === 'STARTTLS' ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }: SMTPServerAuthentication, _session, done) => {
      if (username !== 'crm' || password !== 'clave') return done(new Error('wrong credentials'));
      signIns++;
      done(null, { user: 'crm' });
    },
    onMailFrom: (_address, _session, done) => done(senderRefusal),
    onRcptTo: ({ address }, _session, done) => {
      if (held?.test(address)) letGo.push(() => done(refusal));
      else done(refusal);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          mail: parseMail(Buffer.concat(chunks).toString('latin1')),
          encrypted: session.secure,
        });
        done();
        waiting.look();
      });
    },
  });
  // Clients disconnect over the untrusted certificate.
  server.on('error', () => {});
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `${encryption === 'from the start' ? 'smtps' : 'smtp'}://crm:clave@127.0.0.1:${address.port}`,
    received,
    signIns: () => signIns,
    waitForMails: async (count) => {
      await waiting.until(
        () => received.length >= count,
        () => `${count} mails; ${received.length} came`,
      );
    },
    refuseWith: (error) => {
      refusal = error;
    },
    refuseSenderWith: (error) => {
      senderRefusal = error;
    },
    hold: (recipients) => {
      held = recipients;
      return () => {
        held = null;
        for (const answer of letGo.splice(0)) answer();
      };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
