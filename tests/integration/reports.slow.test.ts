import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dayIn } from '~/shared/leads/days';
import { LEAD_STATUSES, LOST_REASONS } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { roundDuration } from '~/shared/numbers/duration';
import type { Report } from '~/shared/numbers/report';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { compareLeads, matchesFilters } from '../support/list-oracle';
import { providePerson, provideServer } from '../support/provide';
import { fillWithRandomLeads } from '../support/random-leads';

const ZONES = ['America/Argentina/Buenos_Aires', 'America/Mexico_City', 'Europe/Madrid'];
/** Madrid's clocks go back on 26 October 2025. */
const PERIOD = { from: '2025-10-13', to: '2025-11-09' };
const SPAN = { first: '2025-09-01T00:00:00.000Z', last: '2025-11-30T23:59:59.999Z' };
const LEADS = 160;

const server = provideServer();
const staff = providePerson(server);
beforeAll(() => {
  fillWithRandomLeads(server, LEADS, SPAN, [staff.id, makePerson(server).id]);
  withDatabase(server, (db) =>
    db.prepare('UPDATE leads SET awaiting_reply_since = last_activity_at WHERE id % 17 = 0').run(),
  );
});

// biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
async function ask(path: string): Promise<any> {
  const { status, json } = await call(server, path, { cookie: staff.cookie });
  expect([path, status]).toEqual([path, 200]);
  return json;
}

async function report(tz: string, more: Record<string, string> = {}): Promise<Report> {
  return (await ask(`/api/reports?${new URLSearchParams({ ...PERIOD, tz, ...more })}`)) as Report;
}

/** Every count in a report, at any depth. */
function countsIn(value: unknown, path = ''): { path: string; total: number; query: string }[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([name, part]) => countsIn(part, `${path}/${name}`));
  if (!('total' in value && 'query' in value)) return inner;
  return [{ path, total: Number(value.total), query: String(value.query) }, ...inner];
}

const readLeads = () =>
  withDatabase(server, (db) => db.prepare('SELECT * FROM leads WHERE deleted_at IS NULL').all() as Lead[]);

function filtersOf(query: string): LeadFilters {
  return Object.fromEntries(new URLSearchParams(query)) as LeadFilters;
}

/** The leads in a figure's list. */
function matching(leads: Lead[], query: string): Lead[] {
  const filters = filtersOf(query);
  const now = Date.now();
  return leads.filter((lead) => matchesFilters(lead, filters, now));
}

test('in every zone each number is that of the leads, and its list holds exactly those', async () => {
  const leads = readLeads();
  for (const [nth, zone] of ZONES.entries()) {
    // One is limited to a single owner.
    const counts = countsIn(await report(zone, nth === 2 ? { owner: staff.id } : {}));
    expect(counts.length).toBeGreaterThan(120);
    for (const [index, { path, total, query }] of counts.entries()) {
      const expected = matching(leads, query);
      expect([zone, path, query, total]).toEqual([zone, path, query, expected.length]);
      // Each figure's list is read in one zone only.
      if (index % ZONES.length !== nth) continue;
      const page = await ask(`/api/leads?${query}`);
      expect([zone, path, query, page.total]).toEqual([zone, path, query, total]);
      expect((page.leads as Lead[]).map(({ id }) => id)).toEqual(
        expected
          .sort(compareLeads(filtersOf(query)))
          .slice(0, 50)
          .map(({ id }) => id),
      );
    }
  }
});

test('in every zone its medians are those of the leads', async () => {
  const { from, to } = PERIOD;
  const leads = readLeads();
  for (const zone of ZONES) {
    const came = leads.filter(({ created_at, import_id }) => {
      const day = dayIn(zone, Date.parse(created_at));
      return day >= from && day <= to && import_id === null;
    });
    const took = came
      .filter(({ created_at, first_contacted_at }) => first_contacted_at && first_contacted_at > created_at)
      .map(({ created_at, first_contacted_at }) =>
        roundDuration(Date.parse(first_contacted_at ?? '') - Date.parse(created_at)),
      )
      .sort((a, b) => a - b);
    const { response, arrivals, by_owner } = await report(zone);
    expect(arrivals.total, zone).toBe(came.length);
    expect(arrivals.days.reduce((sum, { total }) => sum + total, 0)).toBe(came.length);
    expect(response.median_minutes, zone).toBe(took[Math.ceil(took.length / 2) - 1]);
    expect(response.p90_minutes, zone).toBe(took[Math.ceil(took.length * 0.9) - 1]);
    expect(by_owner.reduce((sum, { had }) => sum + had.total, 0)).toBe(came.length);
  }
});

