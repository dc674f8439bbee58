import { json } from 'node:stream/consumers';
import { recordAudit } from '~/server/audit/audit';
import { closeDb, getDb, setBusyTimeout } from '~/server/database/connection';
import { getSettings } from '~/server/env';
import type { PersonAnswer, PersonOrder } from '~/server/leads/erasure/erase-person';
import type { Erasure as ErasureAnswer } from '~/shared/leads/erasure';
import { COPY_DAYS, findCopies } from '../backups/rotation';
import { countErased, type Erasure, erasePerson, previewErasure } from './erase';
import { findPersonData } from './export';

/** How long to wait for a write by the server. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Runs `export person` and `erase` for the server in a process of its own, because finding one person scans everything
 * stored. The order comes on standard input, which no process list shows; the answer goes to standard output.
 */
process.umask(0o077);
setBusyTimeout(LOCK_TIMEOUT_MS);
try {
  const order = (await json(process.stdin)) as PersonOrder;
  process.stdout.write(JSON.stringify(run(order) satisfies PersonAnswer));
} finally {
  closeDb();
}

class Changed extends Error {}

function run({ what, leadId, email, actor, also = {} }: PersonOrder): PersonAnswer {
  const { MAIL_DIR } = getSettings();
  const db = getDb();
  const whom = { email, lead: leadId };
  if (what === 'export') return { data: findPersonData(db, whom, MAIL_DIR) };
  if (what === 'foresee') return { erasure: toAnswer(previewErasure(db, { ...whom, mailDir: MAIL_DIR }), true) };
  const isStill = db.prepare<[number, string], { id: number }>(
    "SELECT id FROM leads WHERE id = ? AND coalesce(email, '') = ? AND deleted_at IS NULL",
  );
  try {
    const { erasure, isOverwritten } = erasePerson(db, { ...whom, also, mailDir: MAIL_DIR }, () => {
      if (!isStill.get(leadId, email)) throw new Changed();
      // Names the lead, nothing about the person.
      recordAudit({ type: 'person_erased', actor, to: `lead ${leadId}` });
    });
    return { erasure: toAnswer(erasure, isOverwritten) };
  } catch (error) {
    if (error instanceof Changed) return { erasure: null };
    throw error;
  }
}

function toAnswer(erasure: Erasure, is_overwritten: boolean): ErasureAnswer {
  const { DATABASE_PATH, BACKUP_DIR } = getSettings();
  return {
    erased: countErased(erasure),
    related: erasure.related,
    named_in: erasure.namedIn,
    has_account: erasure.hasAccount,
    is_agent: erasure.isAgent,
    copies: findCopies(DATABASE_PATH, BACKUP_DIR).length,
    copy_days: COPY_DAYS,
    is_overwritten,
  };
}
