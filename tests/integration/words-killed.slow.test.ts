import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer } from '../support/server';

const ROUNDS = 4;
const WRITERS = 8;
const ACKNOWLEDGED = 60;

test('what was acknowledged before a process is killed is found by the next one', async () => {
  let server = await startServer({ env: { RATE_LIMIT_SCALE: '1000' } });
  const { cookie } = makePerson(server);
  const spell = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const words: string[] = [];
  let waited = 0;
  let next = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const enough = words.length + ACKNOWLEDGED;
    const write = async (): Promise<void> => {
      for (;;) {
        const [own, noted] = [`zl${spell(next)}x`, `zn${spell(next++)}x`];
        const body = { nombre: own, email: `${own}@m.example.com` };
        const made = await call(server, '/api/leads', { cookie, body });
        if (made.status === 201) words.push(own);
        const { id } = made.json.lead;
        const note = await call(server, `/api/leads/${id}/notes`, { cookie, body: { body: noted } });
        if (note.status === 201) words.push(noted);
      }
    };
    const writing = Promise.allSettled(Array.from({ length: WRITERS }, write));
    await expect.poll(() => words.length, { interval: 5 }).toBeGreaterThan(enough);
    server.process.kill('SIGKILL');
    await Promise.all([server.exited, writing]);
    waited += withDatabase(server, (db) => db.prepare('SELECT * FROM words_due').all().length);

    server = await startServer({ folder: server.folder, env: { RATE_LIMIT_SCALE: '1000' } });
    const lost: string[] = [];
    for (const word of words) {
      const { json } = await call(server, `/api/leads?q=${word}`, { cookie });
      if (json.total !== 1) lost.push(word);
    }
    expect(lost).toEqual([]);
  }
  expect(waited, 'words waited when it was killed').toBeGreaterThan(0);
  withDatabase(server, (db) => db.exec("INSERT INTO lead_words (lead_words, rank) VALUES ('integrity-check', 1)"));
  await server.stop();
});
