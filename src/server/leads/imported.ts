import type { Lead } from '~/shared/leads/lead';
import { compactPhone } from '~/shared/leads/phone';
import type { LeadChanges } from '~/shared/leads/schema';
import { importStrings } from '~/shared/strings/imports';
import { inOrder, lastEventId, recordEvent, recordEvents } from './events';
import { type ImportedLead, insertImportedLeads, selectFurtherEvent } from './imported-queries';
import { hideLead } from './lead-queries';
import { enqueueLeadCreated, enqueueLeadDeleted } from './lead-webhook';
import { changeLeadNow, findLead, lookUpFollowing } from './leads';
import { addNotesNow, withdrawNoteNow } from './notes/notes';
import { chooseOwner, noteTurn } from './owners';
import { personKeys } from './person/same-person';

export type ImportedContent = Pick<
  Lead,
  | 'nombre'
  | 'email'
  | 'whatsapp'
  | 'pais'
  | 'client_type'
  | 'mensaje'
  | 'empresa'
  | 'estado'
  | 'source'
  | 'owner_id'
> & { created_at: string | null; note: string | null };

type Import = {
  id: number;
  actorId: string;
  /** Whether its leads are told, given out and counted as new enquiries. */
  notify: boolean;
};

/** The events that an import left in a lead's history, and what it gave to one that was there. */
export type ImportTrace = { first: number; last: number; given: Given };
export type Given = { fields: string[]; notes: number[] };

const LONGEST_NOTE = 5000;
/** What is completed in a lead that is there. */
const COMPLETED = ['whatsapp', 'pais', 'client_type', 'empresa', 'mensaje'] as const;

/**
 * Makes leads of imported rows, in the caller's transaction, with their notes and their first events. Unless they are to be
 * told, they go to nobody's turn, wait for no first contact and are sent nowhere: who they are may have been worked for
 * years. Whose turn it is goes by who had the last one, so those that are to be told come one by one.
 */
export function addImportedLeads(
  contents: readonly ImportedContent[],
  { id: import_id, actorId, notify }: Import,
): ({ id: number } & ImportTrace)[] {
  const now = new Date().toISOString();
  const rows = contents.map(({ note: _, created_at, owner_id, ...content }) => {
    const keys = personKeys(content);
    const turn = notify && owner_id === null ? chooseOwner({ ...keys, source: content.source }, null) : null;
    const createdAt = created_at ?? now;
    const lead: ImportedLead = {
      ...content,
      ...keys,
      created_at: createdAt,
      last_activity_at: now,
      first_contacted_at: notify && content.estado === 'nuevo' ? null : createdAt,
      owner_id: owner_id ?? turn?.id ?? null,
      import_id,
    };
    return { lead, turn };
  });
  const leads = JSON.stringify(rows.map(({ lead }) => lead));
  const ids = inOrder(insertImportedLeads().all({ leads }));
  const made = rows.map((row, index) => ({ ...row, id: ids[index] ?? 0, note: contents[index]?.note ?? '' }));
  const created = recordEvents(
    made.map(({ id, lead }) => ({ leadId: id, actorId, event: { type: 'created', to: lead.source } })),
    now,
  );
  const owned = made.filter(({ lead }) => lead.owner_id !== null);
  const given = recordEvents(
    owned.map(({ id, lead, turn }) => ({
      leadId: id,
      actorId: turn ? null : actorId,
      event: { type: 'changed', field: 'owner_id', to: lead.owner_id },
    })),
    now,
  );
  const notes = addNotes(made, actorId);
  for (const { id, turn } of made) {
    if (turn?.isTurn) noteTurn(turn.id, id);
    if (notify) enqueueLeadCreated(findLead(id), null);
  }
  return made.map((one, index) => {
    const own = notes.filter(({ leadId }) => leadId === one.id);
    const first = created[index] ?? 0;
    const last = own.at(-1)?.event_id ?? given[owned.indexOf(one)] ?? first;
    return { id: one.id, first, last, given: { fields: [], notes: own.map(({ id }) => id) } };
  });
}

