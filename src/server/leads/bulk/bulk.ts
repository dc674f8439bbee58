import { createHash } from 'node:crypto';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { BulkAnswer, BulkChange, BulkInput, BulkUndoAnswer } from '~/shared/leads/bulk';
import { toQuery } from '~/shared/leads/filter-params';
import { resolveFilters } from '~/shared/leads/filters';
import { bulkErrors } from '~/shared/strings/lead/errors';
import { AppError } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import type { Press } from '../../creations/creations';
import { inSharedTransaction } from '../../database/group-commit';
import { workInSlices } from '../../database/slices';
import { announceWins } from '../../notices/lead-notices';
import { selectMoment, selectTouch, selectTouchByOthers } from '../history/event-queries';
import { lastEventId } from '../history/events';
import { selectLead } from '../lead-queries';
import { changeLeadNow, restartTimerIfUntouched } from '../leads';
import { countListed } from '../list/lead-counts';
import { requireColleague } from '../owners/owners';
import { flushWords } from '../search/due-words';
import { findHighestId } from '../search/search';
import { moveLeadToTrashNow, restoreLeadNow, TRASH_DAYS } from '../trash';
import {
  type BulkAct,
  deleteAct,
  deleteChange,
  deleteSomeChanges,
  insertAct,
  insertChange,
  selectAct,
  selectActById,
  selectChanges,
  selectDeletion,
  selectOldAct,
  selectWon,
  updateAct,
} from './bulk-queries';
import { makeReader, type Target } from './read-batch';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a change can be undone. A bulk deletion lasts as long as the trash keeps its leads. */
const KEPT_MS = DAY_MS;
const DELETION_KEPT_MS = TRASH_DAYS * DAY_MS;
/** Deleting more than this needs re-authentication and is audited. */
const MOST_DELETED = 50;
/** A call stops after this many leads or this long, so that the caller can show progress and cancel. */
const MOST_A_CALL = 250;
const LONGEST_CALL_MS = 1000;
const MOST_NAMED = 10;
/** The most that one message about wins names. */
const MOST_TOLD = 20;
const UNDONE_AT_ONCE = 5;
const REMOVED_AT_ONCE = 50;

/** Value of each changed field, before and after. */
type Changed = Record<string, readonly [before: unknown, after: unknown]>;

/**
 * Changes many leads in slices. Repeating the press resumes where the last call stopped; each answer sums up all calls
 * so far. Leads that refuse the change, were changed by others since `as_of`, or are gone are skipped. Unowned leads
 * stay unowned: a bulk status change claims none. Large deletions are audited. `hidesMessages`: a search finds nobody by
 * what was written by WhatsApp.
 * @throws {AppError} `invalid`; `already_made` if the same press changed something else.
 */
export async function changeInBulk(
  input: BulkInput,
  asked: Press,
  actor: Actor,
  { hidesMessages = false } = {},
): Promise<BulkAnswer> {
  const { userId, key } = asked;
  if (!input.ids && key === null) throw new AppError('invalid', { message: bulkErrors.keyMissing });
  if (input.change.owner_id) requireColleague(input.change.owner_id);
  const press = { user_id: userId, key: key ?? crypto.randomUUID() };
  const target: Target = input.ids
    ? { ids: [...new Set(input.ids)] }
    : { filters: resolveFilters(input.filter ?? {}, userId), hidesMessages };
  const deleted = await countManyDeleted(input, asked, { hidesMessages });
  await inSharedTransaction(() => begin(press, input, deleted, actor));
  if (!input.ids) await flushWords();
  const read = makeReader(target);
  const left: number[] = [];
  const skip = (id: number) => left.length < MOST_NAMED && left.push(id);
  await workInSlices(
    upTo(input.ids ? Number.POSITIVE_INFINITY : MOST_A_CALL, () => goOn(press, read, input.change, skip)),
  );
  const { changed, skipped, state } = findAct(press);
  return { changed, skipped, left: left.flatMap(nameOf), undo: press.key, done: state !== 'doing' };
}

