// The least that could serve the same answers: bare node:http and better-sqlite3, nothing validated or refused.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import Sqlite from 'better-sqlite3';

const [path = '', port = ''] = process.argv.slice(2);
const db = new Sqlite(path);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const COLUMNS = `id, nombre, email, whatsapp, pais, estado, client_type, source, mensaje, empresa, created_at,
  first_contacted_at, notes_count`;
const session = db.prepare(
  `SELECT users.id FROM sessions JOIN users ON users.id = sessions.user_id
   WHERE token_hash = ? AND idle_expires_at > ?`,
);
const lists = new Map<string, Sqlite.Statement>();
const counters = db.prepare(
  `SELECT sum(total) AS total,
     (SELECT count(*) FROM leads WHERE deleted_at IS NULL AND created_at >= ?) AS nuevos_7_dias FROM lead_counters`,
);
const insert = db.prepare(
  `INSERT INTO leads (nombre, email, email_key, source, created_at) VALUES (?, ?, ?, 'crm_manual', ?) RETURNING ${COLUMNS}`,
);
const update = db.prepare(`UPDATE leads SET estado = ? WHERE id = ? RETURNING ${COLUMNS}`);

function selectLeads(filters: URLSearchParams): unknown[] {
  const names = [...filters.keys()];
  const key = names.join();
  let list = lists.get(key);
  if (!list) {
    const conditions = ['deleted_at IS NULL', ...names.map((name) => `${name} = ?`)].join(' AND ');
    list = db.prepare(
      `SELECT ${COLUMNS} FROM leads WHERE ${conditions} ORDER BY created_at DESC, id DESC LIMIT 50`,
    );
    lists.set(key, list);
  }
  return list.all(...filters.values());
}

createServer((request, response) => {
  const token = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const known = session.get(createHash('sha256').update(token).digest(), new Date().toISOString());
  if (!known) {
    response.writeHead(401).end();
    return;
  }
  const url = new URL(request.url ?? '/', 'http://floor');
  const answer = (body: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (url.pathname === '/api/leads/counters') {
    answer(counters.get(new Date(Date.now() - 604_800_000).toISOString()));
    return;
  }
  if (request.method === 'GET') {
    answer({ leads: selectLeads(url.searchParams) });
    return;
  }
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const body = JSON.parse(text);
    if (request.method === 'PATCH') answer({ lead: update.get(body.estado, 1) });
    else answer({ lead: insert.get(body.nombre, body.email, body.email, new Date().toISOString()) });
  });
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
