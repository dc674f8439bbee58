import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import agencyPlans from '~/content/agency-plans.yaml';
import { assembleContent } from '~/content/assemble';
import { describeUnfinished } from '~/content/before-publishing';
import { readContent, readSite } from '~/content/content-modules';
import { convert, interpolate, nameDay, splitLink, whatsappUrl } from '~/content/figures';
import type { Content } from '~/content/files';
import { loadContent } from '~/content/load';
import { findNearMisses, listNearMisses } from '~/content/near-misses';
import { renderSocialImage } from '~/landing/social-image';
import { FREE_AGENT_LIMIT } from '~/shared/companies/enums';
import { COUNTRY_EDITIONS } from '~/shared/editions';
import { findVoseo } from '../support/voseo';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Reads one of the real files after one edit, as an editor would make it. */
async function readEdited(name: string, edit: (source: string) => string) {
  const source = await readFile(join('src', 'content', name), 'utf8');
  const edited = edit(source);
  expect(edited).not.toBe(source);
  const path = join(folder, basename(name));
  await writeFile(path, edited);
  return readContent(name, path);
}

describe('the content that ships', () => {
  it('is valid in every file, and the files agree', async () => {
    const content = loadContent();
    expect(content.faq.find(({ id }) => id === 'permanencia')?.answer).toContain('un mínimo de 3 meses');
    expect(content.site.descripcion).toContain('desde USD 5 por mes');
    expect(content.sections.solutions.titulo).toBe('Tres puertas de entrada');
    expect(content.sections.capabilities.bajada).toMatch(/^Siete automatizaciones /);
    expect(
      JSON.stringify(content)
        .match(/[{][a-z]+[}]/g)
        ?.sort(),
    ).toEqual(
      '{ahorro} {canal} {fecha} {fecha} {horario} {kb} {pais} {plan} {plan} {plan} {plazo} {plazo} {total} {total}'.split(
        ' ',
      ),
    );
  });

  it('names every automation and every channel', async () => {
    const { capabilities } = loadContent();
    const titles = (kind: string) => capabilities.filter((item) => item.kind === kind).map(({ title }) => title);
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
    expect([agencyPlans.FREE.name, agencyPlans.PRO.name]).toEqual(['Free', 'Pro']);
    expect(agencyPlans.FREE.features).toContain(`Hasta ${FREE_AGENT_LIMIT} agentes`);
    expect(agencyPlans.PRO.features).toHaveLength(4);
  });

  it('has the four plans with their prices, in order', async () => {
    const { plans } = loadContent();
    expect(plans.map((plan) => [plan.name, plan.priceAnnual, plan.priceMonthly])).toEqual([
      ['Agente Inicial', 5, 10],
      ['Chatbot Clásico', 30, 40],
      ['Chat con IA', 50, 65],
      ['Agente de IA', 70, 90],
    ]);
    expect(plans.filter(({ featured }) => featured).map(({ name }) => name)).toEqual(['Chat con IA']);
    expect(plans.filter(({ premium }) => premium).map(({ name }) => name)).toEqual(['Agente de IA']);
  });
});

it('compares the plans by what the specification says of them, and leaves to be asked what only a cheaper plan states', async () => {
  const { comparison } = loadContent();
  const { site } = await readSite();
  expect(comparison.map(({ titulo, valores }) => [titulo, ...valores])).toEqual([
    ['Mínimo, con pago mensual', '3 meses', '3 meses', '3 meses', '3 meses'],
    ['Consultas por mes', '1000', 'Consultanos', 'Consultanos', 'Consultanos'],
    ['Canales', 'Telegram', 'Consultanos', 'Consultanos', 'Consultanos'],
    ['Soporte', 'Por email', 'Consultanos', '24/7', 'Consultanos'],
    ['Academia gratis para 5 usuarios, con pago anual', 'sí', 'sí', 'sí', 'sí'],
    ['Carga propiedades', '', '', '', 'sí'],
    ['Agenda citas', '', '', '', 'sí'],
    ['Responde leads', '', '', '', 'sí'],
  ]);
  // Currencies of the form's countries.
  expect(Object.keys(site.cambio?.monedas ?? {})).toEqual(['ARS', 'PYG', 'BOB', 'PEN', 'UYU', 'MXN', 'EUR']);
});