/** How many leads this press starts to delete if more than 50; otherwise, or if it only resumes, 0. */
export async function countManyDeleted(
  { ids, filter, change }: BulkInput,
  { userId, key }: Press,
  { hidesMessages = false } = {},
): Promise<number> {
  if (!change.deleted || (key !== null && selectAct().get({ user_id: userId, key }))) return 0;
  const count = ids
    ? new Set(ids).size
    : await countListed(resolveFilters(filter ?? {}, userId), { hidesMessages });
  return count > MOST_DELETED ? count : 0;
}

function nameOf(id: number): { id: number; nombre: string }[] {
  const lead = selectLead().get({ id });
  return lead ? [{ id, nombre: lead.nombre }] : [];
}

/** Wraps a slice's step so that it stops once its call has done enough. A `step` returns 0 when nothing is left. */
function upTo(most: number, step: () => number): () => number {
  const startedAt = performance.now();
  let done = 0;
  return () => {
    const isLong = most < Number.POSITIVE_INFINITY && performance.now() - startedAt > LONGEST_CALL_MS;
    if (done >= most || isLong) return 0;
    const did = step();
    done += did;
    return did;
  };
}

function begin(
  press: { user_id: string; key: string },
  { ids, filter, change, as_of }: BulkInput,
  deleted: number,
  actor: Actor,
): void {
  const input_hash = createHash('sha256').update(JSON.stringify({ ids, filter, change, as_of })).digest();
  const before = selectAct().get(press);
  if (before && !before.input_hash.equals(input_hash)) throw new AppError('already_made');
  if (before) return;
  const last = lastEventId();
  const query = toQuery({ ...filter, tz: undefined });
  const to = [deleted, query].filter(Boolean).join(' · ');
  insertAct().run({
    ...press,
    input_hash,
    as_of: Math.min(as_of ?? last, last),
    position: ids ? 0 : findHighestId() + 1,
    created_at: new Date().toISOString(),
    audit_id: deleted > 0 ? recordAudit({ type: 'leads_deleted', actor, to }) : null,
  });
}

function goOn(
  press: { user_id: string; key: string },
  read: ReturnType<typeof makeReader>,
  change: BulkChange,
  skip: (id: number) => void,
): number {
  const act = findAct(press);
  if (act.state !== 'doing') return 0;
  const batch = read(act);
  let changed = 0;
  for (const id of batch.ids) {
    if (changeOne(act, id, change)) changed++;
    else skip(id);
  }
  updateAct().run({
    ...act,
    position: batch.position,
    state: batch.isLast ? 'done' : 'doing',
    changed: act.changed + changed,
    skipped: act.skipped + batch.ids.length - changed,
  });
  if (batch.isLast && change.estado === 'ganado') tellWonBy(act);
  return batch.isLast ? 0 : Math.max(1, batch.ids.length);
}

/** One message for all wins, sent once the last is in. */
function tellWonBy({ id, user_id }: BulkAct): void {
  const won = selectWon().all({ act_id: id });
  const leads = won.slice(0, MOST_TOLD).map(({ lead_id }) => lead_id);
  if (won.length > 0) announceWins(leads, user_id, won.length);
}

/** Returns false if the lead was skipped. */
function changeOne(
  { id: act_id, user_id, as_of }: BulkAct,
  lead_id: number,
  { deleted, ...fields }: BulkChange,
): boolean {
  const names = JSON.stringify(Object.keys(fields));
  if (selectTouchByOthers().get({ lead_id, after: as_of, fields: names, user_id })) return false;
  return succeeds(() => {
    const done = deleted
      ? { event_id: moveLeadToTrashNow(lead_id, user_id), fields: {} }
      : changeFields(lead_id, fields, user_id);
    if (!done) return false;
    insertChange().run({ act_id, lead_id, event_id: done.event_id, fields: JSON.stringify(done.fields) });
    return true;
  });
}

function changeFields(id: number, fields: Omit<BulkChange, 'deleted'>, userId: string) {
  const { before, saved, changed } = changeLeadNow(id, fields, userId, { takes: false });
  if (changed.length === 0) return null;
  const values: Changed = Object.fromEntries(changed.map((name) => [name, [before[name], saved[name]]]));
  return { event_id: saved.as_of, fields: values };
}

