import { beforeAll, expect, test } from 'vitest';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { connectWhatsapp } from '../../support/meta';
import {
  deliverWebhook,
  echoesChange,
  echoOf,
  historyChange,
  messagesChange,
  reactionOf,
  statusOf,
  textOf,
  waitForInbox,
} from '../../support/meta-webhooks';
import { provideMeta, providePerson, provideServer } from '../../support/provide';

const meta = provideMeta();
const server = provideServer(() => ({ env: { WHATSAPP_API_URL: meta.url } }));
const admin = providePerson(server, { roles: ['admin'] });
beforeAll(async () => {
  await connectWhatsapp(server, meta, admin);
});

const NUMBER = '5491155557788';
/** As Meta makes them, with the number within. */
const wamidOf = (name: string) => `wamid.${Buffer.from(`\x1c\x18\r${NUMBER}\x15${name}`, 'latin1').toString('base64')}`;
const iris = { number: NUMBER, name: 'Xiris Sol' };

async function tell(...changes: Parameters<typeof deliverWebhook>[2][]): Promise<void> {
  await deliverWebhook(server, meta, ...changes);
  await waitForInbox(server);
}
const leads = async () => (await call(server, '/api/leads', { cookie: admin.cookie })).json.leads;

/** Every table that contains one of these texts. */
const tablesWith = (...texts: string[]) =>
  withDatabase(server, (db) =>
    (db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[]).filter((table) =>
      db
        .prepare(`SELECT * FROM "${table}"`)
        .raw()
        .all()
        .some((row) => (row as unknown[]).some((value) => texts.some((text) => String(value).includes(text)))),
    ),
  );

test('who was erased is nowhere; what is told of them again makes nothing, and what they write later a new lead', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const first = textOf(iris, 'Busco un xaltillo', { id: wamidOf('a'), at: at(30) });
  const ours = echoOf(meta, iris, 'text', { body: 'Tengo un xaltillo' }, { id: wamidOf('b'), at: at(29) });
  const payloads = [
    messagesChange(meta, { contacts: [iris], messages: [first] }),
    echoesChange(meta, [ours]),
    messagesChange(meta, {
      statuses: [statusOf({ wamid: ours.id, to: NUMBER }, 'read', {}, at(28))],
      messages: [reactionOf(iris, ours.id, '👍', { at: at(27) })],
    }),
  ];
  await tell(...payloads);
  const [lead] = await leads();
  expect(lead).toMatchObject({ nombre: 'Xiris Sol', source: 'whatsapp', email: '' });
  expect((await call(server, '/api/leads?q=xaltillo', { cookie: admin.cookie })).json.total).toBe(1);

  const erase = await call(server, `/api/leads/${lead.id}/erase`, {
    cookie: admin.cookie,
    body: { confirm: `+${NUMBER}` },
  });
  expect([erase.status, erase.json.erased]).toMatchObject([200, { leads: 1, messages: 2 }]);
  const traces = [NUMBER, '541155557788', first.id, ours.id, 'altillo', 'Xiris'];
  expect(tablesWith(...traces)).toEqual([]);

  const never = textOf(iris, 'Otra de antes', { id: wamidOf('c'), at: at(26) });
  await tell(
    ...payloads,
    messagesChange(meta, { contacts: [iris], messages: [never] }),
    historyChange(meta, [{ number: NUMBER, messages: [first, ours] }]),
  );
  expect(await leads()).toEqual([]);
  expect(tablesWith(...traces, never.id)).toEqual([]);

  const later = textOf(iris, 'Hola de nuevo', { id: wamidOf('d'), at: new Date(Date.now() + 2000) });
  await tell(messagesChange(meta, { contacts: [iris], messages: [later] }));
  const again = await leads();
  expect(again).toMatchObject([{ nombre: 'Xiris Sol', mensaje: 'Hola de nuevo' }]);
  expect(tablesWith('altillo', first.id, ours.id)).toEqual([]);
  const { out } = await runCrm(['check', '--offline'], { DATABASE_PATH: server.databasePath });
  expect(out).not.toContain('✗');
});
