import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENQUIRY_COUNTRIES, ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { countryName } from '~/shared/enquiries/schema';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { fieldErrors } from '~/shared/field-errors';
import type { Lead } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { encodeCursor } from '~/shared/paging';
import { AppError } from '../app-error';
import { inTransaction } from '../database/connection';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { workInSlices } from '../database/slices';
import { addLeadFromSetAside, findLead } from '../leads/leads';
import { findPlace, wordsOf } from './same-words';
import {
  countSetAside,
  discardSome,
  restoreDiscarded,
  restoreSome,
  type SetAsideRow,
  selectLastEnquiryId,
  selectSetAside,
  selectSetAsideById,
  settleEnquiry,
} from './set-aside-queries';
import { readKeptFields } from './submission';

const MOST_COUNTED = 200;
const BEFORE_EVERYTHING = { created_at: '9999', id: 0 };
/** Machines send as much as they may, and reading that takes 0.2 ms each. */
const READ_AT_ONCE = 20;
const CHANGED_AT_ONCE = 20;

/** What waits for a decision, latest first, 50 at a time. */
export async function listSetAside(cursor?: string): Promise<SetAsidePage> {
  const { created_at, id } = cursor ? decodeCursor(cursor) : BEFORE_EVERYTHING;
  // First: what comes while the page is read is not on it, and behind this number.
  const until = selectLastEnquiryId().get()?.id ?? 0;
  const found = selectSetAside().all({ received_at: created_at, id, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, ({ id, received_at }) =>
    encodeCursor({ created_at: received_at, id }),
  );
  const enquiries: SetAsideEnquiry[] = [];
  for (const row of rows) {
    const { id, reason, remote_address, received_at } = row;
    enquiries.push({ id, reason, remote_address, received_at, fields: readableFields(row) });
    if (enquiries.length % READ_AT_ONCE === 0) await nextTurn();
  }
  return { enquiries, next_cursor, until };
}

/** How many wait for a decision; stops counting at 200. */
export function countWaitingSetAside(): number {
  return countSetAside().get({ most: MOST_COUNTED })?.waiting ?? 0;
}

/**
 * Makes the lead that the enquiry would have made, with the time at which it arrived.
 * @throws {AppError} `not_found` where it was settled already; `invalid` where it holds no name or no email.
 */
export function acceptSetAside(id: number, actorId: string): Lead {
  return inTransaction(() => {
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
    const { submissionId, leadId } = findPlace(row.submission_id, wordsOf(readKeptFields(row)));
    const lead =
      leadId !== null
        ? findLead(leadId)
        : addLeadFromSetAside(
            { ...parsed.data, pais: parsed.data.pais ?? null },
            { submissionId, receivedAt: row.received_at },
            actorId,
          );
    settleEnquiry().run({ id, state: 'accepted', lead_id: lead.id });
    return lead;
  });
}

/** Puts an enquiry away; for 90 days after it came it can be brought back. Throws AppError `not_found`. */
export function discardSetAside(id: number): void {
  if (settleEnquiry().run({ id, state: 'discarded', lead_id: null }).changes === 0) {
    throw new AppError('not_found');
  }
}

/** Has a discarded enquiry wait again. Throws AppError `not_found` for what is not discarded. */
export function restoreSetAside(id: number): void {
  if (restoreDiscarded().run({ id }).changes === 0) throw new AppError('not_found');
}

/**
 * Discards, in slices, all that had come up to the enquiry `until` and waits. Returns how many that were, and by what
 * name `undoDiscardAll` takes it back.
 */
export async function discardAllSetAside(until: number): Promise<{ discarded: number; undo: string }> {
  const undo = crypto.randomUUID();
  const change = { until, press: undo, limit: CHANGED_AT_ONCE };
  const discarded = await workInSlices(() => discardSome().run(change).changes);
  return { discarded, undo };
}

/** Has what that call discarded, and is discarded still, wait again. Returns how many that were. */
export function undoDiscardAll(undo: string): Promise<number> {
  return workInSlices(() => restoreSome().run({ press: undo, limit: CHANGED_AT_ONCE }).changes);
}

function findSetAside(id: number): SetAsideRow {
  const row = selectSetAsideById().get({ id });
  if (!row) throw new AppError('not_found');
  return row;
}

function readableFields(row: SetAsideRow): SetAsideEnquiry['fields'] {
  const { nombre = '', email = '', pais = '', telefono = '', mensaje = '' } = readKeptFields(row);
  // More could not be accepted.
  return { nombre, email, pais, telefono, mensaje: mensaje.slice(0, ENQUIRY_LIMITS.mensaje) };
}
