import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readContent } from '~/content/content-modules';
import { findOddLine } from '~/content/odd-line';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slips-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Writes one of the real files with a slip; also tells the first line that is another then. */
async function writeSlip(file: string, slip: (source: string) => string | Buffer) {
  const source = await readFile(join('src', 'content', file), 'utf8');
  const written = slip(source);
  const path = join(folder, basename(file));
  await writeFile(path, written);
  const lines = String(written).split('\n');
  return { path, line: source.split('\n').findIndex((line, index) => line !== lines[index]) + 1 };
}

const INDENT = (found: string, wanted: string) => `la sangría está mal: al comienzo lleva ${found} y van ${wanted}`;
const SIGN = 'un texto que empieza con un signo va entre comillas';
const QUOTES = 'esas comillas se verían; sacalas, o poné todo entre comillas rectas: "…"';
const NO_COLON =
  'faltan los dos puntos después del nombre del campo; si sigue el texto de arriba, va en el mismo renglón';
const SPACE = 'hay un espacio que no es común; borralo y escribilo de nuevo';
const AFTER_QUOTES = 'después de las comillas que cierran no va nada; adentro de un texto usá “ ”';

it.each([
  // Quotes.
  ['plans.yaml', 'name: Chat con IA', 'name: “Chat con IA”', QUOTES],
  ['plans.yaml', '    - Telegram', '    - ‘Telegram’', QUOTES],
  ['plans.yaml', 'name: Chat con IA', 'name: “Chat con IA"', QUOTES],
  ['plans.yaml', 'name: Chat con IA', 'name: Chat con IA"', QUOTES],
  ['sections.yaml', 'hora: "06:30"', 'hora: “06:30”', QUOTES],
  ['frame.yaml', 'destino: "#solutions"', 'destino: “#solutions”', QUOTES],
  ['mx.yaml', 'hecho: Julia ya eligió el de Narvarte', 'hecho: “Julia ya eligió el de Narvarte”', QUOTES],
  [
    'faq.yaml',
    'answer: "Con cualquiera de estos medios: {pagos}."',
    'answer: “Con estos: {pagos}.”',
    'las comillas tienen que ser rectas: "…"',
  ],
  ['plans.yaml', 'name: Chat con IA', 'name: "Chat con IA', 'falta cerrar las comillas'],
  ['plans.yaml', 'name: Chat con IA', "name: 'Chat con IA", 'falta cerrar las comillas'],
  ['plans.yaml', 'name: Chat con IA', 'name: "Chat "con" IA"', AFTER_QUOTES],
  ['plans.yaml', 'name: Chat con IA', "name: 'Chat d'IA'", AFTER_QUOTES],
  // Formats.
  [
    'plans.yaml',
    'description: Conversa',
    'description: <b>Conversa</b>',
    'los textos no llevan formato, y <b> se vería tal cual; sacalo',
  ],
  [
    'faq.yaml',
    'lleva 5 minutos',
    'lleva 5&nbsp;minutos',
    'los textos no llevan formato, y &nbsp; se vería tal cual; sacalo',
  ],
  [
    'faq.yaml',
    'lleva 5 minutos',
    'lleva **5 minutos**',
    'los textos no llevan formato, y **5 minutos** se vería tal cual; sacalo',
  ],
  // Indentation.
  ['plans.yaml', '  priceAnnual: 50', '   priceAnnual: 50', INDENT('3 espacios', '2')],
  ['plans.yaml', '  priceAnnual: 50', ' priceAnnual: 50', INDENT('1 espacio', '2')],
  ['plans.yaml', '  priceAnnual: 50', 'priceAnnual: 50', INDENT('0 espacios', '2')],
  ['plans.yaml', '- id: chat-ia', ' - id: chat-ia', INDENT('1 espacio', '0')],
  ['plans.yaml', '    - Soporte 24/7', '  - Soporte 24/7', INDENT('2 espacios', '0 o 4')],
  ['plans.yaml', '    - Soporte 24/7', '      - Soporte 24/7', INDENT('6 espacios', '4')],
  ['site.yaml', '  quien: Tu inmobiliaria', ' quien: Tu inmobiliaria', INDENT('1 espacio', '2')],
  ['sections.yaml', '  escena: Amanece', 'escena: Amanece', INDENT('0 espacios', '2')],
  ['tu.yaml', '    titulo: Eliges tu plan', '   titulo: Eliges tu plan', INDENT('3 espacios', '4')],
  [
    'plans.yaml',
    '  priceAnnual: 50',
    '  \tpriceAnnual: 50',
    'hay un tabulador al comienzo; usá espacios, como en los renglones de al lado',
  ],
  ['plans.yaml', '  priceAnnual: 50', '\u00a0\u00a0priceAnnual: 50', SPACE],
  ['plans.yaml', '  priceAnnual: 50', '  \u200bpriceAnnual: 50', SPACE],
  ['plans.yaml', 'priceAnnual: 50', 'priceAnnual:\u00a050', SPACE],
  // Colons, dashes.
  [
    'plans.yaml',
    '    - Telegram',
    '    - Canales: Telegram',
    'entrada 1 ("agente-inicial"), campo "features", renglón 2: tiene que ser un texto; si lleva dos puntos, va entre comillas rectas: "…"',
  ],
  ['plans.yaml', 'name: Chat con IA', 'name: Chat: con IA', 'un texto con dos puntos va entre comillas rectas: "…"'],
  ['plans.yaml', 'priceAnnual: 50', 'priceAnnual 50', NO_COLON],
  ['plans.yaml', '- id: chat-ia', '- id chat-ia', NO_COLON],
  ['site.yaml', 'nombre: Zaguán', 'nombre Zaguán', NO_COLON],
  ['plans.yaml', 'priceAnnual: 50', 'priceAnnual:50', 'falta un espacio después de los dos puntos'],
  ['plans.yaml', '    - Telegram', '    -Telegram', 'falta un espacio después del guion'],
  [
    'plans.yaml',
    '    - Telegram',
    '    • Telegram',
    'en una lista cada cosa empieza con un guion común y un espacio: "- "',
  ],
  [
    'plans.yaml',
    '- id: chat-ia',
    '  id: chat-ia',
    'ese campo está dos veces en la misma entrada; si empieza otra, le falta el guion: "- "',
  ],
  // Signs.
  ...[
    '@chat',
    '`chat`',
    '%chat',
    '!chat',
    '&chat',
    '*chat',
    '> chat',
    '| chat',
    '- chat',
    '? chat',
    '[chat] más',
    '{nombre} más',
  ].map((text): [string, string, string, string] => ['plans.yaml', 'name: Chat con IA', `name: ${text}`, SIGN]),
  ['plans.yaml', 'Soporte por email', 'Soporte #1', 'lo que sigue a # no se lee; poné el texto entero entre comillas'],
  ['frame.yaml', 'destino: "#solutions"', 'destino: #solutions', 'lo que sigue a # no se lee; ponelo entre comillas'],
  ['comparison.yaml', 'valores: [sí, sí, sí, sí]', 'valores: [sí, sí, sí, sí', 'falta cerrar el corchete o la llave'],
  [
    'plans.yaml',
    '- id: chat-ia',
    '<<<<<<< HEAD\n- id: chat-ia',
    'quedó de unir dos versiones del archivo; dejá una sola',
  ],
  // Values.
  [
    'site.yaml',
    'fecha: 2026-11-20',
    'fecha: 2099-11-20',
    'site, campo "cambio", campo "fecha": ese día todavía no llegó; poné el de los datos',
  ],
  ['plans.yaml', 'priceAnnual: 50', 'priceAnnual:', 'entrada 3 ("chat-ia"), campo "priceAnnual": está vacío'],
  [
    'plans.yaml',
    '\n  featured: true',
    '\n  featured: Sí',
    'entrada 3 ("chat-ia"), campo "featured": tiene que ser true o false',
  ],
])('in %s, where "%s" became "%s", the line and the cause are told', async (file, from, to, cause) => {
  const { path, line } = await writeSlip(file, (source) => {
    expect(source).toContain(from);
    return source.replace(from, to);
  });
  const message = await readContent(file, path).catch((error: Error) => error.message);
  expect(message).toBe(`Hay un error en src/content/${file}:\n  - línea ${line}: ${cause}`);
});

