import { readFileSync, writeFileSync } from 'node:fs';
import type { ApiRow } from './api.ts';
import type { FootprintRow } from './footprint.ts';
import type { LandingRow } from './landing.ts';

/** What the table tells of; the other measurements are in last-results.json. */
export const TOLD = ['api', 'footprint', 'landing'] as const;

type Measured<Row> = { machine: string; at: string; rows: Row[] };
type Results = { api: Measured<ApiRow>; footprint: Measured<FootprintRow>; landing: Measured<LandingRow> };

/** Each with what it means to those who work with it. */
const SHOWN = {
  'lista: las 50 más nuevas':
    'lo que un panel abierto vuelve a pedir con cada novedad; ocho personas piden pocas por segundo',
  'búsqueda: apellido': 'corre en otro hilo: mientras alguien busca, los demás no esperan',
  'panel (HTML)': 'la página con su primera lista, que se lee antes de que cargue JavaScript; por eso es lo más caro',
  'landing (HTML)': 'una campaña que trae miles de visitas por minuto no le quita lugar al equipo',
  'cambiar estado': 'se contesta cuando está en el disco, con su historia y sus avisos',
  'consulta del sitio': 'lo mismo, sin JavaScript y con quien la atiende ya elegido',
} as const;

const MARKS = /(<!-- mediciones -->\n)[\s\S]*?(<!-- fin de las mediciones -->)/;

/** Writes the table of these results between the two marks in README.md. */
export function writeReadmeTable({ api, footprint, landing }: Results): void {
  const text = [describeApi(api), ...describeFootprint(footprint), describeLanding(landing), ''].join('\n');
  const readme = readFileSync('README.md', 'utf8');
  writeFileSync(
    'README.md',
    readme.replace(MARKS, (_all, start, end) => `${start}\n${text}\n${end}`),
  );
}

function describeApi({ machine, at, rows: all }: Results['api']): string {
  // One row, about memory, has no `caso`.
  const rows = all.filter((row) => 'caso' in row);
  const most = Math.max(...rows.map((row) => row.leads));
  const find = (caso: string, clientes: number) => {
    const row = rows.find((one) => one.caso === caso && one.leads === most && one.clientes === clientes);
    if (!row) throw new Error(`Falta medir '${caso}'`);
    return row;
  };
  const lines = Object.entries(SHOWN).map(([caso, meaning]) => {
    const [one, many] = [find(caso, 1), find(caso, 16)];
    return [
      `| ${caso}`,
      `${whole(one.producto.rate)} (${share(one.producto.rate, one.piso.rate)})`,
      `${whole(many.producto.rate)} (${share(many.producto.rate, many.piso.rate)})`,
      `${number(many.producto.p99, 1)} ms`,
      `${meaning} |`,
    ].join(' | ');
  });
  return [
    `Con ${whole(most)} leads, en ${machine}, el ${at.slice(0, 10)}. Entre paréntesis, el cociente contra el piso de la misma`,
    'corrida: `node:http` y better-sqlite3 sin nada más. Entre máquinas solo se comparan los cocientes.',
    '',
    '| | por segundo, 1 cliente | 16 clientes | p99 con 16 | Qué quiere decir |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

function describeFootprint({ rows }: Results['footprint']): string[] {
  const full = rows.filter((row) => 'leads' in row).at(-1);
  if (!full) throw new Error("Falta medir 'footprint'");
  const start = `${full['primera lista, ms']} ms (${share(full['primera lista, ms'], full['piso: primera lista, ms'])})`;
  const floor = full['piso: memoria, MB'];
  const beside = (value: number) => `${value} MB (${share(value, floor)})`;
  return [
    `- Del arranque a la primera lista, ${start}: un reinicio casi no se nota.`,
    `- Memoria, ${beside(full['memoria al arrancar, MB'])}; después de un informe, ${beside(full['después de un informe, MB'])}: casi no crece con la base.`,
  ];
}

function describeLanding({ rows }: Results['landing']): string {
  const find = (measure: string) => {
    const row = rows.find(({ medida }) => medida === measure);
    if (!row) throw new Error(`Falta medir '${measure}' de la landing`);
    return row;
  };
  const seen = find('FCP, ms');
  return `- La landing se ve en ${number(seen.landing / 1000, 1)} s en un teléfono lento con mala red (${share(seen.landing, seen.piso)} de una página de puro texto del mismo peso), y pesa ${whole(find('bytes').landing / 1000)} kB.`;
}

const whole = (value: number) => Math.round(value).toLocaleString('es-AR');
const number = (value: number, digits: number) => value.toFixed(digits).replace('.', ',');
const share = (a: number, b: number) => number(a / b, 2);
