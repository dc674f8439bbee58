import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillAnswer } from '~/content/fill-answer';
import { readList, readSingle } from '~/content/read-entries';
import {
  capabilitySchema,
  ecosystemSchema,
  faqSchema,
  planSchema,
  siteSchema,
  solutionSchema,
} from '~/content/schemas';

const FILE = 'src/content/plans.yaml';
let folder: string;
let plans: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
  plans = await readFile(FILE, 'utf8');
});

afterAll(() => rm(folder, { recursive: true }));

/** Reads the real plans after one edit, as an editor would make it. */
async function readEdited(edit: (source: string) => string) {
  const edited = edit(plans);
  expect(edited).not.toBe(plans);
  const path = join(folder, 'plans.yaml');
  await writeFile(path, edited);
  return readList(path, FILE, planSchema);
}

describe('the content that ships', () => {
  it('is valid in every file', async () => {
    await expect(readSingle('src/content/site.yaml', 'site.yaml', siteSchema)).resolves.toHaveLength(1);
    for (const [name, schema] of [
      ['solutions', solutionSchema],
      ['ecosystem', ecosystemSchema],
      ['capabilities', capabilitySchema],
      ['faq', faqSchema],
    ] as const) {
      const path = `src/content/${name}.yaml`;
      await expect(readList(path, path, schema), name).resolves.not.toHaveLength(0);
    }
  });

  it('has the four plans with their prices, in order', async () => {
    const entries = await readList(FILE, FILE, planSchema);
    expect(entries.map(({ data }) => [data.name, data.priceAnnual, data.priceMonthly])).toEqual([
      ['Agente Inicial', 5, 10],
      ['Chatbot Clásico', 30, 40],
      ['Chat con IA', 50, 65],
      ['Agente de IA', 70, 90],
    ]);
    expect(entries.filter(({ data }) => data.featured).map(({ data }) => data.name)).toEqual(['Chat con IA']);
    expect(entries.filter(({ data }) => data.premium).map(({ data }) => data.name)).toEqual(['Agente de IA']);
  });
});

describe('a mistake in a list', () => {
  it.each([
    [
      'a price that is no number',
      (s: string) => s.replace('priceAnnual: 50', 'priceAnnual: cincuenta'),
      /plans\.yaml[\s\S]*entrada 3 \("chat-ia"\), campo "priceAnnual": .*número/,
    ],
    [
      'a negative price',
      (s: string) => s.replace('priceMonthly: 65', 'priceMonthly: -65'),
      /entrada 3 \("chat-ia"\), campo "priceMonthly"/,
    ],
    [
      'a doubled id',
      (s: string) => s.replace('id: agente-ia', 'id: chat-ia'),
      /entrada 4 \("chat-ia"\): el id "chat-ia" está repetido/,
    ],
    ['a missing id', (s: string) => s.replace('- id: chat-ia\n ', '-'), /entrada 3: falta el campo "id"/],
    [
      'a typo in a key',
      (s: string) => s.replace('priceAnnual: 30', 'priceAnual: 30'),
      /entrada 2 \("chatbot-clasico"\): el campo "priceAnual" no existe/,
    ],
    [
      'a blank text',
      (s: string) => s.replace('name: Chat con IA', 'name: ""'),
      /entrada 3 \("chat-ia"\), campo "name"/,
    ],
    [
      'broken syntax',
      (s: string) => s.replace('name: Chat con IA', 'name: "Chat con IA'),
      /línea \d+: el texto no tiene la forma de YAML/,
    ],
    ['an empty file', () => '', /tiene que ser una lista/],
  ])('stops the build: %s', async (_name, edit, message) => {
    await expect(readEdited(edit)).rejects.toThrow(message);
  });

  it('stops the build: a missing file', async () => {
    await expect(readList(join(folder, 'no-hay.yaml'), FILE, planSchema)).rejects.toThrow(
      /plans\.yaml:\n {2}- el archivo no está/,
    );
  });

  it('names every mistake of the file at once', async () => {
    const edit = (s: string) =>
      s.replace('priceAnnual: 5\n', 'priceAnnual: x\n').replace('priceMonthly: 90', '');
    await expect(readEdited(edit)).rejects.toThrow(/"agente-inicial"[\s\S]*"agente-ia"/);
  });
});

describe('answers', () => {
  it('quote the figures of the site', async () => {
    const [site] = await readSingle('src/content/site.yaml', 'site.yaml', siteSchema);
    if (!site) throw new Error('no site');
    expect(fillAnswer('Son {meses} meses y {usuarios} usuarios: {pagos}.', site.data)).toBe(
      'Son 3 meses y 5 usuarios: USDT, USDC, Dólares, ARS, BOB, PYG y Tarjeta de crédito.',
    );
    expect(() => fillAnswer('{mese}', site.data)).toThrow(/faq\.yaml: \{mese\} no existe/);
  });
});