test('the numbers follow every change of a lead at once', async () => {
  const [zone = ''] = ZONES;
  const ids = readLeads().map(({ id }) => id);
  const change = fc.oneof(
    fc.record({ estado: fc.constantFrom(...LEAD_STATUSES) }),
    fc.record({ owner_id: fc.constantFrom(staff.id, null) }),
    fc.record({ plan: fc.constantFrom('chat-ia', 'agente-ia', null) }),
    fc.record({ pais: fc.constantFrom('Chile', null) }),
    fc.record({ lost_reason: fc.constantFrom(...LOST_REASONS), estado: fc.constant('perdido') }),
    fc.constant('delete'),
    fc.constant('restore'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ids), change), { minLength: 5, maxLength: 30 }),
      async (changes) => {
        for (const [id, what] of changes) {
          const path = `/api/leads/${id}`;
          const { cookie } = staff;
          if (what === 'delete') await call(server, path, { method: 'DELETE', cookie });
          else if (what === 'restore') await call(server, `${path}/restore`, { method: 'POST', cookie });
          else await call(server, path, { method: 'PATCH', body: what, cookie });
        }
        const leads = readLeads();
        for (const { path, total, query } of countsIn(await report(zone))) {
          expect([path, query, total]).toEqual([path, query, matching(leads, query).length]);
        }
      },
    ),
    { numRuns: 4 },
  );
});

/** People for a tenth of the leads, so that joins and erasures have targets. */
function givePersons(): void {
  withDatabase(server, (db) =>
    db.exec(
      "UPDATE leads SET email = 'p' || (id % 70) || '@x.example.com', email_key = 'p' || (id % 70) || '@x.example.com'",
    ),
  );
}

type Act = { what: 'join' | 'separate' | 'delete' | 'restore' | 'erase'; one: number; other: number };

/** Performs a random act; refused acts must change nothing. */
async function act({ what, one, other }: Act, { cookie }: Person): Promise<number> {
  const path = `/api/leads/${one}`;
  if (what === 'delete') return (await call(server, path, { method: 'DELETE', cookie })).status;
  if (what === 'join') return (await call(server, `${path}/join`, { cookie, body: { into: other } })).status;
  if (what !== 'erase') return (await call(server, `${path}/${what}`, { method: 'POST', cookie })).status;
  const { json } = await call(server, path, { cookie });
  const confirm = json.lead?.email ?? 'nadie@x.example.com';
  return (await call(server, `${path}/erase`, { cookie, body: { confirm } })).status;
}

test('the numbers are those of the lists after joins, separations, deletions, restorations and erasures', async () => {
  givePersons();
  const admin = makePerson(server, { roles: ['admin'] });
  const [, zone = ''] = ZONES;
  const { from, to } = PERIOD;
  const came = readLeads()
    .filter(({ created_at }) => created_at > from && created_at < `${to}T23`)
    .map(({ id }) => id);
  const lead = fc.constantFrom(...came);
  const acts = (what: Act['what'], many: number) =>
    fc.array(fc.record({ what: fc.constant(what), one: lead, other: lead }), {
      minLength: many,
      maxLength: many,
    });
  const done: Partial<Record<Act['what'], number>> = {};
  await fc.assert(
    fc.asyncProperty(acts('join', 12), acts('delete', 5), acts('erase', 1), async (joins, deletions, erasures) => {
      // Some joins and deletions are undone, so that both directions count.
      const back = joins.slice(0, 6).map((each): Act => ({ ...each, what: 'separate' }));
      const restored = deletions.slice(0, 3).map((each): Act => ({ ...each, what: 'restore' }));
      for (const round of [[...joins, ...deletions], [...back, ...restored], erasures]) {
        const standing = readLeads().map(({ id }) => id);
        for (const each of round) {
          if (each.what === 'erase') each.one = standing[each.other % standing.length] ?? 0;
          const status = await act(each, admin);
          if (status < 300) done[each.what] = (done[each.what] ?? 0) + 1;
        }
        const leads = readLeads();
        const counts = countsIn(await report(zone));
        for (const { path, total, query } of counts) {
          expect([path, query, total]).toEqual([path, query, matching(leads, query).length]);
        }
        for (const { path, total, query } of counts.filter((_, index) => index % 9 === 0))
          expect([path, query, (await ask(`/api/leads?${query}`)).total]).toEqual([path, query, total]);
      }
    }),
    { numRuns: 3 },
  );
  expect(Object.keys(done).sort()).toEqual(['delete', 'erase', 'join', 'restore', 'separate']);
});