it.each(COUNTRY_EDITIONS)('offers the same in /%s: plans, prices, consent; and says none of it in voseo', (edition) => {
  const [here, there] = [loadContent(), loadContent(edition)];
  const offered = ({ plans }: Content) => plans.map(({ features, description, cta, ...offer }) => offer);
  expect(offered(there)).toEqual(offered(here));
  // With an enquiry the server keeps the general edition's sentence and the date of its policy.
  const consent = ({ form, legal }: Content) => [form.consent, legal.map(({ titulo, fecha }) => [titulo, fecha])];
  expect(consent(there)).toEqual(consent(here));
  const textsOf = (content: Content) => JSON.stringify(content).replace(/"(id|destino)":"[^"]*"|"\w+":/g, ' ');
  expect(findVoseo(textsOf(here)).length).toBeGreaterThan(20);
  expect(findVoseo(textsOf(there))).toEqual([]);
});

it('speaks to Mexico in its own words', () => {
  const [here, there] = [loadContent(), loadContent('mx')];
  expect(there.sections.pricing.recomendado).toBe(here.sections.pricing.recomendado);
  expect(there.site.titulo).toContain(`${here.site.nombre} · Asistentes de IA para inmobiliarias en México`);
  expect(there.conversation.find(({ id }) => id === 'pregunta')).toMatchObject({
    texto: expect.stringContaining('un departamento de 2 recámaras'),
    quien: 'Julia',
  });
  expect(here.conversation.find(({ id }) => id === 'pregunta')).toMatchObject({
    texto: expect.stringContaining('un departamento de 2 ambientes'),
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
      'a thousand with a point',
      (s: string) => s.replace('priceAnnual: 50', 'priceAnnual: 1.250'),
      /línea \d+: 1\.250 se lee como otro número/,
    ],
    [
      'a text longer than its place',
      (s: string) => s.replace('name: Chat con IA', `name: ${'Chat con IA '.repeat(3)}`),
      /línea \d+: entrada 3 \("chat-ia"\), campo "name": es más largo que su lugar: entran 24 caracteres/,
    ],
    [
      'a wrong line of a list',
      (s: string) => s.replace('    - Soporte 24/7', '    - ""'),
      /entrada 3 \("chat-ia"\), campo "features", renglón 3/,
    ],
    [
      'a quote that ends where the next one begins',
      (s: string) =>
        s.replace('name: Chat con IA', 'name: "Chat con IA').replace('topic: Plan Chat', 'topic: "Plan Chat'),
      /plans\.yaml:\n {2}- línea \d+: falta cerrar las comillas$/,
    ],
    ['an empty file', () => '', /plans\.yaml:\n {2}- el archivo está vacío/],
    [
      'a missing price',
      (s: string) => s.replace('  priceAnnual: 50\n', ''),
      /entrada 3 \("chat-ia"\), campo "priceAnnual": falta$/,
    ],
    [
      'a figure that is known elsewhere only',
      (s: string) => s.replace('description: Conversa', 'description: Por {total} conversa'),
      /campo "description": acá no se puede decir \{total\}/,
    ],
  ])('stops the build: %s', async (_name, edit, message) => {
    await expect(readEdited('plans.yaml', edit)).rejects.toThrow(message);
  });

  it('stops the build: a missing file', async () => {
    await expect(readContent('plans.yaml', join(folder, 'no-hay.yaml'))).rejects.toThrow(
      /plans\.yaml:\n {2}- el archivo no está/,
    );
  });

  it('names every mistake of the file at once', async () => {
    const edit = (s: string) => s.replace('priceAnnual: 5\n', 'priceAnnual: x\n').replace('priceMonthly: 90', '');
    await expect(readEdited('plans.yaml', edit)).rejects.toThrow(/"agente-inicial"[\s\S]*"agente-ia"/);
  });
});

