import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { provideServer } from '../support/provide';

let admin: Person;
const server = provideServer();
beforeAll(() => {
  admin = makePerson(server, { roles: ['admin'] });
});

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const patch = (id: string, body: unknown) => api(`/api/templates/${id}`, { method: 'PATCH', body });
const remove = (id: string) => api(`/api/templates/${id}`, { method: 'DELETE' });

type Template = { id: string; name: string; updated_at: string | null; voseo: string };
async function find(id: string): Promise<Template | undefined> {
  const { templates } = (await api('/api/templates')).json;
  return templates.find((one: Template) => one.id === id);
}

const TEXTS = {
  name: 'Oferta',
  voseo: 'Hola {nombre}, ¿querés verlo?',
  tuteo: 'Hola {nombre}, ¿quieres verlo?',
};

function auditTypes() {
  return withDatabase(server, (db) =>
    db.prepare("SELECT type, to_value FROM audit_events WHERE type LIKE 'message%' ORDER BY id").all(),
  );
}

describe('the messages', () => {
  test('have one of each channel and status that one press uses', async () => {
    const { templates } = (await api('/api/templates')).json;
    const usual = templates.filter((one: { is_usual: boolean }) => one.is_usual);
    const places = usual.map(({ channel, estado }: Record<string, string>) => `${channel} ${estado}`);
    expect(new Set(places).size).toBe(10);
    expect(places).toHaveLength(10);
  });

  test('are changed by an administrator, with what was seen, and go back to their first text', async () => {
    const before = await find('primer-contacto');
    expect(before?.updated_at).toBeNull();
    const changed = await patch('primer-contacto', { ...TEXTS, estado: 'perdido', seen: null });
    expect(changed.status).toBe(200);
    // The purpose of a shipped template stays.
    expect(changed.json.template).toMatchObject({
      ...TEXTS,
      estado: 'nuevo',
      is_usual: true,
      is_shipped: true,
    });
    const late = await patch('primer-contacto', { ...TEXTS, name: 'Otra', seen: null });
    expect([late.status, late.json.error?.code]).toEqual([409, 'conflict']);
    const seen = changed.json.template.updated_at;
    expect((await patch('primer-contacto', { ...TEXTS, name: 'Otra', seen })).status).toBe(200);
    for (let press = 0; press < 2; press++) expect((await remove('primer-contacto')).status).toBe(204);
    expect(await find('primer-contacto')).toEqual(before);
    expect(auditTypes()).toEqual([
      { type: 'message_changed', to_value: 'Oferta' },
      { type: 'message_changed', to_value: 'Otra' },
      { type: 'message_reset', to_value: 'Otra' },
    ]);
  });

  test('are joined by one’s own, once for each press, which are last and can be deleted', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { ...TEXTS, channel: 'email', subject: 'Para {nombre}.', estado: 'ganado' };
    const odd = { ...body, subject: 'Oferta de {proveedor}' };
    const first = await api('/api/templates', { body: odd, headers });
    expect(first.status).toBe(201);
    const { template } = first.json;
    expect(template).toMatchObject({ ...odd, is_usual: false, is_shipped: false });
    expect((await api('/api/templates', { body: odd, headers })).json).toEqual(first.json);
    const other = await api('/api/templates', { body: { ...odd, name: 'Otra' }, headers });
    expect([other.status, other.json.error.code]).toEqual([422, 'already_made']);
    const { templates } = (await api('/api/templates')).json;
    expect(templates.at(-1)).toEqual(template);
    expect((await remove(template.id)).status).toBe(204);
    expect((await remove(template.id)).status).toBe(404);
  });

  test('are refused where a field is wrong, which is named', async () => {
    const cases: [object, string, unknown][] = [
      [
        { voseo: 'Hola {apellido}' },
        'voseo',
        'Texto con vos: {apellido} no existe; usá {nombre}, {remitente}, {proveedor}, {plan}, {precio}.',
      ],
      [{ tuteo: ' ' }, 'tuteo', 'Texto con tú: escribilo, no puede quedar vacío.'],
      [{ tuteo: 'x'.repeat(1001) }, 'tuteo', 'Texto con tú: usá como mucho 1000 caracteres.'],
      [{ name: '' }, 'name', 'Nombre: escribilo, no puede quedar vacío.'],
      [{ estado: 'ganada' }, 'estado', 'Estado: elegí uno de los cinco estados, o ninguno.'],
      [{ channel: 'sms' }, 'channel', 'Medio: elegí whatsapp o email.'],
      [{ subject: 'Hola' }, 'subject', 'Asunto: solo lo lleva un email.'],
      [{ channel: 'email' }, 'subject', 'Asunto: escribilo, no puede quedar vacío.'],
      [
        { channel: 'email', subject: 'Sobre {plan}' },
        'subject',
        expect.stringContaining('Asunto: {plan} puede faltar'),
      ],
    ];
    for (const [wrong, field, message] of cases) {
      const body = { ...TEXTS, channel: 'whatsapp', ...wrong };
      const { status, json } = await api('/api/templates', { body });
      const what = JSON.stringify(wrong).slice(0, 100);
      expect.soft([status, json.error?.fields], what).toEqual([422, { [field]: message }]);
    }
  });

  test('of WhatsApp take no subject when they are changed either, and those of email need one', async () => {
    const whatsapp = await patch('precio', { ...TEXTS, subject: 'Hola' });
    expect(whatsapp.json.error.fields).toEqual({ subject: 'Asunto: solo lo lleva un email.' });
    const email = await patch('email-volver', TEXTS);
    expect(email.json.error.fields).toEqual({ subject: 'Asunto: escribilo, no puede quedar vacío.' });
  });
});

