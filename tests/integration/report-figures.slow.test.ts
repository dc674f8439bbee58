import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayIn } from '~/shared/leads/days';
import { LOST_REASONS } from '~/shared/leads/enums';
import { PLANS } from '~/shared/leads/plans';
import type { Report } from '~/shared/numbers/report';
import type { Person } from '../support/accounts';
import { startAt } from '../support/clock';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { provide, providePerson } from '../support/provide';
import { fillWithRandomLeads } from '../support/random-leads';
import type { TestServer } from '../support/server';

// Recounts each figure row by row as its caption defines it. The lists behind them are tested elsewhere.

type Row = {
  id: number;
  estado: string;
  owner_id: string | null;
  source: string;
  plan: string | null;
  billing: 'anual' | 'mensual' | null;
  lost_reason: string | null;
  created_at: string;
  first_contacted_at: string | null;
  next_contact_on: string | null;
  import_id: number | null;
};
type Change = { lead_id: number; from_value: string; to_value: string; created_at: string };

const ZONES = ['America/Argentina/Buenos_Aires', 'America/Mexico_City', 'Europe/Madrid'];
/** On the server's clock, and far from the end of a day in each zone: what is of a day depends on no hour. */
const NOW = '2026-06-17T16:00:00.000Z';
const now = Date.parse(NOW);
const GOAL = 3000;

let rows: Row[];
let changes: Map<number, Change[]>;

const server = provide<TestServer>(async () => (await startAt(NOW)).server);
afterAll(() => server.stop());
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });
beforeAll(() => {
  const first = new Date(now - 150 * 24 * 3_600_000).toISOString();
  fillWithRandomLeads(server, 400, { first, last: NOW }, [ana.id, beto.id]);
  withDatabase(server, (db) => {
    db.prepare('INSERT INTO sales_goal VALUES (1, ?, ?)').run(GOAL, NOW);
    rows = db.prepare('SELECT * FROM leads WHERE deleted_at IS NULL').all() as Row[];
    const all = db.prepare("SELECT * FROM lead_events WHERE field = 'estado' ORDER BY created_at, id").all();
    changes = Map.groupBy(all as Change[], ({ lead_id }) => lead_id);
  });
});

async function read(tz: string, more: Record<string, string> = {}): Promise<{ report: Report; period: Days }> {
  const today = dayIn(tz, now);
  const period = { from: addDays(today, -89), to: addDays(today, -2) };
  const query = new URLSearchParams({ ...period, tz, ...more });
  const { status, json } = await call(server, `/api/reports?${query}`, { cookie: ana.cookie });
  expect(status).toBe(200);
  return { report: json as unknown as Report, period };
}

type Days = { from: string; to: string };
const isWithin = (moment: string, tz: string, { from, to }: Days) => {
  const day = dayIn(tz, Date.parse(moment));
  return day >= from && day <= to;
};

/** Monthly revenue of some leads. */
const worth = (some: Row[]) =>
  some.reduce(
    (sum, { plan, billing }) => sum + (PLANS.find(({ id }) => id === plan)?.prices[billing ?? 'anual'] ?? 0),
    0,
  );
const isOpen = ({ estado }: Row) => estado !== 'ganado' && estado !== 'perdido';
/** When a lead was won; one created as won, when it was created. */
const wonAt = ({ id, created_at }: Row) =>
  (changes.get(id) ?? []).findLast(({ to_value }) => to_value === 'ganado')?.created_at ?? created_at;
const enquiriesOf = (tz: string, period: Days) =>
  rows.filter((row) => row.import_id === null && isWithin(row.created_at, tz, period));

test('won in the period are those whose day of winning is in it, whenever and however they came', async () => {
  for (const tz of ZONES) {
    const { report, period } = await read(tz);
    const won = rows.filter((row) => row.estado === 'ganado' && isWithin(wonAt(row), tz, period));
    const before = { from: addDays(period.from, -88), to: addDays(period.from, -1) };
    const wonBefore = rows.filter((row) => row.estado === 'ganado' && isWithin(wonAt(row), tz, before));
    expect(won.some(({ import_id }) => import_id !== null)).toBe(true);
    expect(report.won).toMatchObject({ total: won.length, monthly: worth(won) });
    expect(report.won.before).toMatchObject({ total: wonBefore.length, monthly: worth(wonBefore) });
    for (const { plan, won: ofPlan } of report.won.by_plan) {
      const those = won.filter((row) => row.plan === plan);
      expect([plan, ofPlan.total, ofPlan.monthly]).toEqual([plan, those.length, worth(those)]);
    }
    expect(report.won.by_plan.reduce((sum, { won: { total } }) => sum + total, 0)).toBe(won.length);
    expect(report.won.days).toHaveLength(88);
    for (const { day, total, monthly } of report.won.days) {
      const ofDay = won.filter((row) => dayIn(tz, Date.parse(wonAt(row))) === day);
      expect([day, total, monthly]).toEqual([day, ofDay.length, worth(ofDay)]);
    }
    const came = enquiriesOf(tz, period).filter(({ estado }) => estado === 'ganado');
    expect(report.won_of_arrivals).toMatchObject({ total: came.length, monthly: worth(came) });
    expect(came.length).not.toBe(won.length);
  }
});

