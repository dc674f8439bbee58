import type { Lead } from '~/shared/leads/lead';
import { foldedWords, foldText, makeMatcher, matchesTerms, type SearchTerms } from '~/shared/leads/search';
import { selectTextsOfNotes } from './search-queries';

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