/**
 * Adds an imported row to a lead of the same person, in the caller's transaction: what that lead lacks, and as a note what
 * else the row says. Null if it says nothing that is not known. @throws {AppError} `not_found`.
 */
export function addToLead(
  id: number,
  { note, ...content }: ImportedContent,
  { actorId, notify }: Import,
): ImportTrace | null {
  const before = findLead(id);
  const start = lastEventId();
  const missing: LeadChanges = Object.fromEntries(
    COMPLETED.filter((field) => before[field] === null && content[field] !== null).map((field) => [
      field,
      content[field],
    ]),
  );
  const { changed } = changeLeadNow(id, missing, actorId, { takes: false, tells: notify });
  const hasOtherMessage =
    content.mensaje !== null && before.mensaje !== null && content.mensaje !== before.mensaje;
  const text = [hasOtherMessage ? content.mensaje : null, note, ...otherContacts(before, content)]
    .filter((part) => part !== null)
    .join('\n\n');
  const notes = addNotes([{ id, note: text }], actorId).map((added) => added.id);
  const last = lastEventId();
  if (last === start) return null;
  return { first: start + 1, last, given: { fields: changed, notes } };
}

/** How the row says that the lead's person can be reached, too. */
function otherContacts(
  lead: Lead,
  { email, whatsapp, pais }: Pick<Lead, 'email' | 'whatsapp' | 'pais'>,
): string[] {
  const [known, told] = [personKeys(lead), personKeys({ email, whatsapp, pais: pais ?? lead.pais })];
  const isSamePhone =
    told.phone_key === null
      ? compactPhone(whatsapp ?? '') === compactPhone(lead.whatsapp ?? '')
      : told.phone_key === known.phone_key;
  return [
    ...(told.email_key === known.email_key ? [] : [importStrings.otherEmail(email)]),
    ...(whatsapp === null || lead.whatsapp === null || isSamePhone
      ? []
      : [importStrings.otherPhone(whatsapp)]),
  ];
}

/** A text that is too long for one note becomes several. */
function addNotes(leads: readonly { id: number; note: string }[], authorId: string) {
  const parts = leads.flatMap(({ id, note }) =>
    Array.from({ length: Math.ceil(note.length / LONGEST_NOTE) }, (_, part) => ({
      leadId: id,
      body: note.slice(part * LONGEST_NOTE, (part + 1) * LONGEST_NOTE),
    })),
  );
  return addNotesNow(parts, authorId).map((added, index) => ({ ...added, leadId: parts[index]?.leadId }));
}

/**
 * Takes back what an import did with a lead, in the caller's transaction, newest trace first: one that it made goes to the
 * trash, another one loses what it was given. Returns false, and changes nothing, where anybody has worked on the lead
 * since, or joined it with another one; null where it is gone already.
 */
export function takeBackImported(
  id: number,
  traces: readonly ImportTrace[],
  { actorId, notify, wasMade }: { actorId: string; notify: boolean; wasMade: boolean },
): boolean | null {
  const lead = lookUpFollowing(id);
  if (!lead) return null;
  if (lead.id !== id) return false;
  const ranges = JSON.stringify(traces.map(({ first, last }) => [first, last]));
  const first = Math.min(...traces.map((trace) => trace.first));
  if (selectFurtherEvent().get({ lead_id: id, first, ranges })) return false;
  const now = new Date().toISOString();
  if (wasMade) {
    hideLead().run({ id, deleted_at: now });
    recordEvent(id, actorId, { type: 'deleted' }, now);
    if (notify) enqueueLeadDeleted(lead);
    return true;
  }
  for (const { given } of traces) {
    for (const note of given.notes) withdrawNoteNow(id, note, actorId);
    const empty = Object.fromEntries(given.fields.map((field) => [field, null]));
    changeLeadNow(id, empty, actorId, { takes: false, tells: notify });
  }
  return true;
}
