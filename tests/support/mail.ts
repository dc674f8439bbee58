import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { withDatabase } from './database';
import { call } from './http';
import { parseMail, type ReceivedMail } from './parse-mail.ts';
import type { TestServer } from './server';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';

/** All mails written so far, oldest first: as they were put in the outbox, which sends several at once. */
export function readMails(server: TestServer): ReceivedMail[] {
  try {
    return readdirSync(server.mailDir)
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readMail(server, join(server.mailDir, name)))
      .sort((one, other) => one.delivery - other.delivery)
      .map(({ mail }) => mail);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

type MailRead = { mail: ReceivedMail; delivery: number };

const mailsRead = new Map<string, MailRead>();

/** Cached: mails are immutable, and a shared server has written many. */
function readMail(server: TestServer, file: string): MailRead {
  const known = mailsRead.get(file);
  if (known) return known;
  const mail = parseMail(readFileSync(file, 'latin1'));
  const id = /^<([^@]+)@/.exec(mail.headers['message-id'] ?? '')?.[1];
  const delivery = withDatabase(server, (db) =>
    Number(db.prepare('SELECT id FROM deliveries WHERE message_id = ?').pluck().get(id) ?? 0),
  );
  const read = { mail, delivery };
  mailsRead.set(file, read);
  return read;
}

/** Waits for `count` mails and returns the newest one to `email`. */
export async function waitForMail(server: TestServer, email: string, count = 1): Promise<ReceivedMail> {
  return vi.waitFor(
    () => {
      const mails = readMails(server).filter((mail) => mail.headers.to?.includes(email));
      const newest = mails.at(-1);
      if (!newest || mails.length < count) throw new Error(`${mails.length} mails to ${email}`);
      return newest;
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 25 },
  );
}

/** Resolves when the outbox has no pending message. */
export async function waitForEmptyOutbox(server: TestServer): Promise<void> {
  await vi.waitFor(
    () => {
      const pending = withDatabase(server, (db) =>
        db.prepare("SELECT count(*) FROM deliveries WHERE state = 'pending'").pluck().get(),
      );
      if (pending !== 0) throw new Error(`${pending} deliveries pending`);
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 25 },
  );
}

/** How many requests for a link by email have been processed, which happens after the answer. */
export async function countOrders(server: TestServer): Promise<number> {
  const { text } = await call(server, '/metrics');
  const counts = [...text.matchAll(/^crm_mails_ordered_total\{.*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Waits for `count` mails with a link to `email`; returns the newest token. */
export async function waitForToken(server: TestServer, email: string, count = 1): Promise<string> {
  return vi.waitFor(
    () => {
      const mails = readMails(server).filter(
        ({ headers, text }) => headers.to?.includes(email) && text.includes('#token='),
      );
      const newest = mails.at(-1);
      if (!newest || mails.length < count) throw new Error(`${mails.length} links for ${email}`);
      return tokenIn(newest);
    },
    { timeout: WAIT_TIMEOUT_MS, interval: 25 },
  );
}

/** The token in a mail's link. */
export function tokenIn(mail: ReceivedMail): string {
  const token = /#token=([\w-]{43})/.exec(mail.text)?.[1];
  if (!token) throw new Error(`no link in:\n${mail.text}`);
  return token;
}