describe('a mistake in another file', () => {
  it.each([
    [
      'a file of comments only',
      'site.yaml',
      () => '# Datos generales del sitio\n',
      /site\.yaml:\n {2}- el archivo está vacío; recuperá lo que decía antes/,
    ],
    [
      'an emoji in the headline',
      'site.yaml',
      (s: string) => s.replace('titular: Y', 'titular: 🏠 Y'),
      /site\.yaml:\n {2}- línea \d+: site, campo "titular": tiene un emoji, /,
    ],
    [
      'no such kind',
      'capabilities.yaml',
      (s: string) => s.replace('- id: whatsapp\n  kind: canal', '- id: whatsapp\n  kind: red'),
      /entrada 8 \("whatsapp"\), campo "kind": tiene que ser una de estas opciones: tarea, canal$/,
    ],
    [
      'no such drawing',
      'steps.yaml',
      (s: string) => s.replace('dibujo: charla', 'dibujo: casa'),
      /campo "dibujo": tiene que ser una de estas opciones: plan, canales, charla$/,
    ],
    [
      'an hour that is none',
      'sections.yaml',
      (s: string) => s.replace('hora: "06:30"', 'hora: 6.30'),
      /sections, campo "ecosystem", campo "hora": escribí la hora entre comillas, por ejemplo "08:00"$/,
    ],
    [
      'a number of claims that the page has no place for',
      'site.yaml',
      (s: string) => s.replace('  - 98% de satisfacción\n', ''),
      /campo "cifras": son pocos: van 3$/,
    ],
    [
      'a phone number that is read as a sum',
      'site.yaml',
      (s: string) => s.replace(/"(\+\d+)"/, '$1'),
      /campo "whatsapp", campo "numero": escribí el número entre comillas/,
    ],
    [
      'a rate with a comma',
      'site.yaml',
      (s: string) => s.replace('BOB: 6.96', 'BOB: 6,96'),
      /campo "BOB": tiene que ser un número, .* con punto si lleva decimales$/,
    ],
    [
      'a currency by another name',
      'site.yaml',
      (s: string) => s.replace('EUR:', 'euro:'),
      /campo "euro": usá el código de la moneda, por ejemplo ARS$/,
    ],
    [
      'a sentence whose link is not marked',
      'form.yaml',
      (s: string) => s.replace('[política de privacidad]', 'política de privacidad'),
      /campo "consent": poné entre corchetes/,
    ],
    [
      'a charge that does not say how much',
      'sections.yaml',
      (s: string) => s.replace('{total} cada mes', 'Cada mes'),
      /campo "cobroMensual": tiene que decir \{total\}$/,
    ],
    [
      'a link to nowhere',
      'frame.yaml',
      (s: string) => s.replace('destino: /contacto', 'destino: contacto'),
      /campo "enlaces", renglón 3, campo "destino": escribí un ancla/,
    ],
    [
      'a currency shown at once that has no rate',
      'mx.yaml',
      (s: string) => s.replace('mostrar: MXN', 'mostrar: CLP'),
      /mx\.yaml:\n {2}- línea \d+: site, campo "cambio", campo "mostrar": no está entre las monedas$/,
    ],
    [
      'an edition’s own price, of which the CRM would know nothing',
      'mx.yaml',
      (s: string) => `${s}\nplans:\n  chat-ia:\n    priceAnnual: 44\n`,
      /mx\.yaml:\n {2}- línea \d+: plans, entrada "chat-ia": "priceAnnual" es uno para todos los países; cambialo en plans\.yaml$/,
    ],
    [
      'an edition’s text longer than its place',
      'tu.yaml',
      (s: string) => s.replace('porMes: al mes', 'porMes: cada uno de los meses'),
      /tu\.yaml:\n {2}- línea \d+: sections, campo "pricing", campo "porMes": es más largo que su lugar: entran 12 caracteres$/,
    ],
    [
      'an edition’s typo in a field of an entry',
      'tu.yaml',
      (s: string) => s.replace('answer:', 'respuesta:'),
      /línea \d+: faq, entrada "permanencia": el campo "respuesta" no existe/,
    ],
    [
      'an edition’s entry that there is not',
      'tu.yaml',
      (s: string) => s.replace('  permanencia:', '  permanecer:'),
      /línea \d+: faq: no hay una entrada "permanecer" en faq\.yaml$/,
    ],
    [
      'an edition’s file that there is not',
      'tu.yaml',
      (s: string) => s.replace('\nfuture:', '\nfuturo:'),
      /línea \d+: no hay un archivo "futuro\.yaml"; usá site, .*future/,
    ],
    [
      'an edition’s part of a text that there is not',
      'tu.yaml',
      (s: string) => s.replace('      derechos:', '      derecho:'),
      /línea \d+: legal: no hay una entrada "derecho" en legal\.yaml$/,
    ],
    [
      'an edition’s mistake in a part of a text',
      'tu.yaml',
      (s: string) => s.replace('      derechos:\n        parrafos:', '      derechos:\n        parrafo:'),
      /tu\.yaml:\n {2}- línea \d+: legal, entrada "privacidad": el campo "parrafo" no existe/,
    ],
    [
      'an edition’s list where ids belong',
      'tu.yaml',
      (s: string) => s.replace('  permanencia:', '  - permanencia:'),
      /línea \d+: faq: debajo va el id de cada entrada que cambia, con más sangría y sin guion$/,
    ],
    [
      'a message that says what does not exist',
      'templates.yaml',
      (s: string) => s.replace('[ sobre {plan}]', '[ sobre {planes}]'),
      /content\/templates\.yaml:\n {2}- línea \d+: entrada 2 \("retomar"\), campo "voseo": \{planes\} no existe; usá \{nombre\}, .*\{precio\}$/,
    ],
    [
      'a message with a gap where a lead has no plan',
      'templates.yaml',
      (s: string) => s.replace('[ sobre {plan}]', ' sobre {plan}'),
      /entrada 2 \("retomar"\), campo "voseo": \{plan\} puede faltar: poné entre corchetes/,
    ],
    [
      'an email without a subject',
      'templates.yaml',
      (s: string) => s.replace('  subject: Propuesta de {proveedor}\n', ''),
      /entrada 9 \("email-propuesta"\), campo "subject": falta$/,
    ],
    [
      'no message for one of the statuses',
      'templates.yaml',
      (s: string) => s.replace('estado: perdido', 'estado: ganado'),
      /templates\.yaml:\n {2}- falta una entrada con "channel: whatsapp" y "estado: perdido"$/,
    ],
  ])('stops the build: %s', async (_name, file, edit, message) => {
    await expect(readEdited(file, edit)).rejects.toThrow(message);
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
      'a first plan with all of the one above',
      (content: Content) => {
        for (const plan of content.plans) plan.anterior = true;
      },
      /plans\.yaml:\n.*entrada "agente-inicial": es el primero/,
    ],
    [
      'a comparison that leaves a plan out',
      (content: Content) => {
        for (const row of content.comparison) if (row.id === 'citas') row.valores = ['no', 'no', 'sí'];
      },
      /comparison\.yaml:\n.*entrada "citas", campo "valores": lleva 3; va uno por plan, que son 4$/,
    ],
    ...['no', ''].map((word): [string, (content: Content) => void, RegExp] => [
      `a comparison that contradicts a plan’s list by "${word}"`,
      (content) => {
        for (const row of content.comparison) if (row.id === 'citas') row.valores = row.valores.map(() => word);
      },
      /comparison\.yaml:\n.*entrada "citas": dice que "Agente de IA" no lo trae/,
    ]),
    [
      'a link to a WhatsApp that has no number',
      (content: Content) => {
        delete content.site.whatsapp;
      },
      /frame\.yaml:\n.*un destino es whatsapp, y site\.yaml no tiene el número/,
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
    const content = await readSite();
    edit(content);
    expect(() => assembleContent(content)).toThrow(message);
  });

  it('stop the build at the edition’s own file', async () => {
    const content = await readSite();
    for (const item of content.faq) item.answer = 'Son {mese}.';
    expect(() => assembleContent(content, 'mx.yaml')).toThrow(
      /mx\.yaml:\n {2}- faq, entrada "permanencia", campo "answer": \{mese\} no existe/,
    );
  });
});

