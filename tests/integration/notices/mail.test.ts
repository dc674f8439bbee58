import { beforeAll, describe, expect, test } from 'vitest';
import { HONEYPOT_FIELD } from '~/shared/enquiries/fields';
import { makePerson, type Person } from '../../support/accounts';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { upload } from '../../support/imports';
import {
  enquire,
  holdNews,
  makeReader,
  noticesTo,
  setOfficeHours,
  waitUntilKnown,
  zoneAtNoon,
} from '../../support/notices';
import { readDeliveries } from '../../support/outbox';
import { provideServer, provideSmtpSink } from '../../support/provide';

const sink = provideSmtpSink();
const server = provideServer(() => ({ env: { SMTP_URL: sink.url, MAIL_FROM: 'crm@proveedor.example.com' } }));

const mailsTo = ({ email }: { email: string }) =>
  sink.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail);

/** No digest comes between. */
const zone = zoneAtNoon();

// Nobody is told again of what nobody has touched, however long this takes.
beforeAll(() => setOfficeHours(server, { days: '' }));

/** Retries pending mails at once, after each has had its first attempt. */
async function sendPending(): Promise<void> {
  await expect.poll(() => readDeliveries(server, 'mail').filter(({ attempts }) => attempts === 0)).toEqual([]);
  const admin = makePerson(server, { roles: ['admin'] });
  await call(server, '/api/deliveries/retry', { body: { kind: 'mail' }, cookie: admin.cookie });
}

/** Resolves after this many mails to the person were refused. */
const areRefused = ({ id }: Person, count: number) =>
  expect
    .poll(() =>
      readDeliveries(server, 'mail')
        .filter(({ payload, state }) => state === 'pending' && JSON.parse(payload).user_id === id)
        .map(({ attempts }) => attempts > 0),
    )
    .toEqual(Array(count).fill(true));

/** Outcomes of the mails to a person, oldest first. */
const endsOf = ({ id }: Person) =>
  withDatabase(server, (db) =>
    db.prepare("SELECT ended_in FROM deliveries WHERE payload ->> '$.user_id' = ? ORDER BY id").pluck().all(id),
  );

describe('a lead that was won', () => {
  /** Skips the delay during which a win can be undone. */
  const hurry = async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    await call(server, '/api/deliveries/retry', { body: { kind: 'mail' }, cookie: admin.cookie });
  };
  const win = (id: number, { cookie }: Person, estado = 'ganado') =>
    call(server, `/api/leads/${id}`, { method: 'PATCH', body: { estado }, cookie });

  test('is told to administrators, by mail unless they chose none, with its plan and what is to be done; one that is taken back is not', async () => {
    const bruno = makeReader(server, { zone, email: 'each' }, { name: 'Bruno' });
    const ada = makeReader(server, { zone, email: 'digest' }, { name: 'Ada', roles: ['admin'] });
    const none = makeReader(server, { zone, email: 'none' }, { roles: ['admin'] });
    const add = async (nombre: string) =>
      (
        await call(server, '/api/leads', {
          body: { nombre, email: 'rosa@x.example.com', pais: 'Paraguay' },
          cookie: bruno.cookie,
        })
      ).json.lead.id;
    const [id, back, own] = [await add('Rosa Duarte'), await add('Error Tecla'), await add('Propia')];
    await win(id, bruno);
    const sold = { plan: 'chat-ia', billing: 'mensual' };
    await call(server, `/api/leads/${id}`, { method: 'PATCH', body: sold, cookie: bruno.cookie });
    await win(back, bruno);
    await win(back, bruno, 'nuevo');
    // The actor is not notified.
    await win(own, ada);
    const many = [await add('Una'), await add('Otra')];
    await call(server, '/api/leads/bulk', {
      body: { ids: many, change: { estado: 'ganado' } },
      cookie: bruno.cookie,
    });
    await hurry();
    await expect.poll(() => mailsTo(ada).length).toBe(2);
    const [one, several] = mailsTo(ada).sort((a, b) =>
      (b.headers.subject ?? '').localeCompare(a.headers.subject ?? ''),
    );
    expect(one?.headers.subject).toBe('Lead ganado: Rosa Duarte, Paraguay');
    for (const text of [
      'Bruno lo marcó como ganado:',
      'Chat con IA · Mensual · USD 65 por mes',
      `${server.url}/panel?lead=${id}`,
      `${server.url}/users?crear=${id}`,
    ])
      expect(one?.text).toContain(text);
    expect(several?.headers.subject).toMatch(/^2 leads ganados: .+, .+$/);
    // Alike subjects are joined to one thread, unless each names its own.
    const threads = [one, several].map((mail) => mail?.headers.references);
    expect(new Set(threads).size).toBe(2);
    for (const thread of threads) expect(thread).toMatch(/^<hilo\.\S+@\S+>$/);
    expect(noticesTo(server, none)).toEqual([]);
    expect(noticesTo(server, bruno)).toEqual([]);
    expect(endsOf(ada).filter((end) => end === 'nobody')).toHaveLength(1);
  });
});

