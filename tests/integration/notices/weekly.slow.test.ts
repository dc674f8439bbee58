import { afterEach, describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { startAt } from '../../support/clock';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { mailsTo, makeReader, noticesTo, subjectsTo, waitUntilKnown } from '../../support/notices';
import { expectDeliveries, readDeliveries } from '../../support/outbox';
import { fillWithRandomLeads } from '../../support/random-leads';
import type { TestServer } from '../../support/server';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function begin(moment: string, options?: Parameters<typeof startAt>[1]) {
  const started = await startAt(moment, options);
  running.push(started.server);
  return started;
}

/** Leads of the three weeks before Monday, 26 October 2026. */
function fill(server: TestServer, owners: string[]): void {
  fillWithRandomLeads(server, 150, { first: '2026-10-05T00:00:00.000Z', last: '2026-10-25T23:59:59.999Z' }, owners);
}

/** The last day whose mails are done. */
const doneDay = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT max(day) FROM notice_days').pluck().get());

async function end(server: TestServer, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  running.splice(running.indexOf(server), 1);
  server.process.kill(signal);
  await server.exited;
}

/** Nothing but the weekly numbers: those who want no other mails get no digest. */
const WISHES = { email: 'none', weekly: true } as const;

describe('the numbers of the week', () => {
  test.each([
    ['Madrid, where summer ended the day before', 'Europe/Madrid', '2026-10-26T06:05:00Z', '2026-10-26T07:00:00Z'],
    ['Santiago, where it began the day before', 'America/Santiago', '2026-09-07T10:05:00Z', '2026-09-07T11:00:00Z'],
  ])('in %s come on Monday at eight on the wall, and no other day', async (_name, zone, start, eight) => {
    const { server, goTo } = await begin(start);
    const ana = makeReader(server, { ...WISHES, zone });
    const others = [
      makeReader(server, { email: 'none', zone }),
      makeReader(server, { ...WISHES, zone }, { status: 'suspended' }),
    ];
    await waitUntilKnown(server, ana);
    expect(noticesTo(server, ana)).toEqual([]);
    const day = (ahead: number) => new Date(Date.parse(eight) + ahead * 24 * 3_600_000).toISOString();
    await goTo(eight);
    await expect.poll(() => noticesTo(server, ana)).toEqual(['mail.numbers']);
    for (const ahead of [1, 6]) {
      await goTo(day(ahead));
      await expect.poll(() => doneDay(server)).toBe(day(ahead).slice(0, 10));
    }
    expect(noticesTo(server, ana)).toHaveLength(1);
    await goTo(day(7));
    await expect.poll(() => noticesTo(server, ana)).toHaveLength(2);
    for (const other of others) expect(noticesTo(server, other)).toEqual([]);
  });

  test('are those of the page, and each opens the list of exactly its leads', async () => {
    const { server, goTo } = await begin('2026-10-26T06:05:00Z');
    const ana = makeReader(server, WISHES);
    const name = (letter: string) => `Ñandú ${letter.repeat(9)} `.repeat(7).trim();
    const team = [...'abcdefg'].map((letter) => makePerson(server, { name: name(letter) }).id);
    fill(server, [ana.id, ...team]);
    await waitUntilKnown(server, ana);
    await goTo('2026-10-26T07:00:01Z');
    await expect.poll(() => subjectsTo(server, ana)).toHaveLength(1);
    const [mail] = mailsTo(server, ana);
    const period = 'from=2026-10-19&to=2026-10-25';
    const { json } = await call(server, `/api/reports?${period}&tz=Europe/Madrid`, { cookie: ana.cookie });
    const won = json.won.total === 1 ? '1 ganado' : `${json.won.total} ganados`;
    expect(mail?.headers.subject).toBe(`Tus números del 19/10 al 25/10: ${won}, ${json.arrivals.total} consultas`);
    // Wins come first.
    expect(mail?.text.search(/^GANADOS EN EL PERÍODO$/m)).toBeGreaterThan(0);
    expect(mail?.text.match(/^[A-ZÁÉÍÓÚÑ ,]{6,}$/m)?.[0]).toBe('GANADOS EN EL PERÍODO');
    const links = [...(mail?.html ?? '').matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(
      ([, href = '', text = '']) => ({ url: new URL(href.replaceAll('&#38;', '&')), text }),
    );
    expect(links.every(({ url }) => url.origin === server.url)).toBe(true);
    const lists = links.filter(({ url }) => url.pathname === '/panel');
    expect(lists.length).toBeGreaterThan(40);
    for (const { url, text } of lists) {
      const list = await call(server, `/api/leads${url.search}`, { cookie: ana.cookie });
      expect([url.search, list.json.total]).toEqual([url.search, Number(text.replaceAll('.', ''))]);
    }
    const page = links.find(({ text }) => text === 'Ver todos los números')?.url;
    expect(page?.href).toBe(`${server.url}/panel/numeros?${period}&tz=Europe%2FMadrid`);
    // A browser in another zone shows the same numbers.
    const cookie = `${ana.cookie}; zona=America/Lima`;
    const drawn = await (await fetch(`${page?.href}`, { headers: { cookie } })).text();
    expect(drawn).toContain('Los días y las horas son los de Europe/Madrid.');
    const [, shown] = /href="([^"]+)"[^>]*class="number-link"/.exec(drawn) ?? [];
    expect(new URL(shown?.replaceAll('&amp;', '&') ?? '', server.url).searchParams.get('tz')).toBe('Europe/Madrid');
    expect(mail?.text).toMatch(/^POR PAÍS\n\n.+ trae más: /m);
    for (const { day, total } of json.arrivals.days)
      expect(mail?.text).toContain(`\n• ${day.split('-').reverse().join('/')} — Consultas: ${total}\n`);
    // Nothing is fetched to read it, and nothing comes with it.
    expect(mail?.html).not.toContain('<img');
    expect(mail?.raw).not.toMatch(/^content-type: (?!text\/|multipart\/alternative)/im);
    // The raw size, with names of maximal length.
    expect(mail?.raw.length).toBeLessThan(40_000);
  });

  test('of a week in which nobody wrote are not sent', async () => {
    const { server, goTo } = await begin('2026-10-26T06:05:00Z');
    const ana = makeReader(server, WISHES);
    await waitUntilKnown(server, ana);
    await goTo('2026-10-26T07:00:01Z');
    await expectDeliveries(server, [{ event: 'mail.numbers', ended_in: 'nobody' }], 'mail');
    expect(subjectsTo(server, ana)).toEqual([]);
  });

  test('come once across restarts at the very minute; on Wednesday, if nothing ran before; then only the latest', async () => {
    const { server: first } = await begin('2026-10-26T06:05:00Z');
    const ana = makeReader(first, WISHES);
    await waitUntilKnown(first, ana);
    const { folder } = first;
    await end(first, 'SIGTERM');
    for (const moment of ['2026-10-26T07:00:00Z', '2026-10-26T07:00:10Z', '2026-10-26T07:00:30Z']) {
      const { server } = await begin(moment, { folder });
      await expect.poll(() => doneDay(server)).toBe('2026-10-26');
      expect(noticesTo(server, ana)).toEqual(['mail.numbers']);
      await end(server, 'SIGKILL');
    }
    for (const moment of ['2026-11-18T15:00:00Z', '2026-11-20T15:00:00Z']) {
      const { server } = await begin(moment, { folder });
      await expect.poll(() => doneDay(server)).toBe(moment.slice(0, 10));
      expect(noticesTo(server, ana)).toEqual(['mail.numbers', 'mail.numbers']);
      await end(server, 'SIGKILL');
    }
    const { server } = await begin('2026-11-20T15:00:10Z', { folder });
    const weeks = readDeliveries(server, 'mail').map(({ payload }) => JSON.parse(payload).monday);
    expect(weeks).toEqual(['2026-10-26', '2026-11-16']);
  });

  test('come once from two processes, also when the one that sends is killed', async () => {
    const first = await begin('2026-10-26T06:05:00Z');
    const ana = makeReader(first.server, WISHES);
    await waitUntilKnown(first.server, ana);
    const second = await begin('2026-10-26T06:05:00Z', {
      env: { DATABASE_PATH: first.server.databasePath },
    });
    const eight = '2026-10-26T07:00:01Z';
    await Promise.all([first.goTo(eight), second.goTo(eight)]);
    await expect.poll(() => doneDay(second.server)).toBe('2026-10-26');
    await end(first.server, 'SIGKILL');
    const next = '2026-10-27T07:00:01Z';
    await second.goTo(next);
    await expect.poll(() => doneDay(second.server)).toBe('2026-10-27');
    expect(noticesTo(second.server, ana)).toEqual(['mail.numbers']);
  });

  test('come once a week, also for whoever travels west on a Monday', async () => {
    const { server, goTo } = await begin('2026-10-26T06:05:00Z');
    const ana = makeReader(server, WISHES);
    await waitUntilKnown(server, ana);
    await goTo('2026-10-26T07:00:01Z');
    await expect.poll(() => noticesTo(server, ana)).toEqual(['mail.numbers']);
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET zone = 'America/Mexico_City'").run());
    await goTo('2026-10-26T14:00:01Z');
    await waitUntilKnown(server, makeReader(server, {}));
    await goTo('2026-10-27T14:00:01Z');
    await expect.poll(() => doneDay(server)).toBe('2026-10-27');
    expect(noticesTo(server, ana)).toHaveLength(1);
  });
});
