import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installProgram } from '../support/install-program';
import { provideSharedServer } from '../support/provide';
import { makeToken } from '../support/tokens';

/** A user's program written with the generated client. */
const PROGRAM = `
import { createClient } from './client/client/index.js';
import { changeLead, createLead, createNote, createWebhook, deleteLead, deleteWebhook, listLeads, listWebhooks, readLead, readLeadTimeline, restoreLead } from './client/sdk.gen.js';
import type { Lead, MessageLeadUpdated } from './client/types.gen.js';

export const read = ({ type, data }: MessageLeadUpdated): string => type + ' ' + data.id + ' ' + data.changed.estado;

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
  const hook = { url: 'http://127.0.0.9:9/heyapi', events: ['lead.created' as const] };
  const { webhook } = (await createWebhook({ client, body: hook, throwOnError: true })).data;
  const { webhooks } = (await listWebhooks({ client, throwOnError: true })).data;
  if (webhooks[0]?.id !== webhook.id) throw new Error('no destination of its own');
  await deleteWebhook({ client, path: { id: webhook.id }, throwOnError: true });
  await deleteLead({ client, path, throwOnError: true });
  const gone = await readLead({ client, path });
  await restoreLead({ client, path, throwOnError: true });
  const { data: { lead } } = await readLead({ client, path, throwOnError: true });
  const { data } = await readLeadTimeline({ client, path, throwOnError: true });
  const refused: string = gone.error ? gone.error.error.code : '';
  return { lead, events: data.events.map(({ type }) => type), refused };
}
`;

/** The same with openapi-typescript's types and client. */
const OTHER_PROGRAM = `
import createClient from 'openapi-fetch';
import type { components, paths, webhooks } from './api.js';

type LeadUpdated = webhooks['lead.updated']['post']['requestBody']['content']['application/json'];
export const read = ({ type, data }: LeadUpdated): string => type + ' ' + data.id + ' ' + data.changed.estado;

export async function live(baseUrl: string, token: string): Promise<{ lead: components['schemas']['Lead']; refused: string }> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } });
  const hook = { url: 'http://127.0.0.9:9/openapi-typescript', events: ['lead.updated' as const] };
  const { data: subscribed } = await client.POST('/api/webhooks', { body: hook });
  if (!subscribed?.secret.startsWith('whsec_')) throw new Error('no secret');
  const path = { id: subscribed.webhook.id };
  await client.DELETE('/api/webhooks/{id}', { params: { path } });
  const again = await client.DELETE('/api/webhooks/{id}', { params: { path } });
  const body = { nombre: 'Iris Vega', email: 'iris@x.example.com' };
  const { data: made } = await client.POST('/api/leads', { body, params: { header: { 'Idempotency-Key': 'otra' } } });
  if (!made) throw new Error('no lead');
  const params = { path: { id: made.lead.id } };
  await client.PATCH('/api/leads/{id}', { params, body: { estado: 'ganado' } });
  const { data: list } = await client.GET('/api/leads', { params: { query: { estado: 'ganado', q: 'iris' } } });
  const lead = list?.leads.find(({ id }) => id === made.lead.id);
  if (!lead) throw new Error('not in the list');
  return { lead, refused: again.error?.error.code ?? '' };
}
`;
const MESSAGE = { type: 'lead.updated', data: { id: 41, changed: { estado: 'ganado' } } };

let folder: string;
const server = provideSharedServer();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-client-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const token = () => makeToken(server, { name: 'Cliente', scopes: ['write', 'companies', 'webhooks'] }).secret;

/** Type-checks a program with its imports, expects no errors, and loads it. */
async function compile(name: string, text: string) {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, `${name}.ts`), text);
  const program = ts.createProgram([join(folder, `${name}.ts`)], {
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
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  expect(faults).toEqual([]);
  program.emit();
  return import(/* @vite-ignore */ pathToFileURL(join(folder, `out/${name}.js`)).href);
}

test('a client made of the description compiles strictly and leads a lead through its whole life', async () => {
  await createClient({
    input: `${server.url}/api/openapi.json`,
    output: { path: join(folder, 'client'), importFileExtension: '.js' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  });
  const { live, read } = await compile('program', PROGRAM);
  expect(read(MESSAGE)).toBe('lead.updated 41 ganado');
  const { lead, events, refused } = await live(server.url, token());
  expect(lead).toMatchObject({
    nombre: 'Marta Giménez',
    estado: 'contactado',
    notes_count: 1,
    source: 'api',
  });
  expect(events).toEqual(['restored', 'deleted', 'note_added', 'changed', 'changed', 'created']);
  expect(refused).toBe('not_found');
});

test('openapi-typescript’s types compile strictly, and the client that goes with them runs', async () => {
  const generator = installProgram('openapi-typescript', '7.13.0');
  symlinkSync(dirname(installProgram('openapi-fetch', '0.17.0')), join(folder, 'node_modules'));
  const args = [join(generator, 'bin/cli.js'), `${server.url}/api/openapi.json`];
  await promisify(execFile)(process.execPath, [...args, '--output', join(folder, 'api.ts')]);
  const { live, read } = await compile('other', OTHER_PROGRAM);
  expect(read(MESSAGE)).toBe('lead.updated 41 ganado');
  const { lead, refused } = await live(server.url, token());
  expect(lead).toMatchObject({ nombre: 'Iris Vega', estado: 'ganado', source: 'api' });
  expect(refused).toBe('not_found');
});
