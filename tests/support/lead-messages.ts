import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import type { LeadMessage } from '~/shared/leads/message';
import type { Person } from './accounts';
import { withDatabase } from './database';
import { type Answer, call } from './http';
import type { Meta } from './meta';
import { type Contact, personWrites, waitForInbox } from './meta-webhooks';
import type { TestServer } from './server';

/** An unknown contact with a number of Buenos Aires. */
export const someone = (name = 'Marta Giménez'): Contact => ({ number: `54911${randomInt(4e7, 7e7)}`, name });

/** Sends an incoming message; returns its lead's id. */
export async function leadWhoWrote(server: TestServer, meta: Meta, from = someone(), text = 'Hola') {
  await personWrites(server, meta, from, text);
  await waitForInbox(server);
  return leadOf(server, from);
}

/** The newest lead that somebody's messages belong to. */
export function leadOf(server: TestServer, { number }: Contact): number {
  const id = withDatabase(server, (db) =>
    db
      .prepare('SELECT lead_id FROM messages WHERE phone_key = ? AND lead_id IS NOT NULL ORDER BY id DESC LIMIT 1')
      .pluck()
      .get(number.replace(/^549/, '54')),
  );
  return Number(id);
}

export function write(
  server: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  lead: number,
  body: string | object,
  key?: string,
): Promise<Answer> {
  return call(server, `/api/leads/${lead}/messages`, {
    cookie,
    body: typeof body === 'string' ? { body } : body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

/** A lead's newest page of messages, oldest first. */
export async function messagesOf(
  server: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  lead: number,
): Promise<LeadMessage[]> {
  return (await call(server, `/api/leads/${lead}/messages`, { cookie })).json.messages;
}

/** Resolves once the lead's outgoing messages match, oldest first. */
export async function expectOurs(
  server: TestServer,
  person: Pick<Person, 'cookie'>,
  lead: number,
  expected: Partial<LeadMessage>[],
): Promise<void> {
  const ours = async () => (await messagesOf(server, person, lead)).filter(({ direction }) => direction === 'out');
  await expect.poll(ours, { interval: 40 }).toMatchObject(expected);
}

/** As if this much time had passed for pending messages. */
export function ageDeliveries(server: TestServer, seconds: number): void {
  withDatabase(server, (db) => {
    const shift = { by: `-${seconds} seconds` };
    const back = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, :by)`;
    db.prepare(`UPDATE messages SET ${back('sending_since')} WHERE sending_since IS NOT NULL`).run(shift);
    db.prepare(`UPDATE deliveries SET ${back('planned_at')}, ${back('next_attempt_at')} WHERE state = 'pending'`).run(
      shift,
    );
  });
}

/** Backdates a lead's incoming messages. */
export function ageMessages(server: TestServer, lead: number, hours: number): void {
  withDatabase(server, (db) =>
    db
      .prepare(`UPDATE messages SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, ?) WHERE lead_id = ? AND direction = 'in'`)
      .run(`-${hours} hours`, lead),
  );
}
