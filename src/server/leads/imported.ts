import type { Lead } from '~/shared/leads/lead';
import type { LeadChanges } from '~/shared/leads/schema';
import { inOrder, lastEventId, recordEvent, recordEvents } from './events';
import { CHANGEABLE } from './follow-up';
import {
  type Addition,
  FACTS,
  type Facts,
  type ImportedContent,
  isNothing,
  type Manner,
  planAddition,
} from './imported-changes';
import {
  type ImportedLead,
  insertImportedLeads,
  selectFurtherEvent,
  selectNoteText,
  updateFacts,
} from './imported-queries';
import { hideLead } from './lead-queries';
import { enqueueLeadCreated, enqueueLeadDeleted } from './lead-webhook';
import { changeLeadNow, findLead, lookUpFollowing } from './leads';
import { selectNote } from './notes/note-queries';
import { addNotesNow, withdrawNoteNow } from './notes/notes';
import { chooseOwner, mayHaveLeads, noteTurn } from './owners';

type Import = {
  id: number;
  actorId: string;
  /** Whether its leads are told, given out and counted as new enquiries. */
  notify: boolean;
};

/** The events that an import left in a lead's history, and what it gave to one that was there. */
export type ImportTrace = { first: number; last: number; given: Given };
type GivenFields = Partial<Record<(typeof GIVEN)[number], [from: Lead[keyof Lead], to: Lead[keyof Lead]]>>;
/** Of each field what it was and became, and the ids of notes. */
export type Given = { fields: GivenFields | string[]; notes: number[] };

const GIVEN = [...CHANGEABLE, ...FACTS] as const;

const LONGEST_NOTE = 5000;

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
  const rows = contents.map(
    ({ note: _, assumed: __, created_at, first_contacted_at, won_at = created_at, owner_id, ...content }) => {
      const turn = notify && owner_id === null ? chooseOwner(content, null) : null;
      const createdAt = created_at ?? now;
      const isWaiting = content.estado === 'nuevo' && (notify || first_contacted_at === null);
      const lead: ImportedLead = {
        ...content,
        created_at: createdAt,
        last_activity_at: now,
        first_contacted_at: first_contacted_at ?? (isWaiting ? null : createdAt),
        won_at: content.estado === 'ganado' ? won_at : null,
        owner_id: owner_id ?? turn?.id ?? null,
        import_id,
      };
      return { lead, turn };
    },
  );
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
    return { id: one.id, first, last, given: { fields: {}, notes: own.map(({ id }) => id) } };
  });
}

/** What adding a row to a lead would change. */
export function planAdding(lead: Lead, content: ImportedContent, manner: Manner): Addition {
  return planAddition(lead, content, manner, selectNoteText().get({ lead_id: lead.id })?.text ?? '');
}

/**
 * Adds an imported row to a lead of the same person, in the caller's transaction. The lead's last activity stays what it was.
 * Null if the row says nothing that is not known. @throws {AppError} `not_found`; `invalid`.
 */
export function addToLead(
  id: number,
  content: ImportedContent,
  manner: Manner,
  { actorId, notify }: Import,
): ImportTrace | null {
  const before = findLead(id);
  const addition = planAdding(before, content, manner);
  if (isNothing(addition)) return null;
  const start = lastEventId();
  changeLeadNow(id, addition.changes, actorId, { takes: false, tells: notify });
  const notes = addNotes([{ id, note: addition.note }], actorId).map((added) => added.id);
  const after = keepActivity(before, addition.facts);
  const fields = Object.fromEntries(
    GIVEN.filter((name) => after[name] !== before[name]).map((name) => [name, [before[name], after[name]]]),
  );
  return { first: start + 1, last: lastEventId(), given: { fields, notes } };
}

