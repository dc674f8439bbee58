import type { Lead } from '~/shared/leads/lead';
import { foldedWords, foldText } from '~/shared/leads/search';
import { query } from '../../database/connection';
import { makeFuzzyPattern, phoneKeyPrefix, type SearchTerms, withoutTrunk } from './terms';

/** Characters of an excerpt before the match, and in all. */
const LENGTH_BEFORE_MATCH = 20;
const MAX_EXCERPT_LENGTH = 90;

/** The leads of a search; those found by a note or, unless hidden, a message carry an excerpt of it. */
export function addExcerpts(leads: Lead[], search: string, terms: SearchTerms, { hidesMessages = false } = {}): Lead[] {
  const byNote = leads.filter((lead) => !matchesTerms(lead, terms));
  const notes = readNotes(byNote, hidesMessages);
  return leads.map((lead) => {
    const excerpt = byNote.includes(lead) && excerptOf(notes.get(lead.id) ?? [], terms);
    return excerpt ? { ...lead, found_note: { q: search, text: excerpt } } : lead;
  });
}

/** Undeleted notes of these leads, their messages if wanted, and the leads merged into them. */
const selectTextsOfNotes = query<[{ ids: string; with_messages: 0 | 1 }], { lead_id: number; body: string }>(
  `SELECT lead_id, body FROM json_each(:ids) CROSS JOIN lead_notes ON lead_id = json_each.value
   WHERE is_deleted = 0
   UNION ALL
   SELECT lead_id, body FROM json_each(:ids) CROSS JOIN messages INDEXED BY messages_by_lead
     ON lead_id = json_each.value
   WHERE :with_messages = 1 AND lead_id IS NOT NULL AND body IS NOT NULL
   UNION ALL
   SELECT joined_into, concat_ws(' ', nombre, email, whatsapp_digits, empresa, mensaje, before ->> '$.fields.nombre',
     before ->> '$.fields.email', before ->> '$.fields.whatsapp', before ->> '$.fields.empresa',
     before ->> '$.fields.mensaje')
   FROM json_each(:ids) CROSS JOIN leads INDEXED BY leads_joined ON joined_into = json_each.value
     CROSS JOIN lead_joins ON lead_joins.lead_id = leads.id
   WHERE joined_into IS NOT NULL`,
);

function readNotes(leads: Lead[], hidesMessages: boolean): Map<number, string[]> {
  const notes = new Map<number, string[]>();
  if (leads.length === 0) return notes;
  const ids = JSON.stringify(leads.map(({ id }) => id));
  const rows = selectTextsOfNotes().all({ ids, with_messages: hidesMessages ? 0 : 1 });
  for (const { lead_id, body } of rows) notes.set(lead_id, [...(notes.get(lead_id) ?? []), body]);
  return notes;
}

/** An excerpt around the first match. */
function excerptOf(bodies: string[], terms: SearchTerms): string | undefined {
  const matches = makeMatcher(terms);
  for (const body of bodies) {
    const pieces = body.split(/\s+/);
    const at = pieces.findIndex((piece) =>
      foldedWords(foldText(piece)).some((own) => terms.words.some((word) => matches(own, word))),
    );
    if (at === -1) continue;
    let from = at;
    let before = 0;
    while (from > 0 && before < LENGTH_BEFORE_MATCH) before += (pieces[--from]?.length ?? 0) + 1;
    const text = pieces.slice(from).join(' ');
    const isLong = text.length > MAX_EXCERPT_LENGTH;
    return `${from > 0 ? '…' : ''}${isLong ? `${text.slice(0, MAX_EXCERPT_LENGTH).trimEnd()}…` : text}`;
  }
  return undefined;
}

/** A number's calling code (ITU-T E.164), of one to three digits. */
const CALLING_CODE = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Whether a phone key begins with these digits, with its calling code or after it: '11 5555' or '011 5555'. */
function beginsWith(key: string, run: string): boolean {
  const code = CALLING_CODE.exec(key)?.[0] ?? '';
  return [run, code + withoutTrunk(run)].some((begin) => key.startsWith(phoneKeyPrefix(begin)));
}

/** Whether a lead matches the search, by the indexes' own rules. */
export function matchesTerms(lead: Lead, terms: SearchTerms): boolean {
  const { words, runs } = terms;
  const number = lead.phone_key ?? lead.whatsapp?.replace(/\D/g, '');
  if (runs.some((run) => number?.endsWith(run) || (lead.phone_key && beginsWith(lead.phone_key, run)))) return true;
  const own = foldedWords([lead.nombre, lead.email, lead.empresa, lead.mensaje].join(' '));
  const matches = makeMatcher(terms);
  return words.length > 0 && words.every((word) => own.some((one) => matches(one, word)));
}

/** Makes the predicate: does a lead's word match a search word? */
function makeMatcher(terms: SearchTerms): (own: string, word: string) => boolean {
  const similar = new Map(foldedWords(terms.similar_to ?? '').map((word) => [word, makeFuzzyPattern(word)]));
  return (own, word) => similar.get(word)?.test(own) ?? own.startsWith(word);
}