describe('each enquiry', () => {
  test('is mailed to whoever wants that, and to nobody else', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    const others = [
      makeReader(server, { zone, email: 'digest' }),
      makeReader(server, { zone, email: 'none' }),
      makeReader(server, { zone, email: 'each' }, { status: 'suspended' }),
      makeReader(server, { zone, email: 'each' }, { status: 'pending' }),
      makeReader(
        server,
        { zone, email: 'each' },
        { roles: ['coordinator'], companyId: makeCompany(server, { name: 'Sur', country: 'Chile' }) },
      ),
    ];
    await waitUntilKnown(server, ana);
    await submitEnquiry(server, validEnquiry);
    await expect.poll(() => mailsTo(ana).length).toBe(1);
    const [mail] = mailsTo(ana);
    expect(mail?.headers.subject).toBe('Nueva consulta: Marta Giménez, Argentina');
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain(validEnquiry.mensaje);
      expect(text).toContain(validEnquiry.telefono);
      expect(text).toContain(`${server.url}/panel?lead=`);
    }
    for (const other of others) expect(noticesTo(server, other)).toEqual([]);
    // Neither the log nor the outbox names the person.
    expect(server.output()).not.toMatch(/Marta|costanera/);
    expect(withDatabase(server, (db) => db.prepare('SELECT payload FROM deliveries').pluck().all()).join()).not.toMatch(
      /Marta|costanera/,
    );
  });

  test('that was set aside is none until somebody lets it in, who need not be told', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    const bruno = makeReader(server, { zone, email: 'each' });
    await waitUntilKnown(server, ana, bruno);
    await submitEnquiry(server, {
      ...validEnquiry,
      nombre: 'Robot',
      [HONEYPOT_FIELD]: 'https://spam.example.com',
    });
    await enquire(server, 'Carla Paz');
    await expect.poll(() => mailsTo(ana).length).toBe(1);
    expect(mailsTo(ana)[0]?.headers.subject).toContain('Carla Paz');
    const id = withDatabase(server, (db) =>
      db.prepare("SELECT id FROM enquiries WHERE state = 'set_aside'").pluck().get(),
    );
    const { status } = await call(server, `/api/enquiries/${id}/accept`, { body: {}, cookie: ana.cookie });
    expect(status).toBe(201);
    await expect.poll(() => mailsTo(bruno).length).toBe(2);
    expect(mailsTo(bruno)[1]?.headers.subject).toContain('Robot');
    expect(mailsTo(ana).length).toBe(1);
  });

  test('that comes while another mail waits is named by the next one, in order', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    await waitUntilKnown(server, ana);
    const names = Array.from({ length: 18 }, (_, index) => `Persona ${String.fromCharCode(65 + index)}`);
    const [first = '', ...others] = names;
    await enquire(server, first);
    await expect.poll(() => mailsTo(ana).length).toBe(1);
    const release = holdNews(server, ana);
    for (const nombre of others) await enquire(server, nombre);
    release();
    await expect.poll(() => mailsTo(ana).length).toBe(2);
    const named = mailsTo(ana).flatMap(({ text }) => [...text.matchAll(/^• (Persona .)$/gm)].map(([, name]) => name));
    expect(named).toEqual(names);
  });

  test('is no news to whoever has only now begun to be told', async () => {
    const ana = makePerson(server);
    await enquire(server, 'Vieja Consulta');
    await call(server, '/api/account/notices', {
      method: 'PATCH',
      body: { email: 'each' },
      cookie: ana.cookie,
    });
    await enquire(server, 'Nueva Consulta');
    await expect.poll(() => mailsTo(ana).length).toBe(1);
    expect(mailsTo(ana)[0]?.headers.subject).toContain('Nueva Consulta');
  });

  test('whose lead is gone when the mail is sent is not told', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    await waitUntilKnown(server, ana);
    sink.refuseSenderWith(Object.assign(new Error('later'), { responseCode: 451 }));
    const id = await enquire(server, 'Se Va');
    await areRefused(ana, 1);
    await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: ana.cookie });
    sink.refuseSenderWith(null);
    await sendPending();
    await expect.poll(() => endsOf(ana)).toEqual(['nobody']);
    expect(mailsTo(ana)).toEqual([]);
  });
});

