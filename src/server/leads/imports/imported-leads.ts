import { CHANGEABLE } from '~/shared/leads/fields';
import { type Lead, pick } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { exportFile } from '~/shared/strings/panel/export';
import { query } from '../../database/connection';
import { selectBeside } from '../export/export-rows';
import { inOrder, lastEventId, recordEvent, recordEvents } from '../history/events';
import { bindColumn, hideLead } from '../lead-queries';
import { enqueueLeadCreated, enqueueLeadDeleted } from '../lead-webhook';
import { changeLeadInTransaction, findLead, lookUpFollowing } from '../leads';
import { claimMessages } from '../messages/unclaimed';
import { addNotesInTransaction, selectNote, withdrawNoteInTransaction } from '../notes/notes';
import { canOwnLeads, chooseOwner, moveToEndOfRotation } from '../owners/owners';
import type { PersonKeys } from '../same-person/contact-keys';
import {
  IMPORT_ONLY_FIELDS,
  type ImportedContent,
  type ImportOnlyFields,
  isEmptyUpdate,
  type MergeMode,
  planRowUpdate,
  type RowUpdate,
} from './row-update';

type Import = {
  id: number;
  actorId: string;
  /** Whether the leads are announced, assigned and counted as new enquiries. */
  notify: boolean;
};

/** Between which events are those that an import left on a lead, and what it gave to an existing one. */
export type ImportTrace = { first: number; last: number; given: Given };
type GivenFields = Partial<Record<(typeof IMPORTABLE_FIELDS)[number], [from: Lead[keyof Lead], to: Lead[keyof Lead]]>>;
/** Former and new value of each field, and ids of the notes added. */
export type Given = { fields: GivenFields; notes: number[] };

const IMPORTABLE_FIELDS = [...CHANGEABLE, ...IMPORT_ONLY_FIELDS] as const;

const MAX_NOTE_LENGTH = 5000;

const COLUMNS = [
  ...IMPORTABLE_FIELDS,
  ...(['last_activity_at', 'email_key', 'phone_key', 'import_id'] as const),
] as const;

type ImportedLead = Pick<Lead, Exclude<(typeof COLUMNS)[number], 'email_key' | 'import_id'>> &
  Pick<PersonKeys, 'email_key'> & { import_id: number };

/** Inserts many leads by one statement, because the full-text indexes flush to disk once per statement. */
const insertImportedLeads = query<[{ leads: string }], { id: number }>(
  `INSERT INTO leads (${COLUMNS.join(', ')})
   SELECT ${COLUMNS.map((name) => bindColumn(name, `value ->> '${name}'`)).join(', ')}
   FROM json_each(:leads)
   RETURNING id`,
);

/**
 * Creates leads from imported rows, with notes and first events, in the caller's transaction. Unless `notify`, they
 * skip the rotation, the wait for a first contact and the webhooks: they may have been worked for years. The rotation
 * depends on who got the last lead, so leads with `notify` must come one per call.
 */
export function addImportedLeads(
  contents: readonly ImportedContent[],
  { id: import_id, actorId, notify }: Import,
): ({ id: number } & ImportTrace)[] {
  const now = new Date().toISOString();
  const start = lastEventId();
  const rows = contents.map(
    ({
      note,
      assumed: _,
      exported_id: __,
      created_at,
      first_contacted_at,
      won_at = created_at,
      owner_id,
      ...content
    }) => {
      const owner = notify && owner_id === null ? chooseOwner(content, null) : null;
      const createdAt = created_at ?? now;
      const isWaiting = content.estado === 'nuevo' && (notify || first_contacted_at === null);
      const lead: ImportedLead = {
        ...content,
        created_at: createdAt,
        last_activity_at: now,
        first_contacted_at: first_contacted_at ?? (isWaiting ? null : createdAt),
        won_at: content.estado === 'ganado' ? won_at : null,
        owner_id: owner_id ?? owner?.id ?? null,
        import_id,
      };
      return { lead, owner, note: note ?? '' };
    },
  );
  const leads = JSON.stringify(rows.map(({ lead }) => lead));
  const ids = inOrder(insertImportedLeads().all({ leads }));
  const made = rows.map((row, index) => ({ ...row, id: ids[index] ?? 0 }));
  recordEvents(
    made.map(({ id, lead }) => ({ leadId: id, actorId, event: { type: 'created', to: lead.source } })),
    now,
  );
  recordEvents(
    made.flatMap(({ id, lead: { owner_id }, owner }) =>
      owner_id === null
        ? []
        : { leadId: id, actorId: owner ? null : actorId, event: { type: 'changed', field: 'owner_id', to: owner_id } },
    ),
    now,
  );
  addNotes(made, actorId);
  for (const { id, owner } of made) {
    if (owner?.isRotated) moveToEndOfRotation(owner.id, id);
    if (notify) enqueueLeadCreated(findLead(id), null);
    claimMessages(id);
  }
  const trace = { first: start + 1, last: lastEventId(), given: { fields: {}, notes: [] } };
  return ids.map((id) => ({ id, ...trace }));
}

