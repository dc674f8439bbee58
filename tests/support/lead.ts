import type { Lead } from '~/shared/leads/lead';

const NOW = Date.parse('2026-05-10T12:00:00.000Z');

/** A lead with the given fields. */
export function lead(id: number, change: Partial<Lead> = {}): Lead {
  return {
    id,
    nombre: `Persona ${id}`,
    email: `p${id}@x.example.com`,
    whatsapp: null,
    whatsapp_user_id: null,
    pais: null,
    estado: 'nuevo',
    client_type: null,
    source: 'landing',
    mensaje: null,
    empresa: null,
    created_at: new Date(NOW - (10_000 - id) * 60_000).toISOString(),
    first_contacted_at: null,
    awaiting_reply_since: null,
    won_at: null,
    import_id: null,
    greeting: null,
    phone_key: null,
    notes_count: 0,
    attempts: [],
    owner_id: null,
    owner_name: null,
    next_contact_on: null,
    next_contact_at: null,
    plan: null,
    billing: null,
    lost_reason: null,
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
