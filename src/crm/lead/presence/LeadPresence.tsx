import { useStore } from '@nanostores/react';
import { use, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { findField } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import type { LeadViewers as People, Presence } from '~/shared/leads/presence';
import { peopleStrings as strings } from '~/shared/strings/lead/presence';
import { callApi } from '../../api-client';
import { hasDraft } from '../../ui/drafts/read-draft';
import { $streamId, onStream } from '../../ui/stream';
import { draftNames } from '../draft-names';
import { useOpenLead } from '../open-lead';
import { RecentActsContext } from './recent-acts';

/** Leads passed sooner are not announced. */
const SETTLE_MS = 500;
/** A note counts as being written this long after its last letter. */
const WRITING_MS = 15_000;

/** A queue, so that presence arrives in order. */
let sending: Promise<unknown> = Promise.resolve();

/** Never prompts for a password, and fails silently. */
function announce(leadId: number, body: Presence) {
  const call = { method: 'POST', body, offersSignIn: false } as const;
  sending = sending.then(() => callApi(`/api/leads/${leadId}/presence`, call)).catch(() => {});
}

/** Colleagues who also have the lead open or are writing a note; for screen readers also what they change. */
export function LeadPresence() {
  const { lead, user } = useOpenLead();
  const people = usePeopleHere(lead, user.id);
  return (
    <>
      <p role="status" className="who-is-here">
        {describePeople(people)}
      </p>
      <Acts />
    </>
  );
}

function describePeople(people: People['people']): string | null {
  if (people.length === 0) return null;
  const writing = people.filter(({ is_writing }) => is_writing);
  const named = writing.length > 0 ? writing : people;
  const names = [...new Map(named.map(({ id, name }) => [id, name])).values()];
  return writing.length > 0 ? strings.writing(names) : strings.open(names);
}

function Acts() {
  const acts = use(RecentActsContext);
  const names = [...new Set(acts.map(({ actor_name }) => actor_name))];
  const fieldsOf = (name: string) =>
    acts.flatMap(({ actor_name, field }) => (actor_name === name ? (findField(field)?.label ?? []) : []));
  return (
    <p role="status" className="sr-only">
      {names.map((name) => strings.changed(name, [...new Set(fieldsOf(name))])).join('. ')}
    </p>
  );
}

/** The others who have this lead open. Tells them that the user has, while the page is visible. */
function usePeopleHere({ id, notes_count }: Lead, userId: string): People['people'] {
  const stream = useStore($streamId);
  const isShown = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const isWriting = useIsWriting(id, notes_count);
  const [presence, setPresence] = useState<People>();
  const announced = useRef<number>(undefined);

  useEffect(() => {
    if (!stream || !isShown) return;
    const timer = setTimeout(() => {
      announced.current = id;
      announce(id, { stream, state: isWriting ? 'writing' : 'open' });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [id, stream, isShown, isWriting]);

  useEffect(() => {
    if (!isShown) return;
    return () => {
      setPresence(undefined);
      if (announced.current === id) announce(id, { stream, state: 'away' });
      announced.current = undefined;
    };
  }, [id, stream, isShown]);

  useEffect(() => onStream('people', ({ data }) => setPresence(JSON.parse(data))), []);

  return presence?.lead_id === id ? presence.people.filter((person) => person.id !== userId) : [];
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether a note on this lead is being written: a draft with a recent last letter. */
function useIsWriting(leadId: number, notesCount: number): boolean {
  const [isWriting, setWriting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a note that was saved is written no more
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function noticeTyping({ target }: Event) {
      if (!(target instanceof HTMLTextAreaElement)) return;
      clearTimeout(timer);
      const hasBegun = hasDraft(draftNames.note(leadId));
      setWriting(hasBegun);
      if (hasBegun) timer = setTimeout(() => setWriting(false), WRITING_MS);
    }
    document.addEventListener('input', noticeTyping);
    return () => {
      document.removeEventListener('input', noticeTyping);
      clearTimeout(timer);
      setWriting(false);
    };
  }, [leadId, notesCount]);
  return isWriting;
}
