import { describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { providePerson, provideServer } from '../support/provide';
import { sendRaw, statusOf } from '../support/raw-requests';
import { startServer } from '../support/server';

const LANDING = 'https://www.landing.example.com';
const FORMER = 'viejo.example.com';

const server = provideServer({ env: { LANDING_ORIGINS: LANDING, FORMER_SITE_URLS: `https://${FORMER}` } });
const staff = providePerson(server);

async function findLeads(email: string) {
  const { json } = await call(server, '/api/leads', { cookie: staff.cookie });
  return json.leads.filter((lead: { email: string }) => lead.email === email);
}

function enquiriesOf(email: string) {
  return withDatabase(server, (db) =>
    db
      .prepare('SELECT state, reason, lead_id, body FROM enquiries WHERE body LIKE ? ORDER BY id')
      .all(`%${encodeURIComponent(email)}%`),
  ) as { state: string; reason: string | null; lead_id: number | null; body: string }[];
}

describe('a valid enquiry', () => {
  test('is kept with what the form said, also where its lead is joined; a program has shown no form', async () => {
    const [one, other] = ['dijo@a.example.com', 'dijo-otra@a.example.com'];
    for (const email of [one, other]) await submitEnquiry(server, { ...validEnquiry, email });
    const [[going], [staying]] = [await findLeads(one), await findLeads(other)];
    const { cookie } = staff;
    await call(server, `/api/leads/${going.id}/join`, { cookie, body: { into: staying.id } });
    const { json } = await call(server, `/api/leads/${staying.id}/timeline`, { cookie });
    const created = json.events.filter(({ type }: { type: string }) => type === 'created');
    expect(created).toHaveLength(2);
    for (const { consent } of created)
      expect(consent).toMatch(/^Al enviar se acepta nuestra política de privacidad\. \(Política de .+ 20\d\d\)$/);

    const body = { ...validEnquiry, email: 'programa@a.example.com', submission_id: crypto.randomUUID() };
    await call(server, '/webhook/contacto', { body, headers: { accept: 'application/json' } });
    const [lead] = await findLeads('programa@a.example.com');
    const history = (await call(server, `/api/leads/${lead.id}/timeline`, { cookie })).json;
    expect(history.events.at(-1)).toMatchObject({ type: 'created', consent: null });
  });

  test('becomes a new lead from the landing and sends the visitor to the thanks page', async () => {
    const answer = await submitEnquiry(server, { ...validEnquiry, email: 'nueva@a.example.com' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/gracias');
    const [lead] = await findLeads('nueva@a.example.com');
    expect(lead).toMatchObject({
      nombre: validEnquiry.nombre,
      whatsapp: validEnquiry.telefono,
      pais: 'Argentina',
      mensaje: validEnquiry.mensaje,
      estado: 'nuevo',
      source: 'landing',
      client_type: null,
      notes_count: 0,
    });
  });

  test('says what it is about and where its visitor came from: in the lead, its list, the numbers and the export', async () => {
    const email = 'campana@a.example.com';
    const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'primavera' };
    const origin = { ...utm, tema: 'Agente de IA · anual', referrer: 'https://www.Google.com/search?q=x' };
    await submitEnquiry(server, { ...validEnquiry, email, ...origin });
    const kept = { ...origin, referrer: 'google.com', plan: 'agente-ia', billing: 'anual' };
    const [lead] = await findLeads(email);
    expect(lead).toMatchObject(kept);

    const { cookie } = makePerson(server, { roles: ['admin'] });
    const ask = async (path: string) => (await call(server, path, { cookie })).json;
    const day = lead.created_at.slice(0, 10);
    const period = new URLSearchParams({ from: day, to: day, tz: 'UTC' });
    const { by_via } = await ask(`/api/reports?${period}`);
    const slice = by_via.find(({ value }: { value: string }) => value === 'google / cpc / primavera');
    expect(slice).toMatchObject({ total: 1, contacted: { total: 0 }, won: { total: 0 } });
    expect((await ask(`/api/leads?${slice.query}`)).leads).toMatchObject([{ id: lead.id }]);
    const none = by_via.find(({ value }: { value: string | null }) => value === null);
    expect((await ask(`/api/leads?${none.query}`)).total).toBe(none.total);
    const page = await call(server, `/panel/numeros?${period}`, { cookie });
    expect(page.text).toContain('Por campaña o sitio');
    const file = await call(server, '/api/leads/export?format=csv&q=campana', { cookie });
    const [heads, row] = file.text.split('\r\n');
    expect(heads).toMatch(/,tema,utm_source,utm_medium,utm_campaign,referrer$/);
    expect(row).toMatch(/,Agente de IA · anual,google,cpc,primavera,google\.com$/);

    // Without JavaScript the campaign is in the page's query. Odd values never reject an enquiry.
    const strange = { tema: ` ${'x'.repeat(300)}\n`, utm_medium: '\u0007', referrer: 'javascript:alert(1)' };
    const sent = { ...validEnquiry, email: 'sin-guion@a.example.com', ...strange };
    const referer = `${server.url}/?${new URLSearchParams({ utm_source: 'boletín', gclid: 'x' })}`;
    expect((await submitEnquiry(server, sent, { referer })).status).toBe(303);
    expect(await findLeads(sent.email)).toMatchObject([
      { tema: 'x'.repeat(120), utm_source: 'boletín', utm_medium: null, referrer: null, plan: null },
    ]);

    const aside = {
      ...validEnquiry,
      email: 'apartada-campana@a.example.com',
      sitio_web: 'x',
      tema: 'Chat con IA',
    };
    await submitEnquiry(server, aside, { referer });
    const { enquiries } = await ask('/api/enquiries/set-aside');
    const waiting = enquiries.find(({ fields }: { fields: { email: string } }) => fields.email === aside.email);
    await call(server, `/api/enquiries/${waiting.id}/accept`, { cookie, method: 'POST', body: {} });
    expect(await findLeads(aside.email)).toMatchObject([
      { tema: 'Chat con IA', plan: 'chat-ia', billing: null, utm_source: 'boletín' },
    ]);
  });

  test('has its number completed by the country, and no page holds it back before', async () => {
    for (const path of ['/contacto', '/mx/contacto', '/es/contacto']) {
      const pattern = /pattern="([^"]+)"[^>]*name="telefono"/.exec((await call(server, path)).text)?.[1] ?? '';
      const fits = (typed: string) => new RegExp(`^(?:${pattern})$`, 'v').test(typed);
      expect(['11 5555-1234', '+5491155551234', 'llamame', '12345'].map(fits), path).toEqual([
        true,
        true,
        false,
        false,
      ]);
    }
    const email = 'como-se-escribe@a.example.com';
    await submitEnquiry(server, { ...validEnquiry, email, pais: 'AR', telefono: '11 5555-1234' });
    expect(await findLeads(email)).toMatchObject([{ whatsapp: '+5491155551234' }]);
  });

  test('is answered as JSON where JSON is asked for', async () => {
    const answer = await call(server, '/webhook/contacto', {
      body: { ...validEnquiry, email: 'json@a.example.com' },
    });
    expect(answer.status).toBe(201);
    expect(await findLeads('json@a.example.com')).toHaveLength(1);
  });

  test('is kept exactly as it arrived', async () => {
    const email = 'cruda@a.example.com';
    await submitEnquiry(server, { ...validEnquiry, email, mensaje: '  ¿Ñandú? 🏠  ' });
    const [kept] = enquiriesOf(email);
    expect(new URLSearchParams(kept?.body).get('mensaje')).toBe('  ¿Ñandú? 🏠  ');
    expect(kept).toMatchObject({ state: 'accepted' });
    expect(await findLeads(email)).toMatchObject([{ mensaje: '¿Ñandú? 🏠' }]);
  });

  test('is kept with no more of the browser’s name than a list has room for', async () => {
    const email = 'navegador@a.example.com';
    await submitEnquiry(server, { ...validEnquiry, email }, { 'user-agent': 'x'.repeat(300) });
    const kept = withDatabase(server, (db) =>
      db
        .prepare('SELECT user_agent FROM enquiries WHERE body LIKE ?')
        .pluck()
        .get(`%${encodeURIComponent(email)}%`),
    );
    expect(kept).toBe('x'.repeat(255));
  });

  test('with the same submission_id four times at once is one lead', async () => {
    const email = 'cuatro@a.example.com';
    const submission_id = crypto.randomUUID();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => submitEnquiry(server, { ...validEnquiry, email, submission_id })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303]);
    expect(await findLeads(email)).toHaveLength(1);
  });
});

