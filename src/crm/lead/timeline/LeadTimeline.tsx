import { useRef, useState } from 'react';
import type { LeadEvent, LeadNote } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';
import { conversationStrings } from '~/shared/strings/lead/conversation';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { showFailureOf } from '../../api-client';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { makeKey } from '../../ui/drafts/drafts';
import { useFetch } from '../../ui/reading/useFetch';
import { useConversationChanges } from '../conversation/useConversationChanges';
import { useOpenLead } from '../open-lead';
import { withMessage, withNote } from './arrange-timeline';
import { Composer } from './Composer';
import { Timeline } from './Timeline';
import { fetchTimeline, sendMessage } from './timeline-api';

const { notesLoadFailed } = strings.toasts;

/** A lead's history as a chat, with the box below it in which notes and messages are written. */
export function LeadTimeline({ onlyNotes }: { onlyNotes: boolean }) {
  const { lead, mutations } = useOpenLead();
  const [pages, setPages] = useState(1);
  const changes = useConversationChanges(lead.id);
  const read = async () => ({ ...(await fetchTimeline(lead.id, onlyNotes, pages)), pages });
  const key = `${lead.id} ${lead.as_of} ${onlyNotes} ${pages} ${changes}`;
  const reading = useFetch(read, key, notesLoadFailed);
  const { value: found, setValue: setFound, hasFailed, retry } = reading;
  const scroller = useRef<HTMLElement>(null);

  const change = (by: (events: readonly LeadEvent[]) => LeadEvent[]) =>
    setFound((known) => known && { ...known, events: by(known.events) });
  const show = (note: LeadNote) => change((events) => withNote(events, note));

  /** What was just written here stands at the end. */
  function goToEnd() {
    scroller.current?.scrollTo({ top: 0 });
    // The pressed button is disabled with the box that it emptied, and would drop the focus.
    if (document.activeElement instanceof HTMLButtonElement) scroller.current?.focus({ preventScroll: true });
    // The timeline could not be read before; read it now.
    if (found === null) retry();
  }

  function showSent(message: LeadMessage) {
    goToEnd();
    change((events) => withMessage(events, message));
  }

  async function sendAgain(body: string) {
    try {
      showSent(await sendMessage(lead.id, { body }, makeKey()));
    } catch (error) {
      showFailureOf(conversationStrings.toasts.failed, error);
      retry();
    }
  }

  return (
    <>
      {/* If the timeline crashes, the text being written below it survives. */}
      <CrashBoundary>
        {found ? (
          <Timeline
            key={String(onlyNotes)}
            ref={scroller}
            onlyNotes={onlyNotes}
            events={found.events}
            hasOlder={found.next_cursor !== null}
            isReadingOlder={pages > found.pages && !hasFailed}
            // After a failure they have been requested already.
            onOlder={() => (pages > found.pages ? retry() : setPages(found.pages + 1))}
            onChanged={(note) => {
              show(note);
              void mutations.refresh(lead).catch(() => {});
            }}
            onRetry={sendAgain}
          />
        ) : (
          <div className="sheet-scroll">{reading.placeholder}</div>
        )}
      </CrashBoundary>
      <Composer
        conversation={found?.conversation ?? null}
        onAdded={(note) => {
          goToEnd();
          show(note);
        }}
        onSent={showSent}
        onWindowClosed={retry}
      />
    </>
  );
}
