import { ENQUIRY_COUNTRIES, ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { countryName } from '~/shared/enquiries/schema';
import { fieldErrors } from '~/shared/errors';
import type { Lead } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { removeInSlices, workInSlices } from '../database/slices';
import { addLeadFromSetAside } from '../leads/create-lead';
import { findLead } from '../leads/leads';
import { resolveSubmission, wordsOf } from './same-words';
import { readableFields, SET_ASIDE, type SetAsideRow } from './set-aside-list';
import { readKeptFields, readOrigin } from './submission';

const ROWS_PER_STEP = 20;
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

/** Settles a submission that was set aside. Works once: a second person's update matches no row. */
const settleEnquiry = query<[{ id: number; state: 'accepted' | 'discarded'; lead_id: number | null }]>(
  "UPDATE enquiries SET state = :state, lead_id = :lead_id WHERE id = :id AND state = 'set_aside'",
);

/**
 * Makes the lead of an enquiry that was set aside, dated at its arrival.
 * @throws {AppError} `not_found` if it was settled already; `invalid` if it has no name, or neither an email nor a
 * number.
 */
export function acceptSetAside(id: number, actorId: string): Promise<Lead> {
  return inSharedTransaction(() => {
    const row = findSetAside(id);
    const { nombre, email, pais, telefono, mensaje } = readableFields(row);
    const country = ENQUIRY_COUNTRIES.find(({ code }) => code === pais);
    const parsed = createLeadSchema.safeParse({
      nombre,
      email,
      whatsapp: telefono.slice(0, ENQUIRY_LIMITS.telefono),
      pais: country ? countryName(country.code) : null,
      mensaje,
    });
    if (!parsed.success) {
      const fields = fieldErrors(parsed.error);
      const [message] = Object.values(fields);
      throw new AppError('invalid', { fields, ...(message && { message }) });
    }
    const sent = readKeptFields(row);
    const { submissionId, leadId } = resolveSubmission(row.submission_id, wordsOf(sent));
    const lead =
      leadId !== null
        ? findLead(leadId)
        : addLeadFromSetAside(
            { ...parsed.data, pais: parsed.data.pais ?? null, ...readOrigin(sent, row.campaign) },
            { submissionId, receivedAt: row.received_at },
            actorId,
          );
    settleEnquiry().run({ id, state: 'accepted', lead_id: lead.id });
    return lead;
  });
}

/** Discards an enquiry; it can be restored until 90 days after its arrival. Throws AppError `not_found`. */
export function discardSetAside(id: number, actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const { changes } = settleEnquiry().run({ id, state: 'discarded', lead_id: null });
    if (changes === 0) throw new AppError('not_found');
    recordAudit({ type: 'enquiry_discarded', actor, to: `#${id}` });
  });
}

const restoreDiscarded = query<[{ id: number }]>(
  "UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id = :id AND state = 'discarded'",
);

/** Restores a discarded enquiry. Throws AppError `not_found` if it is not discarded. */
export function restoreSetAside(id: number): Promise<void> {
  return inSharedTransaction(() => {
    if (restoreDiscarded().run({ id }).changes === 0) throw new AppError('not_found');
  });
}

/** Discards some waiting submissions up to an id. The plus sign steers SQLite to the index of waiting ones. */
const discardBatch = query<[{ until: number; discard_batch: string; limit: number }]>(
  `UPDATE enquiries SET state = 'discarded', discarded_in = :discard_batch WHERE id IN (
     SELECT id FROM enquiries WHERE state = 'set_aside' AND +id <= :until ORDER BY received_at LIMIT :limit
   )`,
);

/** Discards all waiting enquiries up to the id `until`, in slices. Returns how many, and `undoDiscardAll`'s id. */
export async function discardAllSetAside(until: number, actor: Actor): Promise<{ discarded: number; undo: string }> {
  const undo = crypto.randomUUID();
  const change = { until, discard_batch: undo, limit: ROWS_PER_STEP };
  const discarded = await workInSlices(() => discardBatch().run(change).changes);
  await inSharedTransaction(() => recordAudit({ type: 'enquiries_discarded', actor, to: String(discarded) }));
  return { discarded, undo };
}

/** Restores some of what one batch discarded. */
const restoreBatch = query<[{ discard_batch: string; limit: number }]>(
  `UPDATE enquiries SET state = 'set_aside', discarded_in = NULL WHERE id IN (
     SELECT id FROM enquiries WHERE discarded_in = :discard_batch LIMIT :limit
   )`,
);

/** Restores what that call discarded and is still discarded; returns how many. */
export function undoDiscardAll(undo: string): Promise<number> {
  return workInSlices(() => restoreBatch().run({ discard_batch: undo, limit: ROWS_PER_STEP }).changes);
}

const selectSetAsideById = query<[{ id: number }], SetAsideRow>(`${SET_ASIDE} WHERE id = :id AND state = 'set_aside'`);

function findSetAside(id: number): SetAsideRow {
  return requireFound(selectSetAsideById().get({ id }));
}

/** Submissions that made no lead. */
const deleteWithoutLeadBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM enquiries WHERE id IN (
     SELECT id FROM enquiries WHERE state IN ('repeated', 'set_aside', 'invalid', 'discarded') AND received_at < :before
     ORDER BY received_at LIMIT :limit
   )`,
);

/** Removes submissions that made no lead 90 days after arrival; returns how many. */
export function removeOldEnquiries(): Promise<number> {
  return removeInSlices(deleteWithoutLeadBefore, {
    before: new Date(Date.now() - RETENTION_MS).toISOString(),
  });
}
