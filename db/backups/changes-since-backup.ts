import type { Database } from 'better-sqlite3';
import { describeBrowser } from '~/shared/accounts/describe-browser';

/** Something ended or changed after the backup that the backup would bring back; `kept` says its fate otherwise. */
export type Difference = { comesBack: string; kept: string; keep: (restored: Database) => void };

/** Why nothing was compared: the former database is unrelated, older, unreadable or missing. */
export type Incomparable = 'unrelated' | 'unreadable' | 'none';

/**
 * Accounts, credentials and destinations that were ended or changed between a backup and the database it replaces. Null
 * unless that database is a later state of the same one: otherwise a difference says nothing about intent.
 */
export function findLaterChanges(former: Database, restored: Database): Difference[] | null {
  if (!isLater(former, restored)) return null;
  const [now, before] = [readAccess(former), readAccess(restored)];
  return [
    ...[...before.accounts.values()].flatMap((account) => compareAccount(account, now)),
    ...compareFactors(before, now),
    ...before.passkeys.filter(({ id }) => !now.passkeys.some((kept) => kept.id === id)).flatMap(ofLivingAccount(now)),
    ...compareAccess(before, now),
    ...compareWebhooks(before, now),
    ...compareWhatsapp(before.whatsapp, now.whatsapp),
  ];
}

type Row = Record<string, unknown>;
type Account = {
  id: string;
  email: string;
  status: string;
  password_hash: string;
  must_change_password: number;
  is_admin: number;
  password_expires_at?: string | null;
  password_reset?: number;
};
type Passkey = { id: string; user_id: string; name: string };
type Device = { endpoint: string; user_id: string; user_agent: string | null };
type Webhook = Row & { id: number; host: string };
type Secret = Row & { webhook_id: number; box: Buffer };
type Connection = Row & { display_phone_number: string };
type Access = {
  accounts: Map<string, Account>;
  passkeys: Passkey[];
  totp: Map<string, Row>;
  codes: Map<string, Row[]>;
  tokens: Map<string, string>;
  calendars: Map<string, Buffer>;
  devices: Device[];
  webhooks: Map<number, Webhook>;
  secrets: Map<number, Secret[]>;
  whatsapp: Connection | undefined;
  companies: Map<number, { name: string; status: string }>;
};

/** Both start with the same migration at the same moment, and the former has gone on since. */
function isLater(former: Database, restored: Database): boolean {
  const [origin, newest] = [
    'SELECT applied_at FROM schema_migrations ORDER BY version LIMIT 1',
    "SELECT coalesce(max(created_at), '') FROM audit_events",
  ].map((sql) => [former, restored].map((db) => String(db.prepare(sql).pluck().get())));
  return origin?.[0] === origin?.[1] && (newest?.[0] ?? '') >= (newest?.[1] ?? '');
}

/** Tables that an older version lacks read as empty. */
function readAccess(db: Database): Access {
  const has = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?');
  const read = <Found>(table: string, sql: string): Found[] => (has.get(table) ? db.prepare<[], Found>(sql).all() : []);
  const isProgram = new Set(read<{ id: string }>('api_tokens', 'SELECT id FROM api_tokens').map(({ id }) => id));
  const accounts = read<Account>(
    'users',
    `SELECT users.*, status, EXISTS (SELECT 1 FROM user_roles WHERE user_id = users.id AND role = 'admin') AS is_admin
     FROM users JOIN profiles ON profiles.id = users.id ORDER BY email`,
  );
  const codes = read<Row & { user_id: string }>(
    'recovery_codes',
    'SELECT * FROM recovery_codes ORDER BY user_id, place',
  );
  const totp = read<Row & { user_id: string }>('totp', 'SELECT * FROM totp WHERE secret IS NOT NULL');
  return {
    accounts: new Map(accounts.filter(({ id }) => !isProgram.has(id)).map((row) => [row.id, row])),
    passkeys: read('passkeys', 'SELECT id, user_id, name FROM passkeys ORDER BY created_at'),
    totp: new Map(totp.map((row) => [row.user_id, row])),
    codes: Map.groupBy(codes, ({ user_id }) => user_id),
    tokens: new Map(
      read<{ id: string; name: string }>(
        'api_tokens',
        'SELECT id, name FROM api_tokens JOIN profiles USING (id) WHERE revoked_at IS NULL',
      ).map(({ id, name }) => [id, name]),
    ),
    calendars: new Map(
      read<{ user_id: string; secret_hash: Buffer }>(
        'calendar_feeds',
        'SELECT user_id, secret_hash FROM calendar_feeds',
      ).map(({ user_id, secret_hash }) => [user_id, secret_hash]),
    ),
    devices: read('push_subscriptions', 'SELECT endpoint, user_id, user_agent FROM push_subscriptions ORDER BY id'),
    webhooks: new Map(
      // The settings' destination is held true to them by the server.
      read<Webhook>('webhooks', 'SELECT * FROM webhooks WHERE removed_at IS NULL')
        .filter(({ from_settings }) => from_settings !== 1)
        .map((webhook) => [webhook.id, webhook]),
    ),
    secrets: Map.groupBy(
      read<Secret>('webhook_secrets', 'SELECT * FROM webhook_secrets ORDER BY id'),
      ({ webhook_id }) => webhook_id,
    ),
    whatsapp: read<Connection>('whatsapp_connection', 'SELECT * FROM whatsapp_connection')[0],
    companies: new Map(
      read<{ id: number; name: string; status: string }>('companies', 'SELECT id, name, status FROM companies').map(
        (company) => [company.id, company],
      ),
    ),
  };
}

