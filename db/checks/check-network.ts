import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { Settings } from '~/server/env';
import { describeMailFailure } from '~/server/mail/compose-mail';
import { probeMail } from '~/server/mail/smtp';
import { fetchOperatorUrl, fetchUserUrl } from '~/server/net/fetch';
import { describeNetworkFailure } from '~/server/outbox/network-failure';
import { webhookStrings } from '~/shared/strings/webhooks';
import type { PauseReason } from '~/shared/webhooks/webhook';
import { bad, type Finding, good, warning } from './finding';

const TIMEOUT_MS = 10_000;

export async function checkMail(): Promise<Finding> {
  try {
    const { to, isFile, isUnverified } = await probeMail();
    if (isFile) return warning('Correo', `falta SMTP_URL: cada correo queda como un archivo en ${to}, y no sale`);
    const unverified = isUnverified ? '; por ser de esta máquina, su certificado no se comprueba' : '';
    return good('Correo', `sale por ${to}${unverified}`);
  } catch (error) {
    return bad('Correo', `no puede salir: ${describeMailFailure(error)}`);
  }
}

/** Sends OPTIONS, which starts no workflow. Any answer shows that the host is there. `call` is the fetch to use. */
export async function checkReachable(
  name: string,
  url: string | undefined,
  call: typeof fetch = fetchOperatorUrl,
): Promise<Finding> {
  if (!url) return good(name, 'no hay');
  const { host, origin, pathname, search } = new URL(url);
  try {
    const { status, body } = await call(`${origin}${pathname}${search}`, {
      method: 'OPTIONS',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body?.cancel();
    return good(name, `${host} responde (${status})`);
  } catch (error) {
    return bad(name, `${host}: ${describeNetworkFailure(error)}`);
  }
}

type Row = { url: string; host: string; pause: PauseReason | null; rests: 0 | 1 };

/** Whether the administrators' destinations are reachable; paused and resting ones are skipped. */
export async function* checkDestinations({ DATABASE_PATH }: Settings): AsyncGenerator<Finding> {
  const name = 'Destino';
  for (const { url, host, pause, rests } of readDestinations(DATABASE_PATH)) {
    if (rests) yield bad(name, `${host}: ${webhookStrings.rests.toLowerCase()}`);
    else if (pause === null) yield await checkReachable(name, url, fetchUserUrl);
    else yield (pause === 'failing' ? bad : good)(name, `${host}: ${webhookStrings.pauses[pause].toLowerCase()}`);
  }
}

/** Empty where the database is unreadable (another check reports it) or older than this program. */
function readDestinations(path: string): Row[] {
  if (!existsSync(path)) return [];
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(path, { readonly: true, timeout: 5000 });
    const select = `SELECT url, host, pause, id IN (SELECT id FROM resting_webhooks) AS rests
      FROM webhooks WHERE removed_at IS NULL AND from_settings = 0 ORDER BY id`;
    return db.prepare<[], Row>(select).all();
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    return [];
  } finally {
    db?.close();
  }
}