export function planUpdateOf(lead: Lead, content: ImportedContent, manner: MergeMode): RowUpdate {
  return planRowUpdate(lead, content, manner, listKnownTexts(lead.id));
}

const selectNoteTexts = query<[{ lead_id: number }], { body: string }>(
  `SELECT body FROM lead_notes INDEXED BY lead_notes_newest
   WHERE lead_id = :lead_id AND is_deleted = 0 ORDER BY created_at, id`,
);

/** A lead's notes, and what our export writes beside them that no field takes: former messages, an owner who has left. */
function listKnownTexts(id: number): string[] {
  const notes = selectNoteTexts().all({ lead_id: id });
  const { joined_messages, owner_email } = selectBeside().get({ ids: JSON.stringify([id]) }) ?? {};
  return [
    ...notes.map(({ body }) => body),
    ...(joined_messages ? [joined_messages] : []),
    ...(owner_email ? [`${exportFile.columns.owner_email}: ${owner_email}`] : []),
  ];
}

/**
 * Merges an imported row into an existing lead of the same person, in the caller's transaction. The lead keeps its last
 * activity. Returns null if the row adds nothing.
 * @throws {AppError} `not_found`; `invalid`
 */
export function updateFromRow(
  id: number,
  content: ImportedContent,
  manner: MergeMode,
  { actorId, notify }: Import,
): ImportTrace | null {
  const before = findLead(id);
  const addition = planUpdateOf(before, content, manner);
  if (isEmptyUpdate(addition)) return null;
  const start = lastEventId();
  changeLeadInTransaction(id, addition.changes, actorId, { claims: false, sendsWebhooks: notify });
  const notes = addNotes([{ id, note: addition.note }], actorId);
  const after = writeImportOnlyFields(before, addition.facts);
  const fields = Object.fromEntries(
    IMPORTABLE_FIELDS.filter((name) => after[name] !== before[name]).map((name) => [name, [before[name], after[name]]]),
  );
  return { first: start + 1, last: lastEventId(), given: { fields, notes } };
}

const updateImportOnlyFields = query<[ImportOnlyFields & Pick<Lead, 'id' | 'last_activity_at'>]>(
  `UPDATE leads SET ${IMPORT_ONLY_FIELDS.map((name) => `${name} = :${name}`).join(', ')}, last_activity_at = :last_activity_at
   WHERE id = :id`,
);

/** Writes the import-only fields and restores the last activity. */
function writeImportOnlyFields({ id, last_activity_at }: Lead, changed: Partial<ImportOnlyFields>): Lead {
  const now = findLead(id);
  const facts = { ...pick(now, IMPORT_ONLY_FIELDS), ...changed };
  if (now.last_activity_at === last_activity_at && IMPORT_ONLY_FIELDS.every((name) => facts[name] === now[name]))
    return now;
  updateImportOnlyFields().run({ ...facts, id, last_activity_at });
  return findLead(id);
}

/** Adds notes, of a text too long for one several. Returns their ids. */
function addNotes(leads: readonly { id: number; note: string }[], authorId: string): number[] {
  const parts = leads.flatMap(({ id, note }) =>
    Array.from({ length: Math.ceil(note.length / MAX_NOTE_LENGTH) }, (_, part) => ({
      leadId: id,
      body: note.slice(part * MAX_NOTE_LENGTH, (part + 1) * MAX_NOTE_LENGTH),
    })),
  );
  return addNotesInTransaction(parts, authorId);
}

