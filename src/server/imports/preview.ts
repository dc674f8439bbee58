import { type ImportPreview, PREVIEW_FIELDS } from '~/shared/imports/import';
import { whatsappDigits } from '~/shared/leads/contact-links';
import { type Lead, pick } from '~/shared/leads/lead';
import { fieldsUpdated, type ImportedContent, type MergeMode, type RowUpdate } from '../leads/imports/row-update';
import { personKeys } from '../leads/same-person/contact-keys';

type Staff = ReadonlyMap<string, string>;

/** The lead that a row will create. */
export function previewNew(row: number, content: ImportedContent, staff: Staff): ImportPreview {
  const lead = { ...content, created_at: content.created_at ?? new Date().toISOString() };
  return {
    row,
    becomes: 'create',
    lead_id: null,
    ...describe(lead, staff),
    note: content.note,
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
  return {
    row,
    becomes: manner === 'join' ? 'join' : 'update',
    lead_id: lead.id,
    ...describe({ ...lead, ...addition.changes, ...addition.facts } as Lead, staff),
    note: addition.note || null,
    changed: fieldsUpdated(addition),
  };
}

function describe(lead: Pick<Lead, (typeof PREVIEW_FIELDS)[number] | 'owner_id'>, staff: Staff) {
  const digits = whatsappDigits(personKeys(lead).phone_key);
  return {
    ...pick(lead, PREVIEW_FIELDS),
    link: digits && `https://wa.me/${digits}`,
    owner_name: (lead.owner_id && staff.get(lead.owner_id)) ?? null,
  };
}
