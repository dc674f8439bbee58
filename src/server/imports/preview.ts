import type { ImportPreview } from '~/shared/imports/import';
import { whatsappDigits } from '~/shared/leads/contact-links';
import type { Lead } from '~/shared/leads/lead';
import { fieldsUpdated, type ImportedContent, type MergeMode, type RowUpdate } from '../leads/imports/row-update';
import { personKeys } from '../leads/same-person/contact-keys';

type Staff = ReadonlyMap<string, string>;

/** The lead that a row will create. */
export function previewNew(row: number, content: ImportedContent, staff: Staff): ImportPreview {
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
export function previewUpdate(
  row: number,
  lead: Lead,
  addition: RowUpdate,
  manner: MergeMode,
  staff: Staff,
): ImportPreview {
  const after = { ...lead, ...addition.changes, ...addition.facts } as Lead;
  return {
    row,
    becomes: manner === 'join' ? 'join' : 'update',
    lead_id: lead.id,
    ...describe(after, staff),
    note: addition.note || null,
    changed: fieldsUpdated(addition),
  };
}

/** Fields shown as stored. */
const PREVIEW_FIELDS = [
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
type Described = Pick<ImportPreview, (typeof PREVIEW_FIELDS)[number]>;

function describe(lead: Described & Pick<Lead, 'owner_id'>, staff: Staff) {
  const digits = whatsappDigits(personKeys(lead).phone_key);
  return {
    ...(Object.fromEntries(PREVIEW_FIELDS.map((name) => [name, lead[name]])) as Described),
    link: digits && `https://wa.me/${digits}`,
    owner_name: (lead.owner_id && staff.get(lead.owner_id)) ?? null,
  };
}
