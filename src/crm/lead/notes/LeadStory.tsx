import { useRef, useState } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import type { LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { LeadNote } from '~/shared/leads/note';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { LoadFailed } from '../../ui/reading/LoadFailed';
import { useReading } from '../../ui/reading/useReading';
import { Loading } from '../../ui/Spinner';
import type { LeadActions } from '../lead-actions';
import { NoteBox } from './NoteBox';
import { fetchStory } from './note-api';
import { Story } from './Story';

const { notesLoadFailed } = strings.toasts;

/** A lead's history as a chat, with the new-note box below it. */
export function LeadStory({
  lead,
  user,
  writing,
  onlyNotes,
  panel,
}: {
  lead: Lead;
  user: SessionUser;
  /** Each new number above 0 focuses the box. */
  writing: number;
  onlyNotes: boolean;
  panel: LeadActions;
}) {
  const [pages, setPages] = useState(1);
  const read = async () => ({ ...(await fetchStory(lead.id, onlyNotes, pages)), pages });
  const reading = useReading(read, `${lead.id} ${lead.as_of} ${onlyNotes} ${pages}`, notesLoadFailed);
  const { value: found, setValue: setFound, hasFailed, retry } = reading;
  const scroller = useRef<HTMLElement>(null);

  const show = (note: LeadNote) =>
    setFound((known) => known && { ...known, events: withNote(known.events, note) });

  return (
    <>
      {/* A crash in the story leaves the note being written below it. */}
      <CrashBoundary>
        {found ? (
          <Story
            key={String(onlyNotes)}
            ref={scroller}
            {...{ lead, user, onlyNotes, panel }}
            events={found.events}
            hasOlder={found.next_cursor !== null}
            isReadingOlder={pages > found.pages && !hasFailed}
            // After a failure they have been requested already.
            onOlder={() => (pages > found.pages ? retry() : setPages(found.pages + 1))}
            onChanged={(note) => {
              show(note);
              void panel.refresh(lead).catch(() => {});
            }}
          />
        ) : (
          <div className="sheet-scroll">
            {hasFailed ? <LoadFailed text={notesLoadFailed} onRetry={retry} /> : <Loading />}
          </div>
        )}
      </CrashBoundary>
      <NoteBox
        {...{ lead, writing, panel }}
        onAdded={(note) => {
          scroller.current?.scrollTo({ top: 0 });
          show(note);
          // The story could not be read before; read it now.
          if (found === null) retry();
        }}
      />
    </>
  );
}

/** The events, newest first, with a note's current version. A note just added has no event here yet. */
function withNote(events: readonly LeadEvent[], note: LeadNote): LeadEvent[] {
  if (events.some((event) => event.note?.id === note.id))
    return events.map((event) => (event.note?.id === note.id ? { ...event, note } : event));
  const added: LeadEvent = {
    id: 0,
    type: 'note_added',
    actor_id: note.author_id,
    actor_name: note.author_name,
    field: null,
    from_value: null,
    to_value: String(note.id),
    created_at: note.created_at,
    note,
    other: null,
    consent: null,
    undoable: false,
  };
  return [added, ...events];
}