describe('what is almost something else', () => {
  it.each([
    ['comparison.yaml', '  valores: [no, si, sí, Yes]', ['si → Sí', 'Yes → Sí']],
    ['comparison.yaml', '    - si', ['si → Sí']],
    ['comparison.yaml', '  titulo: Solo si lo pedís', []],
    ['plans.yaml', '    - 1.000 consultas por mes', ['1.000 consultas → 1000 consultas']],
    ['conversation.yaml', '  precio: USD 128.000', []],
    ['es.yaml', '  precio: 128.000 €', []],
    ['plans.yaml', '  name: Chat con AI', ['AI → IA']],
    [
      'faq.yaml',
      '  answer: El Chatbot Clasico o el Agente IA.',
      ['Chatbot Clasico → Chatbot Clásico', 'Agente IA → Agente de IA'],
    ],
    [
      'faq.yaml',
      '  answer: El Agente Incial, el Agente de IA y otros agentes de IA.',
      ['Agente Incial → Agente Inicial'],
    ],
    ['faq.yaml', '# Agente IA', []],
  ])('is asked about in %s: %s', (file, line, wanted) => {
    const names = loadContent().plans.map(({ name }) => name);
    const questions = wanted.map((one) => {
      const [written, meant] = one.split(' → ');
      return `src/content/${file}, línea 2: «${written}». ¿Quisiste decir «${meant}»?`;
    });
    expect(findNearMisses(`- id: uno\n${line}\n`, file, names)).toEqual(questions);
  });

  it('is asked about where two words have run together, and in no text that ships', async () => {
    const [question] = findNearMisses(`respuesta: Responde ${'siempre'.repeat(6)}.`, 'faq.yaml', []);
    expect(question).toMatch(/línea 1: «(siempre)+» es una sola palabra\. ¿Falta un espacio\?$/);
    expect(findNearMisses(`url: https://example.com/${'siempre'.repeat(6)}`, 'site.yaml', [])).toEqual([]);
    expect(await listNearMisses()).toEqual([]);
  });
});

