import { EMPTY_FIELDS } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');

/** A lead with the given fields. */
export function lead(id: number, change: Partial<Lead> = {}): Lead {
  return {
    ...EMPTY_FIELDS,
    id,
    nombre: `Persona ${id}`,
    email: `p${id}@x.example.com`,
    whatsapp_user_id: null,
    estado: 'nuevo',
    source: 'landing',
    created_at: new Date(NOW - (10_000 - id) * 60_000).toISOString(),
    first_contacted_at: null,
    awaiting_reply_since: null,
    won_at: null,
    import_id: null,
    greeting: null,
    phone_key: null,
    notes_count: 0,
    last_words: null,
    attempts: [],
    owner_name: null,
    tema: null,
    utm_source: null,
    utm_medium: null,
    utm_campaign: null,
    referrer: null,
    via: null,
    company_id: null,
    company_name: null,
    duplicates: 0,
    joined: 0,
    last_activity_at: new Date(NOW - (10_000 - id) * 60_000).toISOString(),
    as_of: 0,
    ...change,
  };
}