test('reports and lists that cannot be are refused, naming the field', async () => {
  const reports = {
    'from=2025-10-13&to=2025-10-12': 'from',
    'from=2020-01-01&to=2025-10-12': 'from',
    'from=2025-02-30': 'from',
    'tz=Luna/Mar': 'tz',
    'period=7d': 'period',
    'rows=source': 'rows',
    'won_from=2025-10-13': 'won_from',
  };
  const { cookie } = staff;
  for (const [query, field] of Object.entries(reports)) {
    const { status, json } = await call(server, `/api/reports?${query}`, { cookie });
    const fields = Object.keys(json.error?.fields ?? {});
    expect.soft([status, fields], query).toEqual([422, expect.arrayContaining([field])]);
  }
  for (const query of ['answered=10m', 'open=no', 'reached=nuevo', 'lost_after=nuevo', 'call=answered', 'hour=2-21'])
    expect.soft((await call(server, `/api/leads?${query}`, { cookie })).status, query).toBe(422);
});

const LISTS: LeadFilters[] = [
  { contacto: 'respuesta' },
  { contacto: 'respuesta', estado: 'nuevo', orden: 'antiguos' },
  { answered: '60m', orden: 'antiguos' },
  { answered: 'later', orden: 'mas_notas' },
  { answered: 'ever', orden: 'sin_actividad', owner: 'none' },
  { idle: '7', orden: 'proximo_contacto' },
  { answered: '5m', agenda: 'vencidos', open: 'yes' },
  { open: 'yes', contacto: 'pendiente' },
  { lost_reason: 'none', idle: '1' },
  { client_type: 'none', pais: 'none' },
  { q: 'an', answered: 'later' },
  { won_from: '2025-10-10', won_to: '2025-10-31', tz: 'Europe/Madrid' },
  { won_from: '2025-10-10', orden: 'mas_notas', pais: 'Chile' },
  { won_to: '2025-10-31', orden: 'proximo_contacto', imported: 'yes' },
  { lost_reason: 'precio', imported: 'no' },
];

test('every list holds those who match, page by page', async () => {
  const leads = readLeads();
  for (const filters of LISTS) {
    // Search results are tested elsewhere.
    const { q, ...rest } = filters;
    const query = new URLSearchParams(filters as Record<string, string>).toString();
    const found: Lead[] = [];
    let cursor: string | null = '';
    let total = 0;
    while (cursor !== null) {
      const page: Record<string, unknown> = await ask(`/api/leads?${query}${cursor && `&cursor=${cursor}`}`);
      found.push(...(page.leads as Lead[]));
      total = Number(page.total);
      cursor = page.next_cursor as string | null;
    }
    expect(found.length, query).toBe(total);
    const expected = leads.filter((lead) => matchesFilters(lead, rest, Date.now())).sort(compareLeads(filters));
    const ids = found.map(({ id }) => id);
    if (q)
      expect(
        expected.map(({ id }) => id),
        query,
      ).toEqual(expect.arrayContaining(ids));
    else expect(ids, query).toEqual(expected.map(({ id }) => id));
    expect(
      found.every((lead) => matchesFilters(lead, rest, Date.now())),
      query,
    ).toBe(true);
  }
});
