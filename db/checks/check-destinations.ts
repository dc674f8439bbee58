import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { fetchTyped } from '~/server/net/fetch';
import { webhookStrings } from '~/shared/strings/webhooks';
import type { PauseReason } from '~/shared/webhooks/webhook';
import { checkReachable } from './check-reachable';
import type { Finding } from './run-checks';

type Row = { url: string; host: string; pause: PauseReason | null };

/** Whether the administrators' destinations are reachable; paused ones are skipped. */
export async function* checkDestinations(path: string): AsyncGenerator<Finding> {
  for (const { url, host, pause } of readDestinations(path)) {
    const name = 'Destino';
    if (pause === null) yield await checkReachable(name, url, fetchTyped);
    else
      yield {
        name,
        result: pause === 'failing' ? 'bad' : 'good',
        detail: `${host}: ${webhookStrings.pauses[pause].toLowerCase()}`,
      };
  }
}

/** Empty where the database is unreadable (another check reports it) or predates destinations. */
function readDestinations(path: string): Row[] {
  if (!existsSync(path)) return [];
  try {
    const db = new Sqlite(path, { readonly: true, timeout: 5000 });
    try {
      return db
        .prepare<[], Row>('SELECT url, host, pause FROM webhooks WHERE removed_at IS NULL ORDER BY id')
        .all();
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
    return [];
  }
}
