import { type LeadOrigin, ORIGIN_FIELDS } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import {
  CHANGEABLE,
  type ChangedName,
  fieldOf,
  findField,
  isEmptyValue,
  LEAD_FIELD_NAMES,
  type LeadFieldName,
} from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { compactPhone } from '~/shared/phones/numbering';
import { importStrings } from '~/shared/strings/imports';
import type { Named } from '../same-person/compare-people';
import { type PersonKeys, personKeys } from '../same-person/contact-keys';
import { withoutKnown } from './known-text';

export type ImportedContent = Pick<Lead, ChangedName | 'source'> &
  LeadOrigin &
  PersonKeys & {
    created_at: string | null;
    /** Undefined: no column for it. Null: nobody has spoken with the person. */
    first_contacted_at?: string | null;
    /** For a won lead. Undefined: the file has no such column. Null: unknown. */
    won_at?: string | null | undefined;
    note: string | null;
    /** Fields with a default that the row itself does not state. */
    assumed: ('nombre' | 'pais' | 'estado' | 'source')[];
    /** The lead's id where it was exported from, which may be another database; else null. */
    exported_id: number | null;
  };

/**
 * How a row merges into its person's lead: fill missing contact data; fill every missing field and follow its status; or
 * overwrite.
 */
export type MergeMode = 'join' | 'fill' | 'overwrite';

const FIXED_FIELDS = LEAD_FIELD_NAMES.filter(
  (name): name is Exclude<LeadFieldName, ChangedName> => fieldOf(name).fixed === true,
);
/** Fields of an existing lead that only an import changes: where it came from, and when. */
export const IMPORT_ONLY_FIELDS = [...FIXED_FIELDS, ...ORIGIN_FIELDS];
export type ImportOnlyFields = Pick<Lead, (typeof IMPORT_ONLY_FIELDS)[number]>;

/** What a row changes of an existing lead, and the note it adds. */
export type RowUpdate = { changes: LeadChanges; facts: Partial<ImportOnlyFields>; note: string };

const MERGE_MODES: readonly MergeMode[] = ['join', 'fill', 'overwrite'];

/** Plans the merge. `known`: the lead's notes and former messages, which are not repeated. */
export function planRowUpdate(
  lead: Lead,
  content: ImportedContent,
  manner: MergeMode,
  known: readonly string[],
): RowUpdate {
  const isGiven = (name: keyof LeadChanges | keyof ImportOnlyFields) => {
    const isMissing = isEmptyValue(lead[name]);
    if (isEmptyValue(content[name]) || content[name] === lead[name]) return false;
    // A lead always has a status, so whoever updates leads would never change one.
    const replaces = manner === 'overwrite' || (manner === 'fill' && name === 'estado');
    return isMissing || (replaces && !isAssumed(name) && !isSame(name));
  };
  const isAssumed = (name: string) => content.assumed.some((one) => one === name);
  const isSame = (name: keyof LeadChanges | keyof ImportOnlyFields) =>
    (name === 'email' && isSameEmail(lead, content)) ||
    (name === 'whatsapp' && isSamePhone(lead, content)) ||
    (findField(name)?.kind === 'moment' && isSameMinute(String(lead[name]), String(content[name])));
  const isMergedBy = (name: keyof LeadChanges) =>
    MERGE_MODES.indexOf(fieldOf(name).merge ?? 'join') <= MERGE_MODES.indexOf(manner);
  const changes: LeadChanges = Object.fromEntries(
    CHANGEABLE.filter((name) => isMergedBy(name) && isGiven(name)).map((name) => [name, content[name]]),
  );
  // Closing a lead clears its next contact, unless the row states one.
  if (changes.estado && content.next_contact_on) changes.next_contact_on = content.next_contact_on;
  const after = { ...lead, ...changes };
  if (after.plan !== content.plan) delete changes.billing;
  if (after.next_contact_on !== content.next_contact_on) delete changes.next_contact_at;
  else if (changes.next_contact_on) changes.next_contact_at = content.next_contact_at;
  if (after.estado !== 'perdido') delete changes.lost_reason;
  const isOfAfter = (name: keyof ImportOnlyFields) => name !== 'won_at' || after.estado === 'ganado';
  const facts = manner === 'join' ? [] : IMPORT_ONLY_FIELDS.filter((name) => isGiven(name) && isOfAfter(name));
  const isOtherMessage =
    manner !== 'overwrite' && lead.mensaje !== null && content.mensaje !== null && content.mensaje !== lead.mensaje;
  const parts = [
    isOtherMessage ? content.mensaje : null,
    content.note,
    ...(manner === 'overwrite' ? [] : otherContacts(lead, content)),
  ];
  return {
    changes,
    facts: Object.fromEntries(facts.map((name) => [name, content[name]])),
    note: parts
      .map((part) => (part === null ? '' : withoutKnown(part, known)))
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** What a person is recognised by once a row is merged into their lead. */
export function keysAfter(lead: Named, row: Named, manner: MergeMode): Named {
  const [first, second] = manner === 'overwrite' ? [row, lead] : [lead, row];
  const { phone_key, whatsapp } = first.whatsapp === null && first.phone_key === null ? second : first;
  return {
    nombre: first.nombre || second.nombre,
    email_key: first.email_key ?? second.email_key,
    ...{ phone_key, whatsapp },
  };
}

export function isEmptyUpdate({ changes, facts, note }: RowUpdate): boolean {
  return note === '' && Object.keys(changes).length === 0 && Object.keys(facts).length === 0;
}

export function fieldsUpdated({ changes, facts, note }: RowUpdate): ImportField[] {
  const names = [...Object.keys(changes), ...Object.keys(facts), ...(note ? ['nota'] : [])].map(
    (name) => ({ owner_id: 'owner', next_contact_at: 'next_contact_on' })[name] ?? name,
  );
  return [...new Set(names)] as ImportField[];
}

/** Contacts of the row that differ from the lead's; they go into the note. */
function otherContacts(lead: Lead, content: ImportedContent): string[] {
  const { email, whatsapp } = content;
  const isOtherEmail = email !== '' && lead.email !== '' && !isSameEmail(lead, content);
  const isOtherPhone = whatsapp !== null && lead.whatsapp !== null && !isSamePhone(lead, content);
  return [
    ...(isOtherEmail ? [importStrings.otherEmail(email)] : []),
    ...(isOtherPhone ? [importStrings.otherPhone(whatsapp)] : []),
  ];
}

const MINUTE_MS = 60_000;

/** Spreadsheets round a moment, or show it without its seconds. */
function isSameMinute(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < MINUTE_MS;
}

function isSameEmail(lead: Lead, { email }: ImportedContent): boolean {
  return personKeys({ email }).email_key === personKeys({ email: lead.email }).email_key;
}

function isSamePhone(lead: Lead, { whatsapp, pais }: ImportedContent): boolean {
  const key = personKeys({ whatsapp, pais: pais ?? lead.pais }).phone_key;
  return key === null
    ? compactPhone(whatsapp ?? '') === compactPhone(lead.whatsapp ?? '')
    : key === personKeys(lead).phone_key;
}