/**
 * Undoes in slices what a press of this user changed, cancelling it if it still runs. Administrators can undo anybody's
 * bulk deletion. Leads changed since are kept as they are. Repeating the call resumes it.
 * @throws {AppError} `not_found` if it is too old or was never made.
 */
export async function undoInBulk(key: string, user: SessionUser, actor: Actor): Promise<BulkUndoAnswer> {
  const { id } = await inSharedTransaction(() => {
    const act = findUndoable(key.toLowerCase(), user);
    if (act.state !== 'doing' && act.state !== 'done') return act;
    updateAct().run({ ...act, state: 'undoing' });
    return act;
  });
  await workInSlices(upTo(MOST_A_CALL, () => undoSome(id, actor)));
  const { restored, kept, state } = requireAct(selectActById().get({ id }));
  return { restored, kept, done: state === 'undone' };
}

function findUndoable(key: string, user: SessionUser): BulkAct {
  const own = selectAct().get({ user_id: user.id, key });
  return requireAct(own ?? (isAdmin(user) ? selectDeletion().get({ key }) : undefined));
}

function undoSome(id: number, actor: Actor): number {
  const act = requireAct(selectActById().get({ id }));
  if (act.state !== 'undoing') return 0;
  const changes = selectChanges().all({ act_id: act.id, limit: UNDONE_AT_ONCE });
  let restored = 0;
  for (const { lead_id, event_id, fields } of changes) {
    if (undoOne(lead_id, event_id, JSON.parse(fields), actor.id)) restored++;
    deleteChange().run({ act_id: act.id, lead_id });
  }
  updateAct().run({
    ...act,
    state: changes.length > 0 ? 'undoing' : 'undone',
    restored: act.restored + restored,
    kept: act.kept + changes.length - restored,
  });
  // Audited only now: some leads may have been purged or restored one by one meanwhile.
  if (changes.length === 0 && act.audit_id !== null)
    recordAudit({ type: 'leads_undeleted', actor, to: String(act.restored) });
  return changes.length;
}

/** Returns false if the lead was kept as it is. */
function undoOne(lead_id: number, after: number, fields: Changed, userId: string): boolean {
  const names = Object.keys(fields);
  if (selectTouch().get({ lead_id, after, fields: JSON.stringify(names) })) return false;
  return succeeds(() => {
    if (names.length === 0) {
      restoreLeadNow(lead_id, userId);
      return true;
    }
    const pick = (index: 0 | 1) => Object.fromEntries(names.map((name) => [name, fields[name]?.[index]]));
    const { before, saved } = changeLeadNow(lead_id, { ...pick(0), previous: pick(1) }, userId, {
      undoes: selectMoment().get({ id: after })?.created_at,
    });
    restartTimerIfUntouched(before, saved);
    return true;
  });
}

/** One lead's refusal does not stop the others: it throws before anything is written. */
function succeeds(work: () => boolean): boolean {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function findAct(press: { user_id: string; key: string }): BulkAct {
  return requireAct(selectAct().get(press));
}

function requireAct(act: BulkAct | undefined): BulkAct {
  const kept = act?.audit_id == null ? KEPT_MS : DELETION_KEPT_MS;
  if (!act || Date.parse(act.created_at) < Date.now() - kept)
    throw new AppError('not_found', { message: bulkErrors.undoGone });
  return act;
}

/** Removes acts that can no longer be undone. Returns how many acts and changes went. */
export function removeOldActs(now = Date.now()): Promise<number> {
  const before = new Date(now - KEPT_MS).toISOString();
  const deleted_before = new Date(now - DELETION_KEPT_MS).toISOString();
  return workInSlices(() => {
    const act = selectOldAct().get({ before, deleted_before });
    if (!act) return 0;
    const { changes } = deleteSomeChanges().run({ act_id: act.id, limit: REMOVED_AT_ONCE });
    return changes || deleteAct().run({ id: act.id }).changes;
  });
}
