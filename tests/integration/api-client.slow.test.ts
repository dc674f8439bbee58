import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../support/server';
import { sharedServer } from '../support/shared';
import { makeToken } from '../support/tokens';

/** What somebody writes with the generated client. */
const PROGRAM = `
import { createClient } from './client/client/index.js';
import { changeLead, createLead, createNote, deleteLead, listLeads, readLead, readLeadTimeline, restoreLead } from './client/sdk.gen.js';
import type { Lead } from './client/types.gen.js';

export async function live(baseUrl: string, auth: string): Promise<{ lead: Lead; events: string[]; refused: string }> {
  const client = createClient({ baseUrl, auth });
  const body = { nombre: 'Marta Giménez', email: 'marta@x.example.com', pais: 'Argentina' as const };
  const made = await createLead({ client, body, headers: { 'Idempotency-Key': 'una-vez' }, throwOnError: true });
  const again = await createLead({ client, body, headers: { 'Idempotency-Key': 'una-vez' }, throwOnError: true });
  const { id } = made.data.lead;
  if (again.data.lead.id !== id) throw new Error('a second lead');
  const path = { id };
  await changeLead({ client, path, body: { estado: 'contactado', next_contact_on: '2090-01-05' }, throwOnError: true });
  await createNote({ client, path, body: { body: 'Respondió que sí' }, throwOnError: true });
  const list = await listLeads({ client, query: { estado: 'contactado', q: 'marta' }, throwOnError: true });
  if (list.data.leads[0]?.id !== id || list.data.total !== 1) throw new Error('not in the list');
  await deleteLead({ client, path, throwOnError: true });
  const gone = await readLead({ client, path });
  await restoreLead({ client, path, throwOnError: true });
  const { data: { lead } } = await readLead({ client, path, throwOnError: true });
  const { data } = await readLeadTimeline({ client, path, throwOnError: true });
  const refused: string = gone.error ? gone.error.error.code : '';
  return { lead, events: data.events.map(({ type }) => type), refused };
}
`;

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await sharedServer();
  folder = mkdtempSync(join(tmpdir(), 'api-client-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles the program with what it imports, and returns what the compiler says against it. */
function compile(): string[] {
  const program = ts.createProgram([join(folder, 'program.ts')], {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    outDir: join(folder, 'out'),
    rootDir: folder,
    types: [],
  });
  const faults = ts.getPreEmitDiagnostics(program);
  program.emit();
  return faults.map(
    ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  );
}

test('a client made of the description compiles strictly and leads a lead through its whole life', async () => {
  await createClient({
    input: `${server.url}/api/openapi.json`,
    output: { path: join(folder, 'client'), importFileExtension: '.js' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  expect(compile()).toEqual([]);

  const { live } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'out/program.js')).href);
  const { lead, events, refused } = await live(server.url, makeToken(server, { name: 'Cliente' }).secret);
  expect(lead).toMatchObject({
    nombre: 'Marta Giménez',
    estado: 'contactado',
    notes_count: 1,
    source: 'api',
  });
  expect(events).toEqual(['restored', 'deleted', 'note_added', 'changed', 'changed', 'created']);
  expect(refused).toBe('not_found');
});