function compareAccount(before: Account, now: Access): Difference[] {
  const { id, email } = before;
  const account = now.accounts.get(id);
  const suspend = (status: string) => (db: Database) =>
    db.prepare('UPDATE profiles SET status = ? WHERE id = ?').run(status, id);
  if (!account) {
    if (before.status !== 'active') return [];
    const comesBack = `Vuelve la cuenta eliminada: ${email}`;
    return [{ comesBack, kept: 'queda suspendida', keep: suspend('suspended') }];
  }
  const found: Difference[] = [];
  if (before.status === 'active' && (account.status === 'suspended' || account.status === 'disabled'))
    found.push({
      comesBack: `Vuelve a estar activa: ${email}`,
      kept: 'queda suspendida',
      keep: suspend(account.status),
    });
  if (before.is_admin && !account.is_admin)
    found.push({
      comesBack: `Vuelve a administrar: ${email}`,
      kept: 'queda sin ese rol',
      keep: (db) => db.prepare("DELETE FROM user_roles WHERE user_id = ? AND role = 'admin'").run(id),
    });
  if (before.password_hash !== account.password_hash || (account.password_reset && !before.password_reset))
    found.push({
      comesBack: `Vuelve la contraseña anterior de ${email}`,
      kept: 'queda la última',
      keep: (db) =>
        db
          .prepare(
            `UPDATE users SET password_hash = :password_hash, must_change_password = :must_change_password,
               password_expires_at = :password_expires_at, password_reset = :password_reset WHERE id = :id`,
          )
          .run({ password_expires_at: null, password_reset: 0, ...account }),
    });
  return found;
}

/** Authenticator apps and their recovery codes, for accounts present in both. */
function compareFactors(before: Access, now: Access): Difference[] {
  return [...before.accounts.values()].flatMap(({ id, email }) => {
    if (!now.accounts.has(id)) return [];
    const [was, is] = [before, now].map(({ totp, codes }) => ({
      app: totp.get(id),
      codes: codes.get(id) ?? [],
    })) as [Factor, Factor];
    const differs = secretOf(was) !== secretOf(is) || usedRecoveryCodes(was) !== usedRecoveryCodes(is);
    if (!differs) return [];
    const [comesBack, kept] = !is.app
      ? [`Vuelve la verificación en dos pasos que se quitó a ${email}`, 'queda quitada']
      : !was.app
        ? [`Vuelve a entrar sin verificación en dos pasos: ${email}`, 'queda con ella']
        : [`Vuelve la verificación en dos pasos anterior de ${email}`, 'queda la última'];
    return [{ comesBack, kept, keep: (db) => replaceFactor(db, id, is) }];
  });
}

type Factor = { app: Row | undefined; codes: Row[] };

/** The sealed bytes identify a secret: sealing it anew gives other bytes. */
function secretOf({ app }: Factor): string | undefined {
  return (app?.secret as Buffer | undefined)?.toString('hex');
}

/** Which codes exist and which are used. */
function usedRecoveryCodes({ codes }: Factor): string {
  return JSON.stringify(codes.map(({ place, code_hash, used_at }) => [place, code_hash, used_at]));
}

function replaceFactor(db: Database, user_id: string, { app, codes }: Factor): void {
  for (const [table, rows] of [
    ['totp', app ? [app] : []],
    ['recovery_codes', codes],
  ] as const) {
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?`).run(user_id);
    for (const row of rows) insert(db, table, row);
  }
}

function insert(db: Database, table: string, row: Row): void {
  const columns = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`).run(
    row,
  );
}

/** Removed passkeys, except those of removed accounts: these are reported already. */
function ofLivingAccount({ accounts }: Access) {
  return ({ id, user_id, name }: Passkey): Difference[] => {
    const account = accounts.get(user_id);
    if (!account) return [];
    return [
      {
        comesBack: `Vuelve la clave de acceso «${name}» de ${account.email}`,
        kept: 'queda quitada',
        keep: (db) => db.prepare('DELETE FROM passkeys WHERE id = ?').run(id),
      },
    ];
  };
}

