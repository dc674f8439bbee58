import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nombre } from '~/content/site.yaml';
import { buildProject, copyBuild, copyProject } from '../support/build';
import { call } from '../support/http';
import { startServer } from '../support/server';

let folder: string;
beforeAll(() => {
  folder = copyProject();
  copyBuild(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Every kind of mistake is tested in tests/unit/landing-content.test.ts; these show that the error fails a real build,
// with its sentence where an editor reads it.
test.each<[name: string, file: string, edit: (text: string) => string, sentence: RegExp]>([
  [
    'a mistake within a file',
    'plans.yaml',
    (text) => text.replace('priceAnnual: 50', 'priceAnnual: cincuenta'),
    /src\/content\/plans\.yaml:\n.*entrada 3 \("chat-ia"\), campo "priceAnnual"/,
  ],
  [
    'files that do not agree',
    'faq.yaml',
    (text) => text.replace('{meses} meses', '{mese} meses'),
    /src\/content\/faq\.yaml:\n.*entrada "permanencia", campo "answer": \{mese\} no existe/,
  ],
  [
    'a text that does not fit in the shared picture',
    'site.yaml',
    (text) => text.replace(/^escena: .*/m, `escena: ${'W'.repeat(40)}`),
    /src\/content\/site\.yaml:\n.*campo "escena": no entra en la imagen que se comparte; usá unos \d+ caracteres/,
  ],
])('%s stops the build, and what was built before stays as it was', async (_name, file, edit, sentence) => {
  const path = join(folder, 'src', 'content', file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, edit(original));
  const { status, output } = await buildProject(folder);
  writeFileSync(path, original);
  expect(status).toBe(1);
  expect(output.match(new RegExp(sentence, 'g'))).toHaveLength(1);
  expect(output).not.toMatch(/^\s+at /m);
  expect(readFileSync(join(folder, 'dist', 'client', 'index.html'))).toEqual(readFileSync('dist/client/index.html'));
  expect(readdirSync(join(folder, 'builds'))).toHaveLength(1);
});

function edit(file: string, change: (text: string) => string): void {
  const path = join(folder, 'src', 'content', file);
  const original = readFileSync(path, 'utf8');
  expect(change(original)).not.toBe(original);
  writeFileSync(path, change(original));
}

/** What a built page says to a reader. */
function readPage(page: string): string {
  const html = readFileSync(join(folder, 'dist', 'client', page), 'utf8');
  return html.replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]+>/g, '').replace(/\s+/g, ' ');
}

test('renaming the provider is one line, who uses it is shown once somebody writes it, and rates of a year ago are not', async () => {
  edit('site.yaml', (text) => text.replace(`nombre: ${nombre}\n`, 'nombre: Puerta Abierta\n'));
  edit('site.yaml', (text) => text.replace(/^( +fecha: )20\d\d.*/m, '$12024-01-20'));
  edit('proof.yaml', (text) =>
    text
      .replace('agencias: []', 'agencias: [Inmobiliaria Costanera]')
      .replace('citas: []', 'citas:\n  - { texto: "Atiende mejor que yo.", quien: Marta, donde: Asunción }'),
  );
  edit('comparison.yaml', (text) => text.replace(/^([^#\n]*[[ ])sí(?=[\],\n])/m, '$1si'));
  const { status, output } = await buildProject(folder);
  expect(status, output).toBe(0);
  expect(output.match(/Antes de publicar:/g)).toHaveLength(1);
  expect(output).toMatch(/las monedas de "cambio" son del 20 de enero de 2024, hace \d+ días: con un año o más solo/);
  expect(readPage('index.html')).not.toMatch(/≈|Ver también en/);
  const server = await startServer({ program: join(folder, 'dist', 'server', 'main.mjs') });
  try {
    expect(output).toMatch(/src\/content\/comparison\.yaml, línea \d+: «si»\. ¿Quisiste decir «Sí»\?/);
    expect((await call(server, '/')).text).toContain('<title>Puerta Abierta');
    expect((await call(server, '/nada', { headers: { accept: 'text/html' } })).text).toContain('Puerta Abierta');
  } finally {
    await server.stop();
  }
  const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(html|js|mjs|svg|webmanifest)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(files.filter((text) => text.includes(nombre))).toEqual([]);
  const html = readFileSync(join(folder, 'dist', 'client', 'index.html'), 'utf8');
  expect(html).toContain('<title>Puerta Abierta');
  expect(html).toMatch(/Atiende mejor que yo\.[\s\S]*Marta · Asunción[\s\S]*Inmobiliaria Costanera/);
  expect(html.match(/<section/g)).toHaveLength(
    readFileSync('dist/client/index.html', 'utf8').match(/<section/g)?.length ?? 0,
  );
});

test('what site.yaml shows as examples is published once it is no longer a comment: company, sources, promise, assistant, answers', async () => {
  const today = new Date().toISOString().slice(0, 10);
  edit('site.yaml', (text) =>
    text
      .replace(/^# (?=(asistente|fuentes|atencion|empresa|respuestas):| {2})/gm, '')
      .replace(/^( +fecha: )20\d\d.*\n.*ejemplo.*/m, `$1${today}`)
      .replace('+12025550143', '+595981123456'),
  );
  edit('plans.yaml', (text) => text.replace('  priceMonthly: 65\n', '  priceMonthly: 65\n  anterior: true\n'));
  const { status, output } = await buildProject(folder);
  expect(status, output).toBe(0);
  expect(output.match(/^ {2}- src\/content\/.*/gm)).toEqual([
    '  - src/content/site.yaml: de example.com: email, academia y portal.',
    '  - src/content/site.yaml: «98% de satisfacción»: falta de dónde sale, en "fuentes".',
    '  - src/content/frame.yaml: «Nosotros» y «Blog»: en el pie, "#" no lleva a ninguna página.',
  ]);

  const html = readFileSync(join(folder, 'dist', 'client', 'index.html'), 'utf8');
  const [landing, mexican] = [readPage('index.html'), readPage('mx/index.html')];
  expect(html).toMatch(/href="https:\/\/t\.me\/mi_asistente"[^>]*>\s*Probalo en Telegram/);
  expect(mexican).toContain('Pruébalo en Telegram');
  expect(html).toContain('<a href="#fuentes">+500 agencias</a>');
  expect(landing).toContain('+500 agencias: Agencias con un plan activo, 31 de octubre de 2026.');
  expect(landing).toContain('≈ ARS 72.500');
  expect(landing.match(/Todo lo de Chatbot Clásico, más:/g)).toHaveLength(1);

  for (const page of [
    'index.html',
    'mx/index.html',
    'contacto/index.html',
    'gracias/index.html',
    'mx/gracias/index.html',
  ])
    expect(readPage(page), page).toContain('Respondemos en 2 horas, de lunes a viernes de 9 a 18.');
  expect(landing).toContain('Ejemplo S.A. · RUC 80012345-6 · Palma 123, Asunción, Paraguay');
  for (const page of ['privacidad/index.html', 'terminos/index.html'])
    expect(readPage(page), page).toContain('(Ejemplo S.A., RUC 80012345-6, Palma 123, Asunción, Paraguay)');

  const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  const graph: Record<string, unknown>[] = JSON.parse(json)['@graph'];
  expect(graph.find((node) => node['@type'] === 'Organization')).toMatchObject({
    legalName: 'Ejemplo S.A.',
    taxID: 'RUC 80012345-6',
    address: 'Palma 123, Asunción, Paraguay',
  });
  for (const [question, answer] of [
    ['¿Dan factura? ¿Los precios incluyen IVA?', 'Sí, factura electrónica de cada pago.'],
    ['¿De quién son los datos y las conversaciones?', 'De tu inmobiliaria.'],
    ['¿Puede seguir la conversación una persona?', 'Sí, desde el mismo chat.'],
  ] as const) {
    expect(landing).toContain(`${question} ${answer}`);
    expect(json).toContain(`"name":"${question}","acceptedAnswer":{"@type":"Answer","text":"${answer}`);
  }
});
