import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleContent, type Content } from '~/content/assemble';
import { readList, readSingle } from '~/content/read-entries';
import {
  agencyPlansSchema,
  capabilitySchema,
  conversationSchema,
  ecosystemSchema,
  faqSchema,
  futureSchema,
  legalSchema,
  planSchema,
  sectionsSchema,
  siteSchema,
  solutionSchema,
} from '~/content/schemas';
import { FREE_AGENT_LIMIT } from '~/shared/companies/company';

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

const lists = {
  plans: planSchema,
  solutions: solutionSchema,
  ecosystem: ecosystemSchema,
  capabilities: capabilitySchema,
  conversation: conversationSchema,
  future: futureSchema,
  faq: faqSchema,
  legal: legalSchema,
};

/** All the files as they ship, each read by its own schema. */
async function readAll(): Promise<Content> {
  const site = await readSingle('src/content/site.yaml', 'site.yaml', siteSchema);
  const sections = await readSingle('src/content/sections.yaml', 'sections.yaml', sectionsSchema);
  const content: Record<string, unknown> = { site, sections };
  for (const [name, schema] of Object.entries(lists)) {
    const path = `src/content/${name}.yaml`;
    content[name] = (await readList<typeof faqSchema>(path, path, schema as never)).map(({ data }) => data);
  }
  return content as unknown as Content;
}

describe('the content that ships', () => {
  it('is valid in every file, and the files agree', async () => {
    const content = assembleContent(await readAll());
    expect(content.faq.find(({ id }) => id === 'permanencia')?.answer).toContain('un mínimo de 3 meses');
    expect(content.site.descripcion).toContain('desde USD 5 por mes');
    expect(content.sections.solutions.titulo).toBe('Tres puertas de entrada');
    expect(content.sections.capabilities.bajada).toMatch(/^Siete automatizaciones /);
    expect(JSON.stringify(content)).not.toMatch(/[{][a-z]+[}]/);
  });

  it('names every automation and every channel', async () => {
    const { capabilities } = await readAll();
    const titles = (kind: string) =>
      capabilities.filter((item) => item.kind === kind).map(({ title }) => title);
    expect(titles('tarea')).toEqual([
      'Solicitudes en LinkedIn',
      'Publicación automática en redes',
      'Mejora de imágenes',
      'Creación automática de videos',
      'Creación de contenido y publicidad',
      'Seguimiento de clientes',
      'Conexión con tu Drive',
    ]);
    expect(titles('canal')).toEqual(['WhatsApp API', 'Instagram', 'Facebook', 'Telegram']);
  });

  it('names both plans of agencies, and the limit that the server holds FREE to', async () => {
    const file = 'src/content/agency-plans.yaml';
    const plans = await readSingle(file, file, agencyPlansSchema);
    expect([plans.FREE.name, plans.PRO.name]).toEqual(['Free', 'Pro']);
    expect(plans.FREE.features).toContain(`Hasta ${FREE_AGENT_LIMIT} agentes`);
    expect(plans.PRO.features).toHaveLength(4);
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
      /plans\.yaml:\n {2}- línea 26: falta cerrar unas comillas o un corchete$/,
    ],
    [
      'a tab',
      (s: string) => s.replace('    - Soporte 24/7', '\t- Soporte 24/7'),
      /línea \d+: hay un tabulador/,
    ],
    [
      'a thousand with a point',
      (s: string) => s.replace('priceAnnual: 50', 'priceAnnual: 1.250'),
      /línea 28: 1\.250 se lee como otro número/,
    ],
    [
      'a text that a # cuts',
      (s: string) => s.replace('Soporte por email', 'Soporte #1 por email'),
      /línea 11: lo que sigue a # no se lee/,
    ],
    [
      'a text longer than its place',
      (s: string) => s.replace('name: Chat con IA', `name: ${'Chat con IA '.repeat(3)}`),
      /línea 26: entrada 3 \("chat-ia"\), campo "name": es más largo que su lugar: entran 24 caracteres/,
    ],
    [
      'a wrong line of a list',
      (s: string) => s.replace('    - Soporte 24/7', '    - ""'),
      /entrada 3 \("chat-ia"\), campo "features", renglón 3/,
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

describe('files that do not agree', () => {
  it.each([
    [
      'two recommended plans',
      (content: Content) => {
        for (const plan of content.plans.slice(0, 2)) plan.featured = true;
      },
      /plans\.yaml:\n.*"featured: true"; la llevan agente-inicial, chatbot-clasico, chat-ia/,
    ],
    [
      'no premium plan',
      (content: Content) => {
        for (const plan of content.plans) plan.premium = false;
      },
      /plans\.yaml:\n.*"premium: true"; no la lleva ninguna/,
    ],
    [
      'two most popular solutions',
      (content: Content) => {
        for (const solution of content.solutions) solution.featured = true;
      },
      /solutions\.yaml:\n.*"featured: true"/,
    ],
    [
      'a solution that is no plan',
      (content: Content) => {
        for (const plan of content.plans) if (plan.id === 'chat-ia') plan.id = 'chat';
      },
      /solutions\.yaml:\n.*entrada "chat-ia": no hay un plan con ese id en plans\.yaml; usá .*chat\b/,
    ],
    [
      'a year that costs more than twelve months',
      (content: Content) => {
        for (const plan of content.plans) if (plan.id === 'chat-ia') plan.priceMonthly = 45;
      },
      /plans\.yaml:\n.*entrada "chat-ia": el precio con pago mensual \(45\) es menor que con pago anual \(50\)/,
    ],
    [
      'a figure that does not exist',
      (content: Content) => {
        for (const item of content.faq) item.answer = 'Son {mese}.';
      },
      /faq\.yaml:\n.*entrada "permanencia", campo "answer": \{mese\} no existe; usá .*\{meses\}, \{usuarios\}/,
    ],
    [
      'a figure that does not exist, deep in a list',
      (content: Content) => {
        for (const plan of content.plans) plan.features = ['Academia para {user} usuarios'];
      },
      /plans\.yaml:\n.*entrada "agente-inicial", campo "features", renglón 1: \{user\} no existe/,
    ],
  ])('stop the build: %s', async (_name, edit, message) => {
    const content = await readAll();
    edit(content);
    expect(() => assembleContent(content)).toThrow(message);
  });
});

describe('texts', () => {
  it('quote the figures of the site', async () => {
    const content = await readAll();
    for (const item of content.faq)
      item.answer = 'Son {meses} meses y {usuarios} usuarios, {desde}: {pagos}.';
    expect(assembleContent(content).faq[0]?.answer).toBe(
      'Son 3 meses y 5 usuarios, USD 5: USDT, USDC, Dólares, ARS, BOB, PYG y Tarjeta de crédito.',
    );
  });
});