/**
 * Undoes an import on one lead, in the caller's transaction; traces come newest first. A lead the import created goes
 * to the trash unless it was worked since; an existing one gets back the fields nobody has changed, and its last
 * activity stays. Returns false if nothing was undone, also for a lead since merged into another; null if it is gone.
 */
export function undoImportOnLead(
  id: number,
  traces: readonly ImportTrace[],
  { actorId, notify, wasMade }: { actorId: string; notify: boolean; wasMade: boolean },
): boolean | null {
  const lead = lookUpFollowing(id);
  if (!lead) return null;
  if (lead.id !== id) return false;
  if (wasMade) {
    if (isWorked(id, traces)) return false;
    const now = new Date().toISOString();
    hideLead().run({ id, deleted_at: now });
    recordEvent(id, actorId, { type: 'deleted' }, now);
    if (notify) enqueueLeadDeleted(lead);
    return true;
  }
  const restored = traces.map(({ given }) => {
    const isNoteGone = given.notes.filter((note) => withdrawUnchanged(id, note, actorId)).length > 0;
    return restoreFields(id, given.fields, { actorId, notify }) || isNoteGone;
  });
  writeImportOnlyFields(lead, {});
  return restored.includes(true);
}

/** Whether the lead has an event since `first` outside these ranges. */
const selectFurtherEvent = query<[{ lead_id: number; first: number; ranges: string }], { id: number }>(
  `SELECT id FROM lead_events AS event
   WHERE lead_id = :lead_id AND id >= :first AND NOT EXISTS (
     SELECT 1 FROM json_each(:ranges) WHERE event.id BETWEEN value ->> 0 AND value ->> 1
   ) LIMIT 1`,
);

/** Whether the lead has events other than the import's. */
function isWorked(lead_id: number, traces: readonly ImportTrace[]): boolean {
  const ranges = JSON.stringify(traces.map(({ first, last }) => [first, last]));
  const first = Math.min(...traces.map((trace) => trace.first));
  return selectFurtherEvent().get({ lead_id, first, ranges }) !== undefined;
}

function withdrawUnchanged(leadId: number, id: number, actorId: string): boolean {
  const note = selectNote().get({ id });
  if (!note || note.is_deleted || note.edited_at !== null) return false;
  withdrawNoteInTransaction(leadId, id, actorId);
  return true;
}

/** Restores the former values of fields that nobody has changed since. Returns whether there were any. */
function restoreFields(
  id: number,
  fields: GivenFields,
  { actorId, notify }: { actorId: string; notify: boolean },
): boolean {
  const lead = findLead(id);
  const due = IMPORTABLE_FIELDS.flatMap((name) => {
    const [from, to] = fields[name] ?? [];
    return from !== undefined && to === lead[name] && from !== to ? [[name, from] as const] : [];
  });
  if (due.length === 0) return false;
  const isChangeable = (name: string) => CHANGEABLE.some((one) => one === name);
  const changes = Object.fromEntries(due.filter(([name]) => isChangeable(name))) as LeadChanges;
  const facts = Object.fromEntries(due.filter(([name]) => !isChangeable(name))) as Partial<ImportOnlyFields>;
  const after = { ...lead, ...changes };
  // A field that depends on one changed since stays too.
  if (after.plan === null) delete changes.billing;
  if (after.next_contact_on === null) delete changes.next_contact_at;
  if (after.estado !== 'perdido') delete changes.lost_reason;
  if (changes.owner_id && !canOwnLeads(changes.owner_id)) delete changes.owner_id;
  if (!after.email && !after.whatsapp) {
    delete changes.email;
    delete changes.whatsapp;
  }
  changeLeadInTransaction(id, changes, actorId, {
    undoes: new Date().toISOString(),
    claims: false,
    sendsWebhooks: notify,
  });
  if (after.estado !== 'nuevo' && facts.first_contacted_at === null) delete facts.first_contacted_at;
  // A lead won again, or no longer won, has its own date.
  if (after.estado !== 'ganado') delete facts.won_at;
  writeImportOnlyFields(lead, facts);
  return true;
}
