import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { inTurn } from '~/server/database/slices';
import { writeStream } from '~/server/http/write-answer';
import { exportLeads } from '~/server/leads/export/export-leads';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();
beforeAll(() => {
  getDb().exec(
    `INSERT INTO users (id, email, password_hash, created_at) VALUES ('a', 'a@b.example.com', '-', '2026-01-01T00:00:00.000Z')`,
  );
  const insert = getDb().prepare(
    `INSERT INTO leads (nombre, email, email_key, source, notes_count, created_at, last_activity_at)
     VALUES (:name, :name, :name, 'landing', :notes, :at, :at)`,
  );
  const at = '2026-01-01T00:00:00.000Z';
  for (let id = 1; id <= LEADS; id++) insert.run({ name: `lead-${id}`, notes: id, at });
});

const LEADS = 1000;
const actor = { id: 'a', email: 'a@b.example.com', address: null };

test('what changes meanwhile: who moves is written once, who goes or no longer matches is left out', async () => {
  const response = await exportLeads(
    { orden: 'mas_notas', estado: 'nuevo' },
    { format: 'csv', part: 'leads', zone: 'UTC' },
    actor,
    new AbortController().signal,
  );
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const read = async () => {
    const part = await reader?.read();
    if (part?.value) text += decoder.decode(part.value, { stream: true });
    return part?.done === false;
  };
  // The heading and the first slice; at most one more is read ahead.
  await read();
  await read();
  const change = (sql: string) => getDb().prepare(sql).run();
  change('UPDATE leads SET notes_count = 0 WHERE id IN (1000, 999)');
  change('UPDATE leads SET notes_count = 9999 WHERE id IN (1, 2)');
  change("UPDATE leads SET nombre = 'Ahora' WHERE id = 3");
  change("UPDATE leads SET deleted_at = '2026-01-02T00:00:00.000Z' WHERE id = 4");
  change("UPDATE leads SET estado = 'contactado' WHERE id = 5");
  change('DELETE FROM leads WHERE id BETWEEN 100 AND 450');
  change(
    `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at)
     SELECT 'Después', 'd@x', 'd@x', source, created_at, created_at FROM leads WHERE id = 1`,
  );
  while (await read());
  const ids = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]));
  const expected = Array.from({ length: LEADS }, (_, index) => LEADS - index);
  expect(ids).toEqual(expected.filter((id) => id !== 4 && id !== 5 && !(id >= 100 && id <= 450)));
  expect(text).toMatch(/\r\n3,Ahora,/);
});

test('notes are written each once, however many a lead has; those of whoever is erased meanwhile are not', async () => {
  const add = getDb().prepare(
    "INSERT INTO lead_notes (lead_id, author_id, body, created_at) VALUES (?, 'a', ?, '2026-01-03T00:00:00.000Z')",
  );
  getDb().exec(
    "INSERT INTO profiles (id, name, status, created_at) VALUES ('a', 'Ana', 'active', '2026-01-01T00:00:00.000Z')",
  );
  const [many, gone] = [700, 6];
  getDb().transaction(() => {
    for (let n = 0; n < 2100; n++) add.run(many, `nota ${n};`);
    for (const id of [990, many, 20, gone]) add.run(id, `de ${id};`);
  })();
  const response = await exportLeads(
    { estado: 'nuevo' },
    { format: 'csv', part: 'notes', zone: 'UTC' },
    actor,
    new AbortController().signal,
  );
  const reader = response.body?.getReader();
  let text = Buffer.from((await reader?.read())?.value ?? []).toString();
  getDb().prepare('DELETE FROM leads WHERE id = ?').run(gone);
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    text += Buffer.from(part.value).toString();
  const bodies = [...text.matchAll(/((?:nota|de) \d+);/g)].map(([, body]) => body);
  const own = Array.from({ length: 2100 }, (_, n) => `nota ${n}`);
  expect(bodies).toEqual(['de 990', ...own, `de ${many}`, 'de 20']);
});

test('who takes nothing loses the connection, and what was kept for them is freed', async () => {
  let isFreed = false;
  const server = createServer((_, response) => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        isFreed = true;
      },
    });
    writeStream(new Response(body), response, false, 100).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => isFreed).toBe(true);
  socket.destroy();
  server.close();
});

test('slices of all readers take turns, and one that fails passes it on', async () => {
  const done: string[] = [];
  const slice = (name: string) => inTurn(() => void done.push(name));
  const failing = inTurn(() => {
    throw new Error('no');
  });
  await Promise.all([slice('a'), expect(failing).rejects.toThrow('no'), slice('b')]);
  expect(done).toEqual(['a', 'b']);
});
