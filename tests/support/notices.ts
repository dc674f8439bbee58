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

type NoticePreferences = {
  email?: 'each' | 'digest' | 'none';
  weekly?: boolean;
  zone?: string;
  takesLeads?: boolean;
};

/** A zone where it is noon, far from the hour of digests. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** A person with notification preferences, whose session outlives every jump of the clock. */
export function makeReader(
  server: TestServer,
  { email = 'digest', weekly = false, zone = 'Europe/Madrid', takesLeads = false }: NoticePreferences,
  person: Parameters<typeof makePerson>[1] = {},
): Person {
  // Set on creation: a server whose clock is ahead deletes sessions it considers expired.
  const made = makePerson(server, { ...person, sessionEnds: END_OF_TIME });
  withDatabase(server, (db) => {
    db.prepare('UPDATE profiles SET notice_email = ?, notice_weekly = ?, zone = ?, takes_leads = ? WHERE id = ?').run(
      email,
      weekly ? 1 : 0,
      zone,
      takesLeads ? 1 : 0,
      made.id,
    );
  });
  return made;
}

/** Office hours Monday to Friday, nine to six, in Madrid, plus any given settings. */
export function setOfficeHours(server: TestServer, settings: Record<string, string | number> = {}): void {
  withDatabase(server, (db) => {
    const all = { zone: 'Europe/Madrid', days: '12345', opens: '09:00', closes: '18:00', ...settings };
    for (const [name, value] of Object.entries(all))
      db.prepare(`UPDATE notice_settings SET ${name} = ? WHERE id = 1`).run(value);
  });
}

/** Resolves once the server knows these people: notifications start from then. */
export async function waitUntilKnown(server: TestServer, ...people: Person[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  await expect
    .poll(() => withDatabase(server, (db) => db.prepare('SELECT user_id FROM notice_days').pluck().all() as string[]))
    .toEqual(expect.arrayContaining(ids));
  const reading = withDatabase(
    server,
    (db) =>
      db
        .prepare(`SELECT id FROM profiles WHERE notice_email = 'each' AND status = 'active' AND company_id IS NULL`)
        .pluck()
        .all() as string[],
  );
  await expect
    .poll(() =>
      withDatabase(server, (db) => db.prepare('SELECT user_id FROM notice_cursors').pluck().all() as string[]),
    )
    .toEqual(expect.arrayContaining(ids.filter((id) => reading.includes(id))));
}

/**
 * Holds what is news to somebody, as their pause between two messages does, until the returned function is called: less
 * than the longest pause.
 */
export function holdNews(server: TestServer, { id }: Person): () => void {
  const pauseUntil = (moment: number) =>
    withDatabase(server, (db) =>
      db.prepare('UPDATE notice_cursors SET next_at = ? WHERE user_id = ?').run(new Date(moment).toISOString(), id),
    );
  pauseUntil(Date.now() + 4 * 60_000);
  return () => pauseUntil(Date.now());
}

/** Submits the contact form; returns the lead's id. */
export async function enquire(server: TestServer, nombre: string): Promise<number> {
  const email = `${crypto.randomUUID()}@x.example.com`;
  await submitEnquiry(server, { ...validEnquiry, nombre, email, mensaje: `Soy ${nombre}` });
  return withDatabase(server, (db) => Number(db.prepare('SELECT id FROM leads WHERE email = ?').pluck().get(email)));
}

/** The subjects of mails to a person, oldest first. */
export function subjectsTo(server: TestServer, { email }: Person): string[] {
  return mailsTo(server, { email }).map(({ headers }) => headers.subject ?? '');
}

/** The mails to a person, oldest first. */
export function mailsTo(server: TestServer, { email }: Pick<Person, 'email'>): ReceivedMail[] {
  return readMails(server).filter(({ headers }) => headers.to?.includes(email));
}

/** The notifications to a person, as recorded in the outbox. */
export function noticesTo(server: TestServer, { id }: Person): string[] {
  return readDeliveries(server, 'mail')
    .filter(({ payload }) => JSON.parse(payload).user_id === id)
    .map(({ event }) => event);
}

/** Assigns a lead and plans its next contact. */
export function planContact(server: TestServer, leadId: number, owner: Person, day: string, hour = ''): void {
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE leads SET owner_id = ?, next_contact_on = ?, next_contact_at = ? WHERE id = ?')
      .run(owner.id, day, hour, leadId),
  );
}

type Subscribing = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A subscription unknown to the server, with an unreachable endpoint. */
export function makeSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
  return { endpoint, keys: { p256dh, auth: 'A'.repeat(22) } };
}

/** Subscribes a device to its user's notifications; returns it with its id. */
export async function addDevice(
  server: TestServer,
  { cookie }: Pick<Person, 'cookie'>,
  device: Subscribing,
): Promise<Subscribing & { id: number }> {
  const { json } = await call(server, '/api/push/subscriptions', { cookie, body: device });
  return { ...device, id: json.id };
}

/** The push endpoints of a person's devices, oldest first. */
export function devicesOf(server: TestServer, { id }: Person): string[] {
  return withDatabase(
    server,
    (db) =>
      db.prepare('SELECT endpoint FROM push_subscriptions WHERE user_id = ? ORDER BY id').pluck().all(id) as string[],
  );
}

/** The push messages to a person, as recorded in the outbox. */
export function pushesTo(server: TestServer, { id }: Person): DeliveryRow[] {
  return readDeliveries(server, 'push').filter(({ payload }) => JSON.parse(payload).user_id === id);
}