describe('the picture of a shared link', () => {
  it.each([
    ['titular', 'Mientras descansás, alguien responde todas tus consultas'],
    ['escena', 'Entra una consulta y tu oficina está cerrada hasta mañana.'],
  ])('stops the build where "%s" would run out of it', async (field, text) => {
    await expect(renderSocialImage({ ...loadContent().site, [field]: text })).rejects.toThrow(
      new RegExp(`site\\.yaml:\\n.*campo "${field}": no entra en la imagen que se comparte; usá unos \\d+ caracteres$`),
    );
  });
});

describe('before publishing', () => {
  const TODAY = new Date('2026-11-29T12:00:00Z');

  /** The real files as somebody would publish them. */
  async function finish(): Promise<Content> {
    const content = await readSite();
    const { site, frame } = content;
    Object.assign(site, {
      email: 'hola@zaguan.test',
      academia: 'https://a.zaguan.test',
      portal: 'https://p.zaguan.test',
    });
    if (site.whatsapp) site.whatsapp.numero = '+595981123456';
    site.empresa = { razonSocial: 'Zaguán S.A.', identificacion: 'RUC 80012345-6', domicilio: 'Palma 123' };
    const source = { fuente: 'Cuentas activas', fecha: '2026-10-31' };
    site.fuentes = ['+500 agencias', '98% de satisfacción'].map((cifra) => ({ cifra, ...source }));
    site.cambio = { fecha: '2026-11-01', monedas: { MXN: 18 } };
    for (const { enlaces } of frame.pie.columnas)
      for (const link of enlaces) if (link.destino === '#') link.destino = 'https://zaguan.test';
    return content;
  }

  it('nothing is missing from files that say everything, nor from those without WhatsApp and rates', async () => {
    const content = await finish();
    expect(describeUnfinished(content, TODAY)).toBeUndefined();
    delete content.site.whatsapp;
    delete content.site.cambio;
    expect(describeUnfinished(content, TODAY)).toBeUndefined();
  });

  it('what the shipped files leave open is one list, by file', async () => {
    const shipped = await readSite();
    if (shipped.site.cambio) shipped.site.cambio.fecha = '2026-11-20';
    expect(describeUnfinished(shipped, TODAY)?.split('\n')).toEqual([
      'Antes de publicar:',
      '  - src/content/site.yaml: falta "empresa": razón social, domicilio e identificación fiscal.',
      '  - src/content/site.yaml: el número de "whatsapp" es inventado.',
      '  - src/content/site.yaml: de example.com: email, academia y portal.',
      '  - src/content/site.yaml: «+500 agencias» y «98% de satisfacción»: falta de dónde sale, en "fuentes".',
      '  - src/content/site.yaml: las monedas de "cambio" son de ejemplo.',
      '  - src/content/frame.yaml: «Nosotros» y «Blog»: en el pie, "#" no lleva a ninguna página.',
    ]);
  });

  it.each([
    ['2026-09-30', true, undefined],
    ['2026-09-29', true, /son del 29 de septiembre de 2026, hace 61 días: actualizalas con su fecha\.$/],
    ['2025-11-30', true, /hace 364 días: actualizalas/],
    ['2025-11-29', false, /hace 365 días: con un año o más solo se muestran dólares\.$/],
  ])('rates of %s are shown: %s', async (fecha, areShown, told) => {
    const content = await finish();
    content.site.cambio = { fecha, monedas: { MXN: 18 }, mostrar: 'MXN' };
    expect(assembleContent(content, undefined, TODAY).site.cambio !== undefined).toBe(areShown);
    const said = describeUnfinished(content, TODAY);
    if (told) expect(said).toMatch(told);
    else expect(said).toBeUndefined();
  });
});

