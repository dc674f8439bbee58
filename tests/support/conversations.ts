import { beforeAll } from 'vitest';
import type { LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { Person } from './accounts';
import { withDatabase } from './database';
import { call } from './http';
import { connectWhatsapp, type Meta } from './meta';
import {
  type Contact,
  deliverStatus,
  deliverWebhook,
  echoesChange,
  echoOf,
  personSends,
  personWrites,
  phoneWrites,
  waitForInbox,
} from './meta-webhooks';
import { provideMeta, providePerson, provideServer } from './provide';
import type { TestServer } from './server';

/** A server with a connected number, and actions on it. */
export function provideConversations() {
  const meta = provideMeta();
  const server = provideServer(() => ({ env: { WHATSAPP_API_URL: meta.url } }));
  const admin = providePerson(server, { name: 'Ana', roles: ['admin'] });
  beforeAll(() => connectWhatsapp(server, meta, admin));
  return { meta, server, admin, ...makeActions(server, meta, admin) };
}

let numbers = 0;

function makeActions(server: TestServer, meta: Meta, admin: Person) {
  const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
    call(server, path, { cookie: person.cookie, ...options });
  const read = async (id: number): Promise<Lead> => (await as(admin, `/api/leads/${id}`)).json.lead;
  const heard = async <Told>(told: Promise<Told>): Promise<Told> => {
    const result = await told;
    await waitForInbox(server);
    return result;
  };
  return {
    as,
    read,
    /** An unknown contact. */
    makeContact: (name = 'Marta Gómez'): Contact => ({
      number: `549114${String(5_000_000 + ++numbers)}`,
      name,
    }),
    /** A lead of that number that waits for its first contact. */
    makeLead: async ({ number }: Contact, more: object = {}): Promise<number> => {
      const body = {
        ...{ nombre: 'Iris', email: `iris${++numbers}@x.example.com`, whatsapp: `+${number}`, waiting: true },
        ...{ owner_id: null, ...more },
      };
      return (await as(admin, '/api/leads', { body })).json.lead.id;
    },
    /** Leads of that number, also in the trash, oldest first. */
    leadsOf: ({ number }: Contact): number[] =>
      withDatabase(server, (db) =>
        db.prepare<[string], number>('SELECT id FROM leads WHERE whatsapp = ? ORDER BY id').pluck().all(`+${number}`),
      ),
    writes: (from: Contact, text: string, more?: Parameters<typeof personWrites>[4]) =>
      heard(personWrites(server, meta, from, text, more)),
    /** Any messages of a contact. */
    sends: (from: Contact, ...messages: object[]) => heard(personSends(server, meta, from, ...messages)),
    /** Anything that the phone tells of a chat, by type. */
    echoes: (to: Contact, ...told: [type: string, content: unknown][]) =>
      heard(
        deliverWebhook(
          server,
          meta,
          echoesChange(
            meta,
            told.map(([type, content]) => echoOf(meta, to, type, content)),
          ),
        ),
      ),
    answers: (to: Contact, text: string, more?: Parameters<typeof phoneWrites>[4]) =>
      heard(phoneWrites(server, meta, to, text, more)),
    tells: (...status: Parameters<typeof deliverStatus> extends [unknown, unknown, ...infer Rest] ? Rest : never) =>
      heard(deliverStatus(server, meta, ...status)),
    timeline: async (id: number): Promise<LeadEvent[]> => (await as(admin, `/api/leads/${id}/timeline`)).json.events,
    /** The texts of a lead's messages, oldest first. */
    said: async (id: number): Promise<string[]> => {
      const { json } = await as(admin, `/api/leads/${id}/timeline`);
      return (json.events as LeadEvent[]).flatMap(({ message }) => message?.body ?? []).reverse();
    },
  };
}
