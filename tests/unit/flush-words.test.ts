import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '~/server/app-error';
import { getDb } from '~/server/database/connection';
import { createLead } from '~/server/leads/create-lead';
import { changeLead } from '~/server/leads/leads';
import { listLeads } from '~/server/leads/list/lead-list';
import { addNote, deleteNote, editNote, restoreNote } from '~/server/leads/notes/notes';
import { joinLeads } from '~/server/leads/same-person/join';
import { separateLead } from '~/server/leads/same-person/separate';
import { startFlushingWords } from '~/server/leads/search/flush-words';
import { moveLeadToTrash, purgeTrash, restoreLead } from '~/server/leads/trash';
import type { SessionUser } from '~/shared/accounts/account';
import { createLeadSchema } from '~/shared/leads/schema';
import { foldedWords } from '~/shared/leads/search';
import { erasePerson } from '../../db/person/erase';
import { flushSomeWords } from '../../db/search-index';
import { ownDatabase, provideOwnDatabase } from '../support/own-database';
import { seededRandom } from '../support/seeded-random';

provideOwnDatabase();

const STEPS = 400;
const WORDS = ['ático', 'atlas', 'balcón', 'barrio', 'casa', 'cochera', 'ñandú', 'Ático', 'demo', 'dúplex'];
const AFTER_PURGE_MS = 31 * 24 * 3_600_000;

const mailDir = mkdtempSync(join(tmpdir(), 'crm-mails-'));
const user = { id: 'ana', roles: ['admin'] } as unknown as SessionUser;
/** A connection like a second process's. */
let other: Database;
beforeAll(() => {
  getDb().exec(`
    INSERT INTO users (id, email, password_hash, created_at) VALUES ('ana', 'ana@e.example.com', '-', '2026-01-01T00:00:00.000Z');
    INSERT INTO profiles (id, name, status, created_at) VALUES ('ana', 'Ana', 'active', '2026-01-01T00:00:00.000Z')`);
  other = new Sqlite(ownDatabase);
});
afterAll(() => {
  other.close();
  rmSync(`${ownDatabase}.olvidados`, { force: true });
  rmSync(mailDir, { recursive: true });
});

/** Live leads that contain each word, by brute force. */
function readFound(q: string): number[] {
  const rows = other
    .prepare<[], { id: number; text: string }>(
      `SELECT lead_texts.id, concat_ws(' ', lead_texts.nombre, lead_texts.email, lead_texts.empresa, lead_texts.mensaje, notas) AS text
       FROM lead_texts JOIN leads ON leads.id = lead_texts.id WHERE deleted_at IS NULL ORDER BY lead_texts.id`,
    )
    .all();
  const holds = (own: string[], word: string) => own.some((one) => one.startsWith(word));
  return rows.filter(({ text }) => foldedWords(q).every((word) => holds(foldedWords(text), word))).map(({ id }) => id);
}

test('whatever is changed, by whomever, and whenever words are written: a search finds what reading everything finds', async () => {
  const roll = seededRandom(7);
  const word = () => WORDS[roll(WORDS.length)] ?? '';
  const text = () => Array.from({ length: 1 + roll(3) }, word).join(' ');
  const picked = (table: 'leads' | 'lead_notes'): number => {
    const ids = other.prepare<[], number>(`SELECT id FROM ${table} ORDER BY id`).pluck().all();
    return ids[roll(ids.length || 1)] ?? 0;
  };
  const email = () => `${word()}${roll(6)}@x.example.com`.normalize('NFD').replace(/[^\w@.]/g, '');
  const press = { userId: user.id, key: null, isProgram: false };
  const lead = () => picked('leads');
  const note = () => picked('lead_notes');
  const create = () => createLead(createLeadSchema.parse({ nombre: text(), email: email(), mensaje: text() }), press);
  const acts: (() => unknown)[] = [
    create,
    create,
    create,
    () => changeLead(lead(), { nombre: text(), empresa: roll(2) ? text() : null }, user.id),
    () => changeLead(lead(), { mensaje: text() }, user.id),
    () => addNote(lead(), { body: text() }, press),
    () => addNote(lead(), { body: text() }, press),
    () => editNote(note(), { body: text() }, user.id),
    () => deleteNote(note(), user),
    () => restoreNote(note(), user),
    () => moveLeadToTrash(lead(), user.id),
    () => restoreLead(lead(), user.id),
    () => joinLeads(lead(), { into: lead() }, user.id),
    () => separateLead(lead(), user.id),
    () => roll(8) || purgeTrash(Date.now() + AFTER_PURGE_MS),
    () => roll(4) || erasePerson(getDb(), { email: email(), mailDir }),
    // Written by another process.
    () => other.prepare('UPDATE leads SET mensaje = ? WHERE id = ? AND joined_into IS NULL').run(text(), lead()),
    () => other.prepare('UPDATE lead_notes SET body = ? WHERE id = ?').run(text(), note()),
    () => flushSomeWords(other),
    () => flushSomeWords(getDb()),
  ];
  other.pragma('foreign_keys = ON');
  const searches: unknown[] = [];
  for (let step = 0; step < STEPS; step++) {
    const act = acts[roll(acts.length)];
    try {
      await act?.();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    if (roll(2) === 0) continue;
    const q = roll(2) ? word() : `${word()} ${word().slice(0, 2)}`;
    const { leads, total } = await listLeads({ q });
    const ids = leads.map(({ id }) => id).sort((a, b) => a - b);
    const found = readFound(q);
    expect([q, ids, total]).toEqual([q, found.slice(-50), found.length]);
    searches.push(found.length);
  }
  expect(searches.filter(Boolean).length).toBeGreaterThan(100);
  expect(other.prepare('SELECT count(*) FROM lead_joins').pluck().get()).toBeGreaterThan(0);
  while (flushSomeWords(other));
  expect(other.prepare('SELECT count(*) FROM words_due').pluck().get()).toBe(0);
  // The index matches the texts exactly.
  other.exec("INSERT INTO lead_words (lead_words, rank) VALUES ('integrity-check', 1)");
});

test('words are written each second, also after a second in which they could not be', async () => {
  const due = () => other.prepare('SELECT count(*) FROM words_due').pluck().get();
  other.exec(`INSERT INTO leads (nombre, email, email_key, source, created_at)
              VALUES ('Nadia', 'n@x.example.com', 'n@x.example.com', 'landing', '2026-01-01T00:00:00.000Z')`);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  other.exec('ALTER TABLE words_due RENAME TO words_away');
  // Fails at once, and rests.
  const stop = startFlushingWords();
  try {
    other.exec('ALTER TABLE words_away RENAME TO words_due');
    await vi.advanceTimersByTimeAsync(999);
    expect(due()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1);
    await expect.poll(due).toBe(0);
  } finally {
    await stop();
    vi.useRealTimers();
  }
});
