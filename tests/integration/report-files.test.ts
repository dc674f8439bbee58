import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLES, tablesOf } from '~/shared/numbers/tables';
import { makePerson, type Person } from '../support/accounts';
import { call } from '../support/http';
import { fillWithRandomLeads } from '../support/random-leads';
import { readWorkbook } from '../support/read-workbook';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let ana: Person;
beforeAll(async () => {
  server = await startServer();
  ana = makePerson(server, { name: 'Ana' });
  const span = { first: '2026-03-01T03:00:00.000Z', last: '2026-03-30T12:00:00.000Z' };
  fillWithRandomLeads(server, 60, span, [ana.id]);
});
afterAll(() => server.stop());

const QUERY = 'from=2026-03-01&to=2026-03-31&tz=America%2FBogota&rows=country&columns=plan';
const api = (path: string) => call(server, path, { cookie: ana.cookie });
async function download(path: string) {
  const response = await fetch(server.url + path, { headers: { cookie: ana.cookie } });
  return { headers: response.headers, file: Buffer.from(await response.arrayBuffer()) };
}
/** A table's cells as a workbook shows them. */
const shown = (cell: string | number | { total: number }) => {
  const text = String(typeof cell === 'object' ? cell.total : cell);
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  const serial = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 + 25_569;
  return day ? `164:${serial}` : text;
};

test('each table comes as CSV and as a workbook, with its numbers as numbers', async () => {
  const tables = tablesOf((await api(`/api/reports?${QUERY}`)).json);
  for (const name of TABLES) {
    const { heads, rows } = tables[name];
    const csv = await download(`/api/reports/${name}?${QUERY}`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toMatch(/numeros-[a-z\d-]+-2026-03-01-2026-03-31\.csv"$/);
    expect(csv.file.toString().split('\r\n')).toHaveLength(rows.length + 2);
    const { headers, file } = await download(`/api/reports/${name}?${QUERY}&format=xlsx`);
    expect(headers.get('content-type')).toMatch(/spreadsheetml/);
    expect(headers.get('content-disposition')).toMatch(/2026-03-31\.xlsx"$/);
    const [sheet, ...others] = await readWorkbook(file);
    expect(others).toEqual([]);
    expect(sheet?.around).toContain('state="frozen"');
    expect(sheet?.rows[0]).toEqual(heads);
    expect(sheet?.rows.slice(1).map((row) => row.map((cell) => cell.replace(/^49:/, '')))).toEqual(
      rows.map((row) => row.map(shown)),
    );
  }
});

test('all tables come in one workbook, each in a sheet of its own', async () => {
  const tables = tablesOf((await api(`/api/reports?${QUERY}`)).json);
  const { headers, file } = await download(`/api/reports/workbook?${QUERY}`);
  expect(headers.get('content-disposition')).toBe('attachment; filename="numeros-2026-03-01-2026-03-31.xlsx"');
  const sheets = await readWorkbook(file);
  expect(sheets.map(({ rows }) => [rows[0], rows.length])).toEqual(
    TABLES.map((name) => [tables[name].heads, tables[name].rows.length + 1]),
  );
  const names = sheets.map(({ name }) => name);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(TABLES.length);
  for (const name of names) expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
});

test('what a file cannot be asked for is refused', async () => {
  for (const path of [
    '/api/reports/days?format=pdf',
    '/api/reports/days?rows=owner&columns=owner',
    '/api/reports/days?from=2026-04-01&to=2026-03-01',
    '/api/reports/workbook?rows=estado',
    '/api/reports/workbook?formato=xlsx',
  ])
    expect.soft([path, (await api(path)).status]).toEqual([path, 422]);
  expect((await api('/api/reports/nothing')).status).toBe(404);
});
