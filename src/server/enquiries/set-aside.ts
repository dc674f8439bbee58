import { setImmediate as nextTurn } from 'node:timers/promises';
import { ENQUIRY_COUNTRIES, ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { countryName } from '~/shared/enquiries/schema';
import type { SetAsideEnquiry } from '~/shared/enquiries/set-aside';
import { fieldErrors } from '~/shared/field-errors';
import type { Lead } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { AppError } from '../app-error';
import { inTransaction } from '../db';
import { addLeadFromSetAside } from '../leads/leads';
import {
  countSetAside,
  type SetAsideRow,
  selectSetAside,
  selectSetAsideById,
  settleEnquiry,
} from './enquiry-queries';
import { readFields } from './submission';

const MOST_SHOWN = 200;
/** Machines send as much as they may, 64 kB each, and reading that takes 0.2 ms. */
const READ_AT_ONCE = 20;

/** What waits for a decision, latest first. */
export async function listSetAside(): Promise<SetAsideEnquiry[]> {
  const waiting: SetAsideEnquiry[] = [];
  for (const row of selectSetAside().all({ limit: MOST_SHOWN })) {
    const { id, reason, remote_address, received_at } = row;
    waiting.push({ id, reason, remote_address, received_at, fields: readableFields(row) });
    if (waiting.length % READ_AT_ONCE === 0) await nextTurn();
  }
  return waiting;
}

/** How many wait for a decision; stops counting at 200. */
export function countWaitingSetAside(): number {
  return countSetAside().get({ most: MOST_SHOWN })?.waiting ?? 0;
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
    const lead = addLeadFromSetAside(
      { ...parsed.data, pais: parsed.data.pais ?? null },
      { submissionId: row.submission_id, receivedAt: row.received_at },
      actorId,
    );
    settleEnquiry().run({ id, state: 'accepted', lead_id: lead.id });
    return lead;
  });
}

/** Puts an enquiry away for good; its text stays on record. Throws AppError `not_found`. */
export function discardSetAside(id: number): void {
  if (settleEnquiry().run({ id, state: 'discarded', lead_id: null }).changes === 0) {
    throw new AppError('not_found');
  }
}

function findSetAside(id: number): SetAsideRow {
  const row = selectSetAsideById().get({ id });
  if (!row) throw new AppError('not_found');
  return row;
}

function readableFields(row: SetAsideRow): SetAsideEnquiry['fields'] {
  let fields: Record<string, string> = {};
  try {
    fields = readFields(row.body, row.content_type);
  } catch {
    // Then there is nothing to show but where and when it came.
  }
  const { nombre = '', email = '', pais = '', telefono = '', mensaje = '' } = fields;
  // More could not be accepted.
  return { nombre, email, pais, telefono, mensaje: mensaje.slice(0, ENQUIRY_LIMITS.mensaje) };
}
