import { ENQUIRY_COUNTRIES } from '~/shared/enquiries/fields';
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

/** What waits for a decision, latest first. */
export function listSetAside(): SetAsideEnquiry[] {
  return selectSetAside()
    .all({ limit: MOST_SHOWN })
    .map((row) => ({
      id: row.id,
      reason: row.reason,
      remote_address: row.remote_address,
      received_at: row.received_at,
      fields: readableFields(row),
    }));
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
      whatsapp: telefono.slice(0, 32),
      pais: country ? countryName(country.code) : null,
      mensaje: mensaje.slice(0, 5000),
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
  return { nombre, email, pais, telefono, mensaje };
}
