import { createECDH } from 'node:crypto';
import { expect } from 'vitest';
import { makePerson, type Person } from './accounts';
import { withDatabase } from './database';
import { call, submitEnquiry, validEnquiry } from './http';
import { readMails } from './mail';
import { type DeliveryRow, readDeliveries } from './outbox';
import type { ReceivedMail } from './parse-mail.ts';
import type { TestServer } from './server';

const END_OF_TIME = '2099-01-01T00:00:00.000Z';

type Wishes = { email?: 'each' | 'digest' | 'none'; weekly?: boolean; zone?: string; takesLeads?: boolean };

/** Somebody who has chosen what they want to be told, and whose session outlives every jump of the clock. */
export function makeReader(
  server: TestServer,
  { email = 'digest', weekly = false, zone = 'Europe/Madrid', takesLeads = false }: Wishes,
  person: Parameters<typeof makePerson>[1] = {},
): Person {
  // From its first moment: a server whose clock is ahead removes a session that has ended for it.
  const made = makePerson(server, { ...person, sessionEnds: END_OF_TIME });
  withDatabase(server, (db) => {
    db.prepare(
      'UPDATE profiles SET notice_email = ?, notice_weekly = ?, notice_zone = ?, takes_leads = ? WHERE id = ?',
    ).run(email, weekly ? 1 : 0, zone, takesLeads ? 1 : 0, made.id);
  });
  return made;
}

/** Office hours from Monday to Friday, nine to six, in Madrid, and whatever else is given. */
export function setOfficeHours(server: TestServer, settings: Record<string, string | number> = {}): void {
  withDatabase(server, (db) => {
    const all = { zone: 'Europe/Madrid', days: '12345', opens: '09:00', closes: '18:00', ...settings };
    for (const [name, value] of Object.entries(all))
      db.prepare(`UPDATE notice_settings SET ${name} = ? WHERE id = 1`).run(value);
  });
}

/** Resolves when the server has noticed these people: only then it knows since when they are told. */
export async function isKnown(server: TestServer, ...people: Person[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await expect
    .poll(() =>
      withDatabase(server, (db) => db.prepare('SELECT user_id FROM notice_days').pluck().all() as string[]),
    )
    .toEqual(expect.arrayContaining(ids));
  const reading = withDatabase(
    server,
    (db) =>
      db
        .prepare(
          `SELECT id FROM profiles WHERE notice_email = 'each' AND status = 'active' AND company_id IS NULL`,
        )
        .pluck()
        .all() as string[],
  );
  await expect
    .poll(() =>
      withDatabase(
        server,
        (db) => db.prepare('SELECT user_id FROM notice_cursors').pluck().all() as string[],
      ),
    )
    .toEqual(expect.arrayContaining(ids.filter((id) => reading.includes(id))));
}

/** Sends an enquiry through the form and returns its lead's id. */
export async function enquire(server: TestServer, nombre: string): Promise<number> {
  const email = `${crypto.randomUUID()}@x.example.com`;
  await submitEnquiry(server, { ...validEnquiry, nombre, email, mensaje: `Soy ${nombre}` });
  return withDatabase(server, (db) =>
    Number(db.prepare('SELECT id FROM leads WHERE email = ?').pluck().get(email)),
  );
}

/** The subjects of the mails to somebody so far, oldest first. */
export function subjectsTo(server: TestServer, { email }: Person): string[] {
  return mailsTo(server, { email }).map(({ headers }) => headers.subject ?? '');
}

/** The mails to somebody so far, oldest first. */
export function mailsTo(server: TestServer, { email }: Pick<Person, 'email'>): ReceivedMail[] {
  return readMails(server).filter(({ headers }) => headers.to?.includes(email));
}

/** What was told to somebody so far, as the outbox has it. */
export function toldTo(server: TestServer, { id }: Person): string[] {
  return readDeliveries(server, 'mail')
    .filter(({ payload }) => JSON.parse(payload).user_id === id)
    .map(({ event }) => event);
}

/** A lead of somebody, with a next contact. */
export function planContact(server: TestServer, leadId: number, owner: Person, day: string, hour = ''): void {
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE leads SET owner_id = ?, next_contact_on = ?, next_contact_at = ? WHERE id = ?')
      .run(owner.id, day, hour, leadId),
  );
}

type Subscribing = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A device that nobody knows yet; nothing reaches it. */
export function makeSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
  return { endpoint, keys: { p256dh, auth: 'A'.repeat(22) } };
}

/** Lets a device be told what its user wants to be told; returns it with its id. */
export async function addDevice(
  server: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  device: Subscribing,
): Promise<Subscribing & { id: number }> {
  const { json } = await call(server, '/api/push/subscriptions', { cookie, body: device });
  return { ...device, id: json.id };
}

/** Where somebody's devices are reached, the oldest first. */
export function devicesOf(server: TestServer, { id }: Person): string[] {
  return withDatabase(
    server,
    (db) =>
      db
        .prepare('SELECT endpoint FROM push_subscriptions WHERE user_id = ? ORDER BY id')
        .pluck()
        .all(id) as string[],
  );
}

/** The messages to somebody's devices so far, as the outbox has them. */
export function pushesTo(server: TestServer, { id }: Person): DeliveryRow[] {
  return readDeliveries(server, 'push').filter(({ payload }) => JSON.parse(payload).user_id === id);
}
