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

test('renaming the provider is one line, and who uses it is shown once somebody writes it', async () => {
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(folder, 'src', 'content', file);
    const original = readFileSync(path, 'utf8');
    expect(change(original)).not.toBe(original);
    writeFileSync(path, change(original));
  };
  edit('site.yaml', (text) => text.replace(`nombre: ${nombre}\n`, 'nombre: Puerta Abierta\n'));
  edit('proof.yaml', (text) =>
    text
      .replace('agencias: []', 'agencias: [Inmobiliaria Costanera]')
      .replace('citas: []', 'citas:\n  - { texto: "Atiende mejor que yo.", quien: Marta, donde: Asunción }'),
  );
  edit('comparison.yaml', (text) => text.replace(/^([^#\n]*[[ ])sí(?=[\],\n])/m, '$1si'));
  const { status, output } = await buildProject(folder);
  expect(status, output).toBe(0);
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
