import type { Database } from 'better-sqlite3';
import { PASSWORD } from '../support/accounts.ts';

/** One kind of request. Functions vary path or body, so that no two requests are equal. */
export type Case = {
  name: string;
  /** Writes grow the database, and sign-ins saturate a core, so each kind has its own limit. */
  kind: 'read' | 'write' | 'sign-in';
  method: 'GET' | 'PATCH' | 'POST';
  path: string | (() => string);
  contentType?: string;
  body?: () => string;
};

/** Where the deep page starts, as a share of all leads, from the newest. */
const DEEP = 0.9;
const TOUCHED_LEADS = 400;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The requests to measure. Writes come last, because they grow the database. */
export function makeCases(db: Database, email: string): Case[] {
  const count = db.prepare<[], number>('SELECT count(*) FROM leads').pluck().get() ?? 0;
  const spread = Math.max(1, Math.floor(count / (2 * TOUCHED_LEADS)));
  const ids = db
    .prepare<[number, number], number>(
      'SELECT id FROM leads WHERE deleted_at IS NULL AND id % ? = 0 ORDER BY id LIMIT ?',
    )
    .pluck()
    .all(spread, TOUCHED_LEADS);
  const get = (name: string, path: string): Case => ({ name, kind: 'read', method: 'GET', path });
  return [
    get('lista: las 50 más nuevas', '/api/leads'),
    get('lista: por estado', '/api/leads?estado=contactado'),
    get('lista: por país', '/api/leads?pais=Chile'),
    get('lista: por tipo', '/api/leads?client_type=otros'),
    get('lista: los tres filtros', '/api/leads?estado=ganado&pais=Argentina&client_type=otros'),
    get('lista: página profunda', `/api/leads?cursor=${findDeepCursor(db, count)}`),
    get('búsqueda: apellido', '/api/leads?q=quiroga'),
    get('búsqueda: nombre y apellido', '/api/leads?q=ana+quiroga'),
    get('búsqueda: palabra de todos', '/api/leads?q=consulta'),
    get('búsqueda: teléfono', `/api/leads?q=${findPhone(db)}`),
    get('contadores', '/api/leads/counters'),
    get('panel (HTML)', '/panel'),
    get('landing (HTML)', '/'),
    {
      name: 'crear lead',
      kind: 'write',
      method: 'POST',
      path: '/api/leads',
      contentType: JSON_TYPE,
      body: counted((n) => JSON.stringify({ nombre: `Iris ${n}`, email: `iris${n}@x.example.com` })),
    },
    {
      name: 'cambiar estado',
      kind: 'write',
      method: 'PATCH',
      path: counted((n) => `/api/leads/${ids[n % ids.length]}`),
      contentType: JSON_TYPE,
      // A different status each time the same lead comes up.
      body: counted((n) => `{"estado":"${Math.floor(n / ids.length) % 2 === 0 ? 'ganado' : 'perdido'}"}`),
    },
    {
      name: 'agregar nota',
      kind: 'write',
      method: 'POST',
      path: counted((n) => `/api/leads/${ids[n % ids.length]}/notes`),
      contentType: JSON_TYPE,
      body: counted((n) => `{"body":"Llamé de nuevo, la vez ${n}."}`),
    },
    {
      name: 'consulta del sitio',
      kind: 'write',
      method: 'POST',
      path: '/webhook/contacto',
      contentType: FORM_TYPE,
      body: counted((n) =>
        new URLSearchParams({
          nombre: `Marta ${n}`,
          email: `marta${n}@x.example.com`,
          pais: 'AR',
          telefono: '+5491155554444',
          mensaje: 'Quiero un agente para 40 propiedades.',
        }).toString(),
      ),
    },
    {
      name: 'ingreso',
      kind: 'sign-in',
      method: 'POST',
      path: '/api/auth/sign-in',
      contentType: JSON_TYPE,
      body: () => JSON.stringify({ email, password: PASSWORD }),
    },
  ];
}

function counted(make: (n: number) => string): () => string {
  let n = 0;
  return () => make(n++);
}

function findDeepCursor(db: Database, count: number): string {
  const row = db
    .prepare<[number], { created_at: string; id: number }>(
      'SELECT created_at, id FROM leads ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?',
    )
    .get(Math.floor(count * DEEP));
  if (!row) throw new Error('there are no leads');
  return Buffer.from(JSON.stringify([row.created_at, row.id])).toString('base64url');
}

function findPhone(db: Database): string {
  const phone = db.prepare<[], string>('SELECT phone_key FROM leads WHERE id = 500').pluck().get();
  if (!phone) throw new Error('there is no lead 500');
  return phone;
}
