import { beforeAll, expect, test } from 'vitest';
import { tablesOf } from '~/shared/numbers/tables';
import { call } from '../support/http';
import { providePerson, provideServer } from '../support/provide';
import { fillWithRandomLeads } from '../support/random-leads';
import { readWorkbook } from '../support/read-workbook';

const server = provideServer();
const ana = providePerson(server, { name: 'Ana' });
beforeAll(() => {
  const span = { first: '2026-03-01T03:00:00.000Z', last: '2026-03-30T12:00:00.000Z' };
  fillWithRandomLeads(server, 60, span, [ana.id]);
});

const QUERY = 'from=2026-03-01&to=2026-03-31&tz=America%2FBogota';
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

test('the page comes as a workbook, each table in a sheet of its own, with its numbers as numbers', async () => {
  const tables = Object.values(tablesOf((await api(`/api/reports?${QUERY}`)).json));
  const { headers, file } = await download(`/api/reports/workbook?${QUERY}`);
  expect(headers.get('content-type')).toMatch(/spreadsheetml/);
  expect(headers.get('content-disposition')).toBe('attachment; filename="numeros-2026-03-01-2026-03-31.xlsx"');
  const sheets = await readWorkbook(file);
  expect(sheets).toHaveLength(tables.length);
  for (const [index, { name, around, rows }] of sheets.entries()) {
    const table = tables[index] ?? { heads: [], rows: [] };
    expect(name).toMatch(/^[^[\]:*?/\\]{1,31}$/);
    expect(around).toContain('state="frozen"');
    expect(rows[0]).toEqual(table.heads);
    expect(rows.slice(1).map((row) => row.map((cell) => cell.replace(/^49:/, '')))).toEqual(
      table.rows.map((row) => row.map(shown)),
    );
  }
  expect(new Set(sheets.map(({ name }) => name.toLowerCase())).size).toBe(sheets.length);
});

test('the page comes as one CSV, a line for each number', async () => {
  const { json } = await api(`/api/reports?${QUERY}`);
  const tables = Object.values(tablesOf(json));
  const { headers, file } = await download(`/api/reports/csv?${QUERY}`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe('attachment; filename="numeros-2026-03-01-2026-03-31.csv"');
  const [heads, ...lines] = file.toString().trimEnd().split('\r\n');
  expect(heads).toBe('\ufeffTabla;Fila;Columna;Valor');
  expect(lines).toHaveLength(tables.reduce((sum, { heads, rows }) => sum + rows.length * (heads.length - 1), 0));
  const [source] = json.by_source;
  expect(lines).toContain(`Por origen;${source.name};Consultas;${source.total}`);
  expect(lines).toContain(`Consultas por día;01/03/2026;Consultas;${json.arrivals.days[0].total}`);
});

test('what a file cannot be asked for is refused', async () => {
  for (const path of [
    '/api/reports/csv?format=xlsx',
    '/api/reports/csv?from=2026-04-01&to=2026-03-01',
    '/api/reports/workbook?rows=source',
  ])
    expect.soft([path, (await api(path)).status]).toEqual([path, 422]);
  expect((await api('/api/reports/days')).status).toBe(404);
});