test('who came with a file is no enquiry, and is told apart', async () => {
  for (const tz of ZONES) {
    const { report, period } = await read(tz);
    const came = rows.filter(({ created_at }) => isWithin(created_at, tz, period));
    expect(report.imported.total).toBe(came.filter(({ import_id }) => import_id !== null).length);
    expect(report.arrivals.total).toBe(enquiriesOf(tz, period).length);
    expect(report.arrivals.total + report.imported.total).toBe(came.length);
  }
});

test('what is in play, and what is left lying, is so today', async () => {
  const [tz = ''] = ZONES;
  const today = dayIn(tz, now);
  for (const owner of [undefined, ana.id, 'me', 'none']) {
    const { report } = await read(tz, owner === undefined ? {} : { owner });
    const id = owner === 'me' ? ana.id : owner;
    const own = rows.filter((row) => id === undefined || (row.owner_id ?? 'none') === id);
    expect(report.period.owner).toBe(id ?? null);
    const open = own.filter(isOpen);
    expect(report.won.in_play).toMatchObject({ total: open.length, monthly: worth(open) });
    expect(report.lying.overdue.total).toBe(
      own.filter(({ next_contact_on }) => next_contact_on !== null && next_contact_on < today).length,
    );
    expect(report.lying.waiting.total).toBe(
      own.filter((row) => row.estado === 'nuevo' && row.first_contacted_at === null).length,
    );
    expect(report.lying.nobody.total).toBe(rows.filter((row) => isOpen(row) && row.owner_id === null).length);
  }
});

test('lost ones are told by their reason', async () => {
  for (const tz of ZONES) {
    const { report, period } = await read(tz);
    const lost = enquiriesOf(tz, period).filter(({ estado }) => estado === 'perdido');
    expect(lost.length).toBeGreaterThan(0);
    for (const reason of [null, ...LOST_REASONS])
      expect(report.lost_reasons.find((one) => one.reason === reason)?.total ?? 0).toBe(
        lost.filter(({ lost_reason }) => lost_reason === reason).length,
      );
  }
});

test('contacts are of whoever made them; the goal is told with this month’s pace, but of nobody alone', async () => {
  const [tz = ''] = ZONES;
  const made = async (cookie: string, fields: Record<string, unknown>) =>
    (
      await call(server, '/api/leads', {
        cookie,
        body: { nombre: 'Eva', email: 'eva@x.example.com', ...fields },
      })
    ).json.lead.id;
  const today = dayIn(tz, now);
  const contactsOf = async ({ id }: Person) => {
    const query = new URLSearchParams({ from: today, to: today, tz });
    const { json } = await call(server, `/api/reports?${query}`, { cookie: ana.cookie });
    return (json as unknown as Report).by_owner.find(({ owner_id }) => owner_id === id)?.contacts;
  };
  const before = [await contactsOf(ana), await contactsOf(beto)];
  // Ana contacts Beto's lead, reverts that, and contacts it again.
  const id = await made(ana.cookie, { owner_id: beto.id, waiting: true });
  for (const [estado, more] of [
    ['contactado', 1],
    ['nuevo', 0],
    ['en_seguimiento', 1],
  ] as const) {
    await call(server, `/api/leads/${id}`, { method: 'PATCH', cookie: ana.cookie, body: { estado } });
    expect([await contactsOf(ana), await contactsOf(beto)]).toEqual([(before[0] ?? 0) + more, before[1]]);
  }

  // Whoever writes to a person from here has contacted them, however often; who wrote on the phone is not known.
  withDatabase(server, (db) => {
    const write = db.prepare(
      `INSERT INTO lead_events (lead_id, actor_id, type, to_value, created_at) VALUES (?, ?, 'message_sent', '1', ?)`,
    );
    for (const writer of [beto.id, beto.id, null]) write.run(id, writer, NOW);
  });
  expect([await contactsOf(ana), await contactsOf(beto)]).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1]);

  const { report } = await read(tz);
  const month = today.slice(0, 7);
  const won = rows.filter(
    (row) => row.estado === 'ganado' && isWithin(wonAt(row), tz, { from: `${month}-01`, to: today }),
  );
  const [year = 0, nth = 0, day = 0] = today.split('-').map(Number);
  expect(report.goal).toMatchObject({
    monthly_value: GOAL,
    month,
    won: { total: won.length, monthly: worth(won) },
    pace: Math.round((worth(won) * new Date(year, nth, 0).getDate()) / day),
  });
  expect((await read(tz, { owner: ana.id })).report.goal).toBeNull();
});
