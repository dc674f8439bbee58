import { readFileSync, writeFileSync } from 'node:fs';
import type { ApiRow } from './api.ts';
import type { FootprintRow } from './footprint.ts';

type Results = {
  api?: { machine: string; at: string; rows: ApiRow[] };
  footprint?: { rows: FootprintRow[] };
};

/** The rest is in last-results.json. */
const SHOWN = [
  'lista: las 50 más nuevas',
  'lista: los tres filtros',
  'búsqueda: apellido',
  'contadores',
  'panel (HTML)',
  'landing (HTML)',
  'crear lead',
  'cambiar estado',
  'agregar nota',
  'consulta del sitio',
];

const MARKS = /(<!-- mediciones -->\n)[\s\S]*?(<!-- fin de las mediciones -->)/;

/**
 * Writes the table of the latest results between the two marks in README.md.
 * @throws if api was never measured.
 */
export function writeReadmeTable(results: Results): void {
  const readme = readFileSync('README.md', 'utf8');
  const text = [describeApi(results), describeFootprint(results)].join('\n');
  writeFileSync(
    'README.md',
    readme.replace(MARKS, (_all, start, end) => `${start}\n${text}\n${end}`),
  );
}

function describeApi({ api }: Results): string {
  if (!api) throw new Error('Falta medir: npm run bench -- api');
  const { machine, at } = api;
  // One row, about memory, has no `caso`.
  const rows = api.rows.filter((row) => 'caso' in row);
  const most = Math.max(...rows.map((row) => row.leads));
  const find = (caso: string, leads: number, clientes: number) =>
    rows.find((row) => row.caso === caso && row.leads === leads && row.clientes === clientes);
  const lines = SHOWN.map((caso) => {
    const [one, many] = [find(caso, most, 1), find(caso, most, 16)];
    if (!one || !many) throw new Error(`Faltan mediciones de '${caso}'`);
    return [
      `| ${caso}`,
      `${whole(one.producto.rate)} (${share(one.producto.rate, one.piso.rate)})`,
      `${whole(many.producto.rate)} (${share(many.producto.rate, many.piso.rate)})`,
      `${number(many.producto.p99, 1)} ms (${share(many.producto.p99, many.piso.p99)}) |`,
    ].join(' | ');
  });
  return [
    `En ${machine}, el ${at.slice(0, 10)}, con ${whole(most)} leads de dos notas cada uno. Entre paréntesis, el cociente`,
    'contra el piso: `node:http` y better-sqlite3 sin nada más, sobre el mismo archivo y en la misma corrida.',
    '',
    `| | pedidos por segundo, 1 cliente | con 16 clientes | p99 con 16 |`,
    '|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function describeFootprint({ footprint }: Results): string {
  const besideFloor = (value: number, floor: number, unit: string) => `${value} ${unit} (${share(value, floor)})`;
  const lines = (footprint?.rows ?? [])
    .filter((row) => 'leads' in row)
    .map((row) => {
      const memory = row['piso: memoria, MB'];
      return [
        `| ${whole(row.leads)}`,
        besideFloor(row['primera lista, ms'], row['piso: primera lista, ms'], 'ms'),
        besideFloor(row['memoria al arrancar, MB'], memory, 'MB'),
        besideFloor(row['después de un informe, MB'], memory, 'MB'),
        '',
      ].join(' | ');
    });
  if (lines.length === 0) throw new Error('Falta medir: npm run bench -- footprint');
  return [
    '| leads | del arranque a la primera lista | memoria | después de un informe |',
    '|---|---|---|---|',
    ...lines.map((line) => line.trimEnd()),
    '',
  ].join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('es-AR');
const number = (value: number, digits: number) => value.toFixed(digits).replace('.', ',');
const share = (a: number, b: number) => number(a / b, 2);