describe('ASVS 2.2.1: an enquiry that cannot be accepted', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['nombre', { nombre: '   ' }, 'Nombre: escribí tu nombre.'],
    ['nombre too long', { nombre: 'x'.repeat(121) }, 'Nombre: usá como mucho 120 caracteres.'],
    ['email', { email: 'marta' }, 'Email: escribí una dirección válida'],
    ['email too long', { email: `${'a'.repeat(250)}@b.co` }, 'Email: escribí una dirección válida'],
    ['pais', { pais: '' }, 'País: elegí tu país de la lista.'],
    ['pais unknown', { pais: 'FR' }, 'País: elegí tu país de la lista.'],
    ['telefono without its country', { telefono: '981123456', pais: 'ROW' }, 'Teléfono de WhatsApp: usá el signo +'],
    ['telefono without its area', { telefono: '15 5555 4444' }, 'Teléfono de WhatsApp: usá el signo +'],
    ['telefono of words', { telefono: 'el de siempre' }, 'Teléfono de WhatsApp: usá el signo +'],
    ['telefono of 5 digits', { telefono: '+12345' }, 'Teléfono de WhatsApp: usá el signo +'],
    ['telefono of 16 digits', { telefono: '+1234567890123456' }, 'Teléfono de WhatsApp: usá el signo +'],
    ['mensaje', { mensaje: '' }, 'Mensaje: contanos qué necesitás.'],
    ['mensaje too long', { mensaje: 'x'.repeat(5001) }, 'Mensaje: usá como mucho 5000 caracteres.'],
  ];

  test('is shown again with what is wrong and what was typed', async () => {
    for (const [name, change, sentence] of cases) {
      const typed = { ...validEnquiry, email: 'mal@a.example.com', ...change };
      const answer = await submitEnquiry(server, typed);
      expect.soft(answer.status, name).toBe(422);
      expect.soft(answer.text, name).toContain(sentence);
      // The select lists every country, so only the selected one counts; a value outside of it cannot be shown again.
      const isShown = ([field, text]: [string, string]) =>
        text === 'FR' || answer.text.includes(field === 'pais' ? `<option value="${text}" selected` : text);
      const shown = Object.entries(typed).filter(([, text]) => text.trim() && text.length < 100);
      expect
        .soft(
          shown.filter((one) => !isShown(one)),
          name,
        )
        .toEqual([]);
      expect.soft(await findLeads('mal@a.example.com'), name).toEqual([]);
    }
  });

  test('keeps its submission_id on the page, so that sending it again is still one submission', async () => {
    const submission_id = crypto.randomUUID();
    const answer = await submitEnquiry(server, { ...validEnquiry, nombre: '', submission_id });
    expect(answer.text).toContain(`value="${submission_id}"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('names its fields in JSON too', async () => {
    const answer = await call(server, '/webhook/contacto', {
      body: { ...validEnquiry, pais: 'XX', nombre: '' },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json.error.fields).sort()).toEqual(['nombre', 'pais']);
  });

  test('ASVS 1.2.1: never brings markup to life', async () => {
    const answer = await submitEnquiry(server, {
      ...validEnquiry,
      nombre: '"><script>alert(1)</script>',
      email: 'x',
    });
    expect(answer.text).not.toContain('<script>alert(1)');
  });
});

describe('the door', () => {
  test('ASVS 3.5.1: takes posts from this site, from LANDING_ORIGINS and from programs, and from nobody else', async () => {
    const post = async (origin: string) => (await submitEnquiry(server, validEnquiry, { origin })).status;
    expect(await post(server.url)).toBe(303);
    expect(await post(LANDING)).toBe(303);
    expect(await post('https://otro.example.com')).toBe(403);
    expect(await post('null')).toBe(403);
    expect(await post(`${LANDING}.example.net`)).toBe(403);
    const program = await fetch(`${server.url}/webhook/contacto`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(validEnquiry),
    });
    expect([program.status, program.headers.get('location')]).toEqual([303, '/gracias']);
  });

  test('thanks where the form is, in its edition: here, or on the landing that is one of LANDING_ORIGINS', async () => {
    const thanks = async (headers: Record<string, string>, query = '') => {
      const answer = await fetch(`${server.url}/webhook/contacto${query}`, {
        method: 'POST',
        redirect: 'manual',
        headers,
        body: new URLSearchParams(validEnquiry),
      });
      return answer.headers.get('location');
    };
    expect(await thanks({ origin: server.url })).toBe('/gracias');
    expect(await thanks({ origin: LANDING })).toBe(`${LANDING}/gracias`);
    expect(await thanks({ origin: LANDING }, '?edicion=mx')).toBe(`${LANDING}/mx/gracias`);
    expect(await thanks({ origin: server.url }, '?edicion=mx')).toBe('/mx/gracias');
    for (const edition of ['toString', '//otro.example.com', ''])
      expect(await thanks({}, `?edicion=${edition}`), edition).toBe('/gracias');
    // Whoever writes their own headers is led nowhere else either.
    const stranger = { origin: 'https://otro.example.com', 'sec-fetch-site': 'same-origin' };
    expect(await thanks(stranger)).toBe('/gracias');
  });

  test('under a former name takes what a page that stayed open sends, with its thanks page, and sends all else to the new one', async () => {
    const ask = async (line: string, headers: string[] = [], body = '') => {
      const head = [`${line} HTTP/1.1`, `Host: ${FORMER}`, 'Connection: close', ...headers];
      if (body) head.push('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`);
      const answer = await sendRaw(server, `${head.join('\r\n')}\r\n\r\n${body}`);
      return [statusOf(answer), /^location: (.*)\r$/im.exec(answer)?.[1]];
    };
    const form = new URLSearchParams({ ...validEnquiry, email: 'mudanza@x.example.com' }).toString();
    const fromPage = [`Origin: https://${FORMER}`, 'Sec-Fetch-Site: same-origin', 'Sec-Fetch-Mode: navigate'];
    // The page's own policy (form-action) lets the form go nowhere else, not even by a redirect.
    expect(await ask('POST /webhook/contacto', fromPage, form)).toEqual([303, '/gracias']);
    expect(await ask('GET /gracias', ['Sec-Fetch-Mode: navigate'])).toEqual([200, undefined]);
    expect(await ask('POST /webhook/contacto', [], form)).toEqual([307, `${server.url}/webhook/contacto`]);
    expect(await ask('GET /panel?q=ana')).toEqual([308, `${server.url}/panel?q=ana`]);
    expect(await ask('GET /')).toEqual([308, `${server.url}/`]);
  });

  test('sent as JSON by a script of LANDING_ORIGINS is answered so that the script can read it', async () => {
    const headers = { origin: LANDING, 'content-type': 'application/json' };
    const path = `${server.url}/webhook/contacto`;
    const asked = await fetch(path, {
      method: 'OPTIONS',
      headers: {
        origin: LANDING,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type']);
    for (const [fields, status] of [
      [{}, 201],
      [{ email: 'nada' }, 422],
    ] as const) {
      const body = JSON.stringify({ ...validEnquiry, submission_id: crypto.randomUUID(), ...fields });
      const answer = await fetch(path, { method: 'POST', headers, body });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, LANDING]);
      expect(answer.headers.get('vary')).toContain('Origin');
      const json = await answer.json();
      if (status === 201) expect(json).toEqual({ ok: true });
      else expect(Object.keys(json.error.fields)).toEqual(['email']);
    }
    const stranger = { ...headers, origin: 'https://otro.example.com' };
    for (const method of ['OPTIONS', 'POST']) {
      const refused = await fetch(path, { method, headers: stranger });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });

  test('knows its forms', async () => {
    const answer = await fetch(`${server.url}/webhook/otro`, {
      method: 'POST',
      headers: { origin: server.url },
      body: new URLSearchParams(validEnquiry),
    });
    expect(answer.status).toBe(404);
  });

  test('refuses what no form sends', async () => {
    const many = Array.from({ length: 13 }, (_, i) => [`f${i}`, 'x']);
    const refused: Record<string, string | Buffer<ArrayBuffer>> = {
      'a field given twice': `${new URLSearchParams(validEnquiry)}&nombre=otra`,
      'thirteen fields': new URLSearchParams(many).toString(),
      'bytes that are no UTF-8': Buffer.from([0x6e, 0x3d, 0xff, 0xfe]),
    };
    for (const [what, body] of Object.entries(refused)) {
      const { status } = await fetch(`${server.url}/webhook/contacto`, {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect.soft(status, what).toBe(400);
    }
    const json = JSON.stringify(validEnquiry).slice(0, -1);
    const ambiguous: Record<string, string> = {
      'a name given twice': `${json},"nombre":"otra"}`,
      'the same name and text twice': `${json},"pais":"AR"}`,
      'a name given twice, once escaped': `${json},"n\\u006fmbre" : "otra"}`,
      'a name given twice, once as null': `${json},"mensaje":null}`,
      'a number behind a text of the same name': `{"nombre":{"a":"b"},${json.slice(1)}}`,
    };
    for (const [what, body] of Object.entries(ambiguous)) {
      const { status, json } = await call(server, '/webhook/contacto', { method: 'POST', body });
      expect.soft([status, json?.error?.code], what).toEqual([400, 'malformed']);
    }
  });

  test('takes texts in JSON that look like names', async () => {
    const email = 'parecida@a.example.com';
    const mensaje = '"nombre": "otra", \\"nombre\\":';
    const answer = await call(server, '/webhook/contacto', { body: { ...validEnquiry, email, mensaje } });
    expect(answer.status).toBe(201);
    expect(await findLeads(email)).toMatchObject([{ mensaje }]);
  });

  test('takes the longest message in the longest writing', async () => {
    const email = 'larga@a.example.com';
    const mensaje = '€'.repeat(5000);
    expect((await submitEnquiry(server, { ...validEnquiry, email, mensaje })).status).toBe(303);
    expect(await findLeads(email)).toMatchObject([{ mensaje }]);
  });

  test('refuses other types with 415, and more than the fields can need with 413', async () => {
    const headers = { origin: server.url, 'content-type': 'text/plain' };
    const wrongType = await fetch(`${server.url}/webhook/contacto`, {
      method: 'POST',
      headers,
      body: 'hola',
    });
    expect(wrongType.status).toBe(415);
    for (const length of [50_000, 70_000]) {
      const huge = await submitEnquiry(server, { ...validEnquiry, sitio_web: 'x'.repeat(length) });
      expect(huge.status).toBe(413);
      expect(huge.text).toContain('demasiado grande');
    }
  });

  test('leads a visitor who reloads its address to the form', async () => {
    const answer = await call(server, '/webhook/contacto');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contacto']);
  });

  test.each([
    ['', 'es', '', 'Nombre: escribí tu nombre.'],
    ['?edicion=mx', 'es-MX', '/mx', 'Nombre: escribe tu nombre.'],
    ['?edicion=es', 'es-ES', '/es', 'Nombre: escribe tu nombre.'],
    ['?edicion=login', 'es', '', 'Nombre: escribí tu nombre.'],
  ])('of the edition "%s" thanks, corrects and leads back in its Spanish', async (query, lang, home, sentence) => {
    const send = (fields: Record<string, string>) =>
      fetch(`${server.url}/webhook/contacto${query}`, {
        method: 'POST',
        headers: { origin: server.url },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
    const email = `edicion${lang}${query.length}@a.example.com`;
    const thanked = await send({ ...validEnquiry, email });
    expect([thanked.status, thanked.headers.get('location')]).toEqual([303, `${home}/gracias`]);
    const refused = await send({ ...validEnquiry, email, nombre: '' });
    const page = await refused.text();
    expect(refused.status).toBe(422);
    expect(page).toContain(`<html lang="${lang}"`);
    expect(page).toContain(sentence);
    expect(page).toContain(`href="${home}/privacidad"`);
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect((await call(server, `/webhook/contacto${query}`)).headers.get('location')).toBe(`${home}/contacto`);
  });
});

describe('what looks like a machine', () => {
  test('and fills the hidden field is thanked, and set aside for a person', async () => {
    const email = 'robot@a.example.com';
    const answer = await submitEnquiry(server, {
      ...validEnquiry,
      email,
      sitio_web: 'http://spam.example.com',
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/gracias']);
    expect(await findLeads(email)).toEqual([]);
    expect(enquiriesOf(email)).toMatchObject([{ state: 'set_aside', reason: 'honeypot' }]);
  });

  test('ASVS 2.4.1: past 20 a minute is thanked and set aside, past 200 refused, each address for itself', async () => {
    const { server: limited, stand } = await startWithClock({
      env: { RATE_LIMIT_SCALE: '1', TRUSTED_PROXY_HOPS: '1' },
    });
    try {
      await stand(Date.now());
      const from = (address: string) => submitEnquiry(limited, validEnquiry, { 'x-forwarded-for': address });
      const statuses: number[] = [];
      for (let i = 0; i < 201; i++) statuses.push((await from('203.0.113.7')).status);
      expect(statuses.slice(0, 200).every((status) => status === 303)).toBe(true);
      // As some gateways write it.
      const refused = await from('203.0.113.7:51234');
      expect([statuses[200], refused.status]).toEqual([429, 429]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.text).toContain(validEnquiry.mensaje);
      expect((await from('203.0.113.8')).status).toBe(303);
      for (const address of ['[2001:db8::1]:443', '2001:db8::1', '[2001:db8::1]']) await from(address);
      const states = withDatabase(limited, (db) =>
        db.prepare('SELECT state, reason, count(*) AS n FROM enquiries GROUP BY state, reason ORDER BY state').all(),
      );
      const addresses = withDatabase(limited, (db) =>
        db.prepare('SELECT DISTINCT remote_address FROM enquiries ORDER BY 1').pluck().all(),
      );
      expect(addresses).toEqual(['2001:db8:0:0::/64', '203.0.113.7', '203.0.113.8']);
      expect(states).toEqual([
        { state: 'accepted', reason: null, n: 24 },
        { state: 'set_aside', reason: 'rate', n: 180 },
      ]);
    } finally {
      await limited.stop();
    }
  });
});

test('what no lead can be made of, for a fault of ours, is thanked and waits for a person', async () => {
  const { cookie } = staff;
  const email = 'fallada@a.example.com';
  const rename = (from: string, to: string) =>
    withDatabase(server, (db) => db.exec(`ALTER TABLE ${from} RENAME TO ${to}`));
  rename('lead_events', 'events_away');
  expect((await submitEnquiry(server, { ...validEnquiry, email })).status).toBe(303);
  rename('events_away', 'lead_events');
  const { enquiries } = (await call(server, '/api/enquiries/set-aside', { cookie })).json;
  expect(enquiries[0]).toMatchObject({ reason: 'failure', fields: { email } });
  const accept = `/api/enquiries/${enquiries[0].id}/accept`;
  expect((await call(server, accept, { method: 'POST', cookie })).status).toBe(201);
  expect(await findLeads(email)).toHaveLength(1);
});

describe('ASVS 2.3.3: what was acknowledged', () => {
  test('is there after a kill -9', async () => {
    const mortal = await startServer();
    const acknowledged: string[] = [];
    const sending = (async () => {
      for (let i = 0; ; i++) {
        const email = `eco-${i}@a.example.com`;
        const answer = await submitEnquiry(mortal, { ...validEnquiry, email }).catch(() => null);
        if (answer?.status !== 303) return;
        acknowledged.push(email);
        if (acknowledged.length === 40) mortal.process.kill('SIGKILL');
      }
    })();
    await Promise.all([sending, mortal.exited]);
    const survivor = await startServer({ folder: mortal.folder });
    try {
      const kept = withDatabase(survivor, (db) => db.prepare('SELECT email FROM leads ORDER BY id').pluck().all());
      expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
      expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    } finally {
      await survivor.stop();
    }
  });
});