test('the panel opens WhatsApp with the changed text at once, as the place speaks', async () => {
  const staff = makePerson(server, { name: 'Bruno' });
  const lead = { nombre: 'Iris Vega', email: 'iris@x.co', whatsapp: '+5491155554444', pais: 'México' };
  await call(server, '/api/leads', { cookie: staff.cookie, body: lead });
  await patch('primer-contacto', { ...TEXTS, seen: null });
  const page = await call(server, '/panel', { cookie: staff.cookie });
  expect(page.text).toContain(`?text=${encodeURIComponent('Hola Iris, ¿quieres verlo?')}`);
});

test('no page opens a chat or a mail with a placeholder in it', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const agency = makePerson(server, { roles: ['coordinator'], companyId: makeCompany(server) });
  for (const estado of ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido']) {
    const lead = { nombre: `Sol ${estado}`, email: `${estado}@x.example.com`, whatsapp: '+5491155554444' };
    const { json } = await call(server, '/api/leads', { cookie: admin.cookie, body: lead });
    withDatabase(server, (db) => db.prepare('UPDATE leads SET estado = ? WHERE id = ?').run(estado, json.lead.id));
  }
  const places: [string, string?][] = [
    ...['/', '/mx', '/es', '/gracias', '/mx/gracias', '/es/gracias', '/privacidad', '/no-existe'].map(
      (path) => [path] as [string],
    ),
    ['/inmobiliaria', agency.cookie],
    ['/panel?q=Sol', admin.cookie],
  ];
  let found = 0;
  for (const [path, cookie] of places) {
    const { text } = await call(server, path, { ...(cookie && { cookie }) });
    const links = text.match(/(?:https:\/\/wa\.me\/|mailto:)[^"'&\s\\<]+/g) ?? [];
    found += links.length;
    for (const link of links) expect.soft(decodeURIComponent(link), path).not.toMatch(/[{}[\]]/);
    if (cookie || path === '/gracias') expect(links.length, path).toBeGreaterThan(0);
  }
  expect(found).toBeGreaterThan(8);
});
