import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { expectDeliveries, readDeliveries } from '../support/outbox';
import { startReceiver } from '../support/receiver';
import { spawnServer, startServer } from '../support/server';

test('while another program holds the database who reads is answered, nothing is lost, and nothing is told twice', async () => {
  const receiver = await startReceiver();
  const server = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url } });
  const other = new Sqlite(server.databasePath);
  try {
    const { cookie } = makePerson(server);
    // Blocks the write that records the delivery as sent.
    receiver.answerWith((response) => {
      other.exec('BEGIN IMMEDIATE');
      response.end();
    });
    expect((await submitEnquiry(server, { ...validEnquiry, email: 'una@x.example.com' })).status).toBe(303);
    await receiver.waitForRequests(1);

    const starting = await spawnServer({ env: { DATABASE_PATH: server.databasePath } });
    let isOver = false;
    const refusing = submitEnquiry(server, { ...validEnquiry, nombre: 'Paciente Zárate' }).finally(() => {
      isOver = true;
    });
    while (!isOver) expect((await call(server, '/api/leads', { cookie })).status).toBe(200);
    // ASVS 16.5.2: the form comes back with what was typed.
    const refused = await refusing;
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('Paciente Zárate');
    expect(refused.text).toContain('Volvé a enviarla');

    expect(await starting.exited).toBe(1);
    expect(JSON.parse(starting.output().trim().split('\n')[0] ?? '')).toMatchObject({
      event: 'start_failed',
      msg: 'El arranque falló: otro programa tiene tomada la base.',
    });

    await server.printed(/"event":"outbox_failed".*SQLITE_BUSY/);
    expect(readDeliveries(server)).toMatchObject([{ state: 'pending', attempts: 0 }]);

    const waiting = submitEnquiry(server, { ...validEnquiry, email: 'otra@x.example.com' });
    const first = await Promise.race([waiting.then(() => 'writing'), call(server, '/healthz').then(() => 'reading')]);
    expect(first).toBe('reading');
    receiver.answerWith((response) => response.end());
    other.exec('ROLLBACK');
    expect((await waiting).status).toBe(303);
    const sent = { state: 'sent', attempts: 1 };
    await expectDeliveries(server, [sent, sent]);
    expect(receiver.received).toHaveLength(2);
  } finally {
    other.close();
    await server.stop();
    await receiver.stop();
  }
});
