import type { ImportPreview } from '~/shared/imports/import';
import { whatsappDigits } from '~/shared/leads/contact-links';
import type { Lead } from '~/shared/leads/lead';
import { type Addition, fieldsGiven, type ImportedContent, type Manner } from '../leads/imports/merge';
import { personKeys } from '../leads/person/contact-keys';

type Staff = ReadonlyMap<string, string>;

/** The lead that a row will create. */
export function describeNew(row: number, content: ImportedContent, staff: Staff): ImportPreview {
  const created_at = content.created_at ?? new Date().toISOString();
  const { note } = content;
  return {
    row,
    becomes: 'create',
    lead_id: null,
    ...describe({ ...content, created_at }, staff),
    note,
    changed: [],
  };
}

/** The existing lead as a row will leave it. */
export function describeAdded(
  row: number,
  lead: Lead,
  addition: Addition,
  manner: Manner,
  staff: Staff,
): ImportPreview {
  const after = { ...lead, ...addition.changes, ...addition.facts } as Lead;
  return {
    row,
    becomes: manner === 'join' ? 'join' : 'update',
    lead_id: lead.id,
    ...describe(after, staff),
    note: addition.note || null,
    changed: fieldsGiven(addition),
  };
}

/** Fields shown as stored. */
const SHOWN = [
  'nombre',
  'email',
  'whatsapp',
  'pais',
  'client_type',
  'empresa',
  'estado',
  'plan',
  'source',
  'created_at',
  'next_contact_on',
] as const;
type Described = Pick<ImportPreview, (typeof SHOWN)[number]>;

function describe(lead: Described & Pick<Lead, 'owner_id'>, staff: Staff) {
  const digits = whatsappDigits(personKeys(lead).phone_key);
  return {
    ...(Object.fromEntries(SHOWN.map((name) => [name, lead[name]])) as Described),
    link: digits && `https://wa.me/${digits}`,
    owner_name: (lead.owner_id && staff.get(lead.owner_id)) ?? null,
  };
}