describe('texts', () => {
  it('quote the figures of the site', async () => {
    const content = await readSite();
    for (const item of content.faq) item.answer = 'Son {meses} meses y {usuarios} usuarios, {desde}: {pagos}.';
    expect(assembleContent(content).faq[0]?.answer).toBe(
      'Son 3 meses y 5 usuarios, USD 5: USDT, USDC, Dólares, ARS, BOB, PYG y Tarjeta de crédito.',
    );
  });

  it('open WhatsApp with the plan that was asked about', () => {
    const { site, plans } = loadContent();
    const [, , plan] = plans;
    const url = new URL(whatsappUrl(site, plan?.name) ?? '');
    expect([url.origin, url.pathname]).toEqual(['https://wa.me', `/${site.whatsapp?.numero.slice(1)}`]);
    expect(url.searchParams.get('text')).toBe(`Hola, ${site.nombre}. Quiero saber más del plan Chat con IA.`);
    expect(whatsappUrl({ whatsapp: undefined })).toBeUndefined();
  });

  it('name the day and the link that they mark, and leave what they do not know', () => {
    expect(nameDay('2025-11-20')).toBe('20 de noviembre de 2025');
    expect(splitLink('Leé [esto] antes.')).toEqual({ before: 'Leé ', link: 'esto', after: ' antes.' });
    expect(interpolate('{total} y {otro}', { total: 'USD 5' })).toBe('USD 5 y {otro}');
  });

  it.each([
    [50, 1450, '72.500'],
    [50, 7050, '353.000'],
    [5, 6.96, '35'],
    [5, 0.87, '4'],
    [90, 7050, '635.000'],
    [90, 184, '16,600', 'es-MX'],
  ])('give USD %d at %d about %s', (dollars, rate, text, language?: string) => {
    expect(convert(dollars, rate, language)).toBe(text);
  });
});