describe('whoever presses ‘unsubscribe’ in a mail program', () => {
  /** The List-Unsubscribe address, called as a mail program does: without session or origin. */
  async function addressFor(person: Person): Promise<string> {
    await waitUntilKnown(server, person);
    await enquire(server, 'Carla Paz');
    await expect.poll(() => mailsTo(person).length).toBe(1);
    const [mail] = mailsTo(person);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '') ?? [];
    expect(address).not.toContain(person.id);
    expect(mail?.text).toContain(`${server.url}/cuenta/baja?token=`);
    return address;
  }
  const choiceOf = async ({ cookie }: Person) => (await call(server, '/api/account/notices', { cookie })).json.email;
  const press = (address: string) =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  test('gets no such mails any more (RFC 8058), and whoever only looks at the address changes nothing', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    const bruno = makeReader(server, { zone, email: 'each' });
    const address = await addressFor(ana);
    for (const method of ['GET', 'HEAD']) await fetch(address, { method });
    expect(await choiceOf(ana)).toBe('each');
    const answer = await press(address);
    expect([answer.status, answer.headers.get('location')]).toEqual([204, null]);
    expect([await choiceOf(ana), await choiceOf(bruno)]).toEqual(['none', 'each']);
    expect((await press(address)).status).toBe(204);
    expect(server.output()).not.toContain(new URL(address).searchParams.get('token'));
  });

  test('nor those that could not leave before', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    const address = await addressFor(ana);
    sink.refuseSenderWith(Object.assign(new Error('later'), { responseCode: 451 }));
    await enquire(server, 'Que Esperaba');
    await areRefused(ana, 1);
    expect((await press(address)).status).toBe(204);
    sink.refuseSenderWith(null);
    await sendPending();
    await expect.poll(() => endsOf(ana)).toEqual([null, 'nobody']);
    expect(mailsTo(ana).length).toBe(1);
  });

  test('or on the page of that address, which works without a script', async () => {
    const ana = makeReader(server, { zone, email: 'each' });
    const address = await addressFor(ana);
    const page = await fetch(address);
    expect(new URL(page.url).pathname).toBe('/cuenta/baja');
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(await page.text()) ?? [];
    const answer = await fetch(new URL(action.replaceAll('&amp;', '&'), server.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: server.url },
      body: new URLSearchParams(),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/cuenta/baja?listo=1']);
    expect(await choiceOf(ana)).toBe('none');
  });

  test('stops the mails of that kind and no other, each kind has its own address, and one who is gone presses in vain', async () => {
    const choices = async ({ cookie }: Person) => {
      const { email, weekly, troubles } = (await call(server, '/api/account/notices', { cookie })).json;
      return { email, weekly, troubles };
    };
    const ALL = { email: 'each', weekly: true, troubles: true };
    for (const [topic, left] of [
      ['leads', { ...ALL, email: 'none' }],
      ['numbers', { ...ALL, weekly: false }],
      ['troubles', { ...ALL, troubles: false }],
    ] as const) {
      const eva = makeReader(server, { zone, email: 'each', weekly: true }, { roles: ['admin'] });
      const address = new URL(await addressFor(eva));
      expect(address.searchParams.get('topic')).toBe('leads');
      address.searchParams.set('topic', topic);
      const setStatus = (status: string) =>
        withDatabase(server, (db) => db.prepare('UPDATE profiles SET status = ? WHERE id = ?').run(status, eva.id));
      setStatus('suspended');
      expect((await press(address.href)).status, topic).toBe(204);
      setStatus('active');
      expect(await choices(eva), topic).toEqual(ALL);
      expect((await (await fetch(address)).text()).match(/<p class="text-ink-soft">([^<]+)/)?.[1]).toMatch(
        { leads: /las consultas, tu día/, numbers: /Los lunes/, troubles: /algo falla/ }[topic],
      );
      expect((await press(address.href)).status, topic).toBe(204);
      expect(await choices(eva), topic).toEqual(left);
    }
  });

  test('learns nothing with a token that is nobody’s', async () => {
    const address = `${server.url}/api/unsubscribe?topic=leads&token=`;
    expect((await press(address + '0'.repeat(40))).status).toBe(204);
    expect((await press(`${address}1`)).status).toBe(422);
    expect((await press(`${address}'or 1=1`)).status).toBe(422);
  });
});

test('what an administrator imports is no news, however much it is: nobody is told, and nothing rings again', async () => {
  const admin = makeReader(server, { zone, email: 'each' }, { roles: ['admin'] });
  await waitUntilKnown(server, admin);
  const count = (sql: string) => withDatabase(server, (db) => Number(db.prepare(sql).pluck().get()));
  const before = count('SELECT count(*) FROM notice_enquiries');
  const MANY = 2000;
  const lines = Array.from({ length: MANY }, (_, index) => `Persona ${index},p${index}@importada.example.com`);
  const { json } = await upload(server, admin, `Nombre,Email\n${lines.join('\n')}\n`);
  const path = `/api/imports/${json.import.id}`;
  const { cookie } = admin;
  await call(server, `${path}/check`, {
    cookie,
    body: { mapping: ['nombre', 'email'], duplicates: 'create' },
  });
  await call(server, `${path}/run`, { cookie, body: {} });
  await expect.poll(async () => (await call(server, path, { cookie })).json.created).toBe(MANY);
  expect(count('SELECT count(*) FROM notice_enquiries')).toBe(before);
  expect(
    count("SELECT count(*) FROM lead_watches JOIN leads ON leads.id = lead_id WHERE email LIKE '%importada%'"),
  ).toBe(0);
  // News continue.
  await enquire(server, 'Después De Todo');
  await expect.poll(() => noticesTo(server, admin)).toEqual(['mail.new_leads']);
});
