import type { Enquiry } from '~/shared/enquiries/schema';
import { countryName } from '~/shared/enquiries/schema';
import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { CreateLead, LeadFilters, UpdateLead } from '~/shared/leads/schema';
import { AppError } from '../app-error';
import { inTransaction } from '../db';
import { enqueueLeadWebhook } from '../outbox/lead-webhook';
import { emailKey, phoneKey } from './contact-keys';
import { decodeCursor, encodeCursor } from './cursor';
import {
  insertLead,
  insertLeadEvent,
  selectCounters,
  selectLead,
  selectLeadIdBySubmission,
  selectLeads,
  updateLead,
} from './lead-queries';

const PAGE_SIZE = 50;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The newest leads that match the filters, 50 at a time; `next_cursor` is null on the last page. */
export function listLeads(
  filters: LeadFilters,
  cursor?: string,
): { leads: Lead[]; next_cursor: string | null } {
  const after = cursor ? decodeCursor(cursor) : undefined;
  const found = selectLeads(filters, PAGE_SIZE + 1, after);
  const leads = found.slice(0, PAGE_SIZE);
  const last = leads.at(-1);
  return { leads, next_cursor: found.length > PAGE_SIZE && last ? encodeCursor(last) : null };
}

/** The six counters of the panel. */
export function countLeads(): LeadCounters {
  const counters = selectCounters().get({ since: new Date(Date.now() - WEEK_MS).toISOString() });
  if (!counters) throw new Error('lead_counters is empty');
  return counters;
}

/** @throws {AppError} `not_found` where no such lead stands. */
export function findLead(id: number): Lead {
  const lead = selectLead().get({ id });
  if (!lead) throw new AppError('not_found');
  return lead;
}

/** Makes a lead by hand, with its first event and its webhook, in one transaction. */
export function createLead(input: CreateLead, actorId: string): Lead {
  return inTransaction(() =>
    addLead(
      {
        ...input,
        pais: input.pais ?? null,
        client_type: input.client_type ?? null,
        source: 'crm_manual',
        submission_id: null,
      },
      actorId,
    ),
  );
}

/**
 * The lead that a website enquiry makes; runs inside the caller's transaction. The same submission_id is the same
 * lead: `isNew` tells whether this call made it.
 */
export function addLeadFromEnquiry(
  enquiry: Enquiry,
  submissionId: string,
): { leadId: number; isNew: boolean } {
  const existing = selectLeadIdBySubmission().get({ submission_id: submissionId });
  if (existing) return { leadId: existing.id, isNew: false };
  const lead = addLead(
    {
      nombre: enquiry.nombre,
      email: enquiry.email,
      whatsapp: enquiry.telefono,
      pais: countryName(enquiry.pais),
      client_type: null,
      mensaje: enquiry.mensaje,
      empresa: null,
      source: 'landing',
      submission_id: submissionId,
    },
    null,
  );
  return { leadId: lead.id, isNew: true };
}

type LeadContent = Pick<
  Lead,
  'nombre' | 'email' | 'whatsapp' | 'pais' | 'client_type' | 'mensaje' | 'empresa' | 'source'
> & { submission_id: string | null };

function addLead(content: LeadContent, actorId: string | null): Lead {
  const now = new Date().toISOString();
  const lead = insertLead().get({
    ...content,
    created_at: now,
    email_key: emailKey(content.email),
    phone_key: phoneKey(content.whatsapp, content.pais),
  });
  if (!lead) throw new Error('insert returned no row');
  recordEvent(lead.id, actorId, { type: 'created', field: null, from: null, to: content.source }, now);
  enqueueLeadWebhook(lead, content.submission_id);
  return lead;
}

/**
 * Changes the given fields and records each that differs. The first change away from `nuevo` sets
 * first_contacted_at, once. Throws AppError `not_found`.
 */
export function changeLead(id: number, changes: UpdateLead, actorId: string): Lead {
  return inTransaction(() => {
    const before = findLead(id);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: Lead = { ...before, ...given };
    const now = new Date().toISOString();
    if (before.estado === 'nuevo' && after.estado !== 'nuevo') after.first_contacted_at ??= now;
    const { source, created_at, notes_count, ...fields } = after;
    const saved = updateLead().get({
      ...fields,
      email_key: emailKey(after.email),
      phone_key: phoneKey(after.whatsapp, after.pais),
    });
    if (!saved) throw new AppError('not_found');
    for (const field of Object.keys(given) as (keyof UpdateLead)[]) {
      if (before[field] === saved[field]) continue;
      recordEvent(id, actorId, { type: 'changed', field, from: before[field], to: saved[field] }, now);
    }
    return saved;
  });
}

type Happening = {
  type: 'created' | 'changed';
  field: string | null;
  from: string | null;
  to: string | null;
};

function recordEvent(leadId: number, actorId: string | null, event: Happening, at: string): void {
  insertLeadEvent().run({
    lead_id: leadId,
    actor_id: actorId,
    type: event.type,
    field: event.field,
    from_value: event.from,
    to_value: event.to,
    created_at: at,
  });
}