/** Access and outbound sending that need no sign-in. */
function compareAccess(before: Access, now: Access): Difference[] {
  const found: Difference[] = [];
  for (const [id, name] of before.tokens)
    if (!now.tokens.has(id))
      found.push({
        comesBack: `Vuelve el token «${name}»`,
        kept: 'queda revocado',
        keep: (db) =>
          db
            .prepare('UPDATE api_tokens SET token_hash = NULL, revoked_at = ? WHERE id = ?')
            .run(new Date().toISOString(), id),
      });
  for (const [id, hash] of before.calendars)
    if (!now.calendars.get(id)?.equals(hash))
      found.push({
        comesBack: `Vuelve la dirección del calendario anterior de ${before.accounts.get(id)?.email}`,
        kept: 'queda sin dirección',
        keep: (db) => db.prepare('DELETE FROM calendar_feeds WHERE user_id = ?').run(id),
      });
  for (const { endpoint, user_id, user_agent } of before.devices)
    if (!now.devices.some((device) => device.endpoint === endpoint && device.user_id === user_id))
      found.push({
        comesBack: `Vuelve a recibir avisos un dispositivo de ${before.accounts.get(user_id)?.email}: ${describeBrowser(user_agent)}`,
        kept: 'queda quitado',
        keep: (db) => db.prepare('DELETE FROM push_subscriptions WHERE endpoint = ?').run(endpoint),
      });
  // Nobody can sign in to an inactive agency.
  for (const [id, { name, status }] of before.companies)
    if (status === 'active' && now.companies.get(id)?.status === 'inactive')
      found.push({
        comesBack: `Vuelve a estar activa la inmobiliaria «${name}»`,
        kept: 'queda inactiva',
        keep: (db) => db.prepare("UPDATE companies SET status = 'inactive' WHERE id = ?").run(id),
      });
  return found;
}

/** Where they go, what is sent, and with which secrets. */
function compareWebhooks(before: Access, now: Access): Difference[] {
  return [...before.webhooks.values()].flatMap((was) => {
    const { id, host } = was;
    const is = now.webhooks.get(id);
    if (!is) return [{ comesBack: `Vuelve el destino ${host}`, kept: 'queda eliminado', keep: removeWebhook(id) }];
    const [had, has] = [before, now].map(({ secrets }) => secrets.get(id) ?? []) as [Secret[], Secret[]];
    if (!differ(was, is, WEBHOOK) && identify(had.map(({ box }) => box)) === identify(has.map(({ box }) => box)))
      return [];
    return [
      {
        comesBack: `Vuelve a como era el destino ${host}`,
        kept: 'queda como está',
        keep: (db) => {
          db.prepare('DELETE FROM webhooks WHERE id = ?').run(id);
          insert(db, 'webhooks', { ...ofKnownUsers(db, is), rests_since: was.rests_since });
          for (const secret of has) insert(db, 'webhook_secrets', secret);
        },
      },
    ];
  });
}

const WEBHOOK = ['url', 'events', 'header_name', 'header_box', 'pause'];

/** The server discards its backlog, and then the row. */
const removeWebhook = (id: number) => (db: Database) => {
  db.prepare("UPDATE webhooks SET removed_at = ?, url = '', header_name = NULL, header_box = NULL WHERE id = ?").run(
    new Date().toISOString(),
    id,
  );
  db.prepare('DELETE FROM webhook_secrets WHERE webhook_id = ?').run(id);
};

function compareWhatsapp(was: Connection | undefined, is: Connection | undefined): Difference[] {
  if (!was || (is && !differ(was, is, CONNECTION))) return [];
  const disconnect = (db: Database) => db.exec('DELETE FROM whatsapp_connection');
  const number = was.display_phone_number;
  if (!is)
    return [{ comesBack: `Vuelve la conexión de WhatsApp ${number}`, kept: 'queda desconectado', keep: disconnect }];
  return [
    {
      comesBack: `Vuelve la conexión anterior de WhatsApp, ${number}`,
      kept: 'queda la última',
      keep: (db) => {
        disconnect(db);
        insert(db, 'whatsapp_connection', { ...ofKnownUsers(db, is), rests_since: was.rests_since });
      },
    },
  ];
}

const CONNECTION = ['phone_number_id', 'token_box', 'app_secret_box', 'verify_token_box'];

function differ(was: Row, is: Row, columns: readonly string[]): boolean {
  return columns.some((column) => identify(was[column]) !== identify(is[column]));
}

/** Sealed bytes, too. */
const identify = (value: unknown) => JSON.stringify(value);

/** Accounts made after the backup do not come back. */
function ofKnownUsers(db: Database, row: Row): Row {
  const isKnown = db.prepare('SELECT 1 FROM users WHERE id = ?');
  const known = Object.entries(row).map(([column, value]) => [
    column,
    /^(made|vouched)_by$/.test(column) && !isKnown.get(value) ? null : value,
  ]);
  return Object.fromEntries(known);
}