/** Writes what only imports write, and the last activity as it was. */
function keepActivity({ id, last_activity_at }: Lead, changed: Partial<Facts>): Lead {
  const now = findLead(id);
  const facts = Object.fromEntries(
    FACTS.map((name) => [name, changed[name] === undefined ? now[name] : changed[name]]),
  );
  if (now.last_activity_at === last_activity_at && FACTS.every((name) => facts[name] === now[name]))
    return now;
  updateFacts().run({ ...(facts as Facts), id, last_activity_at });
  return findLead(id);
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
 * trash, unless anybody has worked on it since; another one gets back what nobody has changed since, without a trace in its
 * last activity. Returns false where nothing was taken back, also of one that was joined with another; null where it is
 * gone already.
 */
export function takeBackImported(
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
  const restored = traces.map(({ given, ...trace }) => {
    const fields = Array.isArray(given.fields)
      ? readFormer(lead, given.fields, [{ given, ...trace }])
      : given.fields;
    const isNoteGone = given.notes.filter((note) => withdrawUnchanged(id, note, actorId)).length > 0;
    return giveBack(id, fields, { actorId, notify }) || isNoteGone;
  });
  keepActivity(lead, {});
  return restored.includes(true);
}

/** Whether anything has happened to a lead that was not the import. */
function isWorked(lead_id: number, traces: readonly ImportTrace[]): boolean {
  const ranges = JSON.stringify(traces.map(({ first, last }) => [first, last]));
  const first = Math.min(...traces.map((trace) => trace.first));
  return selectFurtherEvent().get({ lead_id, first, ranges }) !== undefined;
}

/** Earlier versions kept the names of fields that were empty, and took nothing back where the lead was worked since. */
function readFormer(lead: Lead, names: string[], traces: readonly ImportTrace[]): GivenFields {
  if (isWorked(lead.id, traces)) return {};
  return Object.fromEntries(
    names.map((name) => [name, [name === 'email' ? '' : null, lead[name as keyof LeadChanges]]]),
  );
}

function withdrawUnchanged(leadId: number, id: number, actorId: string): boolean {
  const note = selectNote().get({ id });
  if (!note || note.is_deleted || note.edited_at !== null) return false;
  withdrawNoteNow(leadId, id, actorId);
  return true;
}

/** Gives a lead the former values of the fields that nobody has changed since; returns whether there were any. */
function giveBack(
  id: number,
  fields: GivenFields,
  { actorId, notify }: { actorId: string; notify: boolean },
): boolean {
  const lead = findLead(id);
  const due = GIVEN.flatMap((name) => {
    const [from, to] = fields[name] ?? [];
    return from !== undefined && to === lead[name] && from !== to ? [[name, from] as const] : [];
  });
  if (due.length === 0) return false;
  const former = Object.fromEntries(due);
  const changes = Object.fromEntries(
    due.filter(([name]) => CHANGEABLE.some((one) => one === name)),
  ) as LeadChanges;
  const after = { ...lead, ...changes };
  // What hangs together with a field that somebody has changed stays as it is.
  if (after.plan === null) delete changes.billing;
  if (after.next_contact_on === null) delete changes.next_contact_at;
  if (after.estado !== 'perdido') delete changes.lost_reason;
  if (changes.owner_id && !mayHaveLeads(changes.owner_id)) delete changes.owner_id;
  if (!after.email && !after.whatsapp) {
    delete changes.email;
    delete changes.whatsapp;
  }
  changeLeadNow(id, changes, actorId, { undoes: new Date().toISOString(), takes: false, tells: notify });
  const facts = pickFacts(former);
  if (after.estado !== 'nuevo' && facts.first_contacted_at === null) delete facts.first_contacted_at;
  // Whoever was won again, or is not won any more, has said so.
  if (after.estado !== 'ganado') delete facts.won_at;
  keepActivity(lead, facts);
  return true;
}

function pickFacts(values: Partial<Lead>): Partial<Facts> {
  return Object.fromEntries(FACTS.filter((name) => name in values).map((name) => [name, values[name]]));
}
