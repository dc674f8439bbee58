import { describe, expect, test } from 'vitest';
import type { SetAsidePage } from '~/shared/enquiries/set-aside';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { providePerson, provideServer } from '../support/provide';

const server = provideServer();
const staff = providePerson(server, { name: 'Ana' });

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });
const act = (id: number, action: 'accept' | 'discard' | 'restore') =>
  api(`/api/enquiries/${id}/${action}`, { method: 'POST' });

async function sendSuspicious(fields: Record<string, string> = {}) {
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'http://spam.example.com', ...fields });
  const { json } = await api('/api/enquiries/set-aside');
  return json.enquiries[0];
}

test('what intake set aside can be read, and becomes a lead of the moment at which it came', async () => {
  const enquiry = await sendSuspicious();
  expect(enquiry).toMatchObject({ reason: 'honeypot', fields: { nombre: 'Marta Giménez', pais: 'AR' } });
  const { status, json } = await act(enquiry.id, 'accept');
  expect(status).toBe(201);
  expect(json.lead).toMatchObject({
    nombre: 'Marta Giménez',
    pais: 'Argentina',
    whatsapp: '+5491155554444',
    source: 'landing',
    estado: 'nuevo',
    created_at: enquiry.received_at,
  });
  const waiting = (await api('/api/enquiries/set-aside')).json.enquiries;
  expect(waiting.map(({ id }: { id: number }) => id)).not.toContain(enquiry.id);
  expect((await act(enquiry.id, 'accept')).status).toBe(404);
});

test('what is discarded makes no lead, stays on record and can be brought back, once', async () => {
  const enquiry = await sendSuspicious({ nombre: 'Descartada' });
  expect((await act(enquiry.id, 'discard')).status).toBe(204);
  expect((await act(enquiry.id, 'discard')).status).toBe(404);
  expect((await api('/api/leads?q=descartada')).json.leads).toEqual([]);
  const state = withDatabase(server, (db) =>
    db.prepare('SELECT state FROM enquiries WHERE id = ?').pluck().get(enquiry.id),
  );
  expect(state).toBe('discarded');
  expect((await act(enquiry.id, 'restore')).status).toBe(204);
  expect((await act(enquiry.id, 'restore')).status).toBe(404);
  expect((await api('/api/enquiries/set-aside')).json.enquiries[0]).toEqual(enquiry);
  expect((await act(enquiry.id, 'accept')).status).toBe(201);
  expect((await act(enquiry.id, 'restore')).status).toBe(404);
});

test('one without a name or an email cannot be accepted as it is', async () => {
  const enquiry = await sendSuspicious({ nombre: ' ' });
  const { status, json } = await act(enquiry.id, 'accept');
  expect(status).toBe(422);
  expect(json.error.message).toBe('Nombre y email son obligatorios');
});

describe('where many wait', () => {
  /** Sets submissions aside, some at the same moment; returns their ids, latest first. */
  function fill(count: number): number[] {
    // Today: rows older than 90 days may be deleted at any moment.
    const start = Date.now() - 3_600_000;
    const at = (i: number) => new Date(start + Math.floor(i / 7)).toISOString();
    return withDatabase(server, (db) => {
      db.exec("DELETE FROM enquiries WHERE state IN ('set_aside', 'discarded')");
      const insert = db.prepare(
        `INSERT INTO enquiries (form_id, submission_id, body, content_type, remote_address, state, reason, received_at)
         VALUES ('contacto', ?, ?, 'application/x-www-form-urlencoded', '192.0.2.1', 'set_aside', 'rate', ?)`,
      );
      const body = new URLSearchParams(validEnquiry).toString();
      return db
        .transaction(() =>
          Array.from({ length: count }, (_, i) => Number(insert.run(crypto.randomUUID(), body, at(i)).lastInsertRowid)),
        )()
        .reverse();
    });
  }

  async function readAll(): Promise<number[]> {
    const ids: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: SetAsidePage = (await api(`/api/enquiries/set-aside${cursor && `?cursor=${cursor}`}`)).json;
      expect(page.enquiries.length).toBeLessThanOrEqual(50);
      ids.push(...page.enquiries.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    return ids;
  }

  const discardAll = async (until: number) =>
    (await api('/api/enquiries/discard-all', { body: { until } })).json as {
      discarded: number;
      undo: string;
    };
  const undo = async (press: string) =>
    (await api('/api/enquiries/discard-all/undo', { body: { undo: press } })).json.restored as number;

  test('they come in pages, each once, latest first', async () => {
    const ids = fill(120);
    expect(await readAll()).toEqual(ids);
    expect((await api('/api/enquiries/set-aside?cursor=nada')).status).toBe(400);
  });

  test('all that waited when somebody looked is discarded, and given back, and nothing else', async () => {
    const ids = fill(120);
    const [alone = 0, accepted = 0] = ids;
    const { until } = (await api('/api/enquiries/set-aside')).json;
    await act(alone, 'discard');
    const late = await sendSuspicious();

    const { discarded, undo: press } = await discardAll(until);
    expect(discarded).toBe(119);
    expect(await readAll()).toEqual([late.id]);
    expect(await discardAll(until)).toMatchObject({ discarded: 0 });

    await act(accepted, 'restore');
    await act(accepted, 'accept');
    expect(await undo(crypto.randomUUID())).toBe(0);
    expect(await undo(press)).toBe(118);
    expect(await undo(press)).toBe(0);
    expect(await readAll()).toEqual([late.id, ...ids.slice(2)]);
  });

  test('thousands are discarded while others are answered', async () => {
    fill(5000);
    const { until } = (await api('/api/enquiries/set-aside')).json;
    const discarding = discardAll(until);
    expect((await submitEnquiry(server, { ...validEnquiry, email: 'mientras@a.example.com' })).status).toBe(303);
    const { discarded, undo: press } = await discarding;
    expect([discarded, await readAll()]).toEqual([5000, []]);
    expect(await undo(press)).toBe(5000);
  });

  test('without a number to go by nothing is discarded', async () => {
    const ids = fill(1);
    for (const body of [{}, { until: -1 }, { until: '1' }, { until: 1, all: true }]) {
      const { status } = await api('/api/enquiries/discard-all', { body });
      expect.soft([status, await readAll()], JSON.stringify(body)).toEqual([422, ids]);
    }
  });
});
