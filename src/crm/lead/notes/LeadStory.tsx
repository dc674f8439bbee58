import { useRef, useState } from 'react';
import type { LeadEvent, LeadNote } from '~/shared/leads/event';
import type { LeadMessage } from '~/shared/leads/message';
import { conversationStrings } from '~/shared/strings/lead/conversation';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { showFailureOf } from '../../api-client';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { makeKey } from '../../ui/forms/drafts';
import { useFetch } from '../../ui/reading/useFetch';
import { StoryFoot } from '../conversation/StoryFoot';
import { useConversationChanges } from '../conversation/useConversationChanges';
import { useOpenLead } from '../open-lead';
import { withMessage, withNote } from './arrange-story';
import { Story } from './Story';
import { fetchStory, sendMessage } from './story-api';

const { notesLoadFailed } = strings.toasts;

/** A lead's history as a chat, with the box below it in which notes and messages are written. */
export function LeadStory({ onlyNotes }: { onlyNotes: boolean }) {
  const { lead, panel } = useOpenLead();
  const [pages, setPages] = useState(1);
  const changes = useConversationChanges(lead.id);
  const read = async () => ({ ...(await fetchStory(lead.id, onlyNotes, pages)), pages });
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
    // The story could not be read before; read it now.
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
      {/* A crash in the story leaves what is being written below it. */}
      <CrashBoundary>
        {found ? (
          <Story
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
              void panel.refresh(lead).catch(() => {});
            }}
            onRetry={sendAgain}
          />
        ) : (
          <div className="sheet-scroll">{reading.placeholder}</div>
        )}
      </CrashBoundary>
      <StoryFoot
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