it.each([
  ['Windows’ line ends', (s: string) => s.replaceAll('\n', '\r\n')],
  ['an old Mac’s', (s: string) => s.replaceAll('\n', '\r')],
  ['a mark at its beginning', (s: string) => `\uFEFF${s}`],
  ['spaces at the end of a line', (s: string) => s.replace('name: Chat con IA', 'name: Chat con IA  ')],
  ['a text that goes on in the next line', (s: string) => s.replace('como una persona', '\n    como una persona')],
  ['quotes within a text', (s: string) => s.replace('una persona', 'una “persona” y un «amigo»')],
  ['a text in guillemets', (s: string) => s.replace('Conversa como una persona de tu equipo.', '«Como vos»')],
  ['signs within a text', (s: string) => s.replace('una persona', '1 < 2 & 3, una persona')],
])('a file with %s is taken', async (_what, slip) => {
  const { path } = await writeSlip('plans.yaml', slip);
  expect(await readContent('plans.yaml', path)).toHaveLength(4);
});

it('a file that was saved as another type is told with its name, and one in another encoding with its line', async () => {
  const { path } = await writeSlip('steps.yaml', (source) => source);
  await writeFile(`${path}.txt`, await readFile(path));
  await rm(path);
  await expect(readContent('steps.yaml', path)).rejects.toThrow('hay un "steps.yaml.txt": cambiale el nombre');
  const saved = await writeSlip('steps.yaml', (source) => Buffer.from(source, 'latin1'));
  await expect(readContent('steps.yaml', saved.path)).rejects.toThrow(
    /línea \d+: no se leen los acentos; guardá el archivo como UTF-8$/,
  );
});

it('no line of the files that ship is odd', async () => {
  const files = (await readdir(join('src', 'content'), { recursive: true })).filter((file) => file.endsWith('.yaml'));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files)
    expect(findOddLine(await readFile(join('src', 'content', file), 'utf8')), file).toBeUndefined();
});
