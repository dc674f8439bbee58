import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import type { LeadEvent, LeadNote } from '~/shared/leads/event';
import { noteStrings as strings } from '~/shared/strings/lead/notes';
import { timelineStrings } from '~/shared/strings/lead/timeline';
import { Button } from '../../ui/Button';
import { RelativeTime } from '../../ui/RelativeTime';
import { LoadMore } from '../../ui/reading/LoadMore';
import { MessageBubble } from '../conversation/MessageBubble';
import { useOpenLead } from '../open-lead';
import { arrangeTimeline } from './arrange-timeline';
import { NoteItem } from './NoteItem';
import { TimelineAct } from './TimelineAct';

/** Within this distance of its end, the timeline counts as at its end. */
const NEAR_PX = 48;

/**
 * A lead's events, notes and messages, oldest first, scrolled to the newest. The box scrolls from its end (`scrollTop`
 * is 0 there and negative above it, styles/sheet.css): it stays there by itself, even if its height changes, and what
 * is added above moves nothing.
 */
export function Timeline({
  ref: scroller,
  events,
  onlyNotes,
  hasOlder,
  isReadingOlder,
  onOlder,
  onChanged,
  onRetry,
}: {
  ref: RefObject<HTMLElement | null>;
  /** Newest first. */
  events: readonly LeadEvent[];
  onlyNotes: boolean;
  hasOlder: boolean;
  isReadingOlder: boolean;
  onOlder: () => void;
  onChanged: (note: LeadNote) => void;
  /** Sends a message's text again. */
  onRetry: (body: string) => Promise<void>;
}) {
  const { lead, user } = useOpenLead();
  const list = useRef<HTMLOListElement>(null);
  const last = useRef<Element>(null);
  /** Whether something arrived while the reader was further up. */
  const [hasNews, setNews] = useState(false);

  // Readers further up keep their scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it holds the events
  useLayoutEffect(() => {
    const former = last.current;
    const end = list.current?.lastElementChild ?? null;
    last.current = end;
    const { current: box } = scroller;
    if (!box || !end || !former?.isConnected || former === end || box.scrollTop > -NEAR_PX) return;
    box.scrollTop -= end.getBoundingClientRect().bottom - former.getBoundingClientRect().bottom;
    setNews(true);
  }, [events]);

  // The button goes with its last press, and would drop the focus.
  useLayoutEffect(() => {
    if (!hasOlder && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  }, [hasOlder, scroller]);

  const shown = onlyNotes ? events.filter(({ note }) => note) : events;
  const hasNone = lead.notes_count === 0 && !shown.some(({ note, message }) => note ?? message);

  return (
    <div className="timeline-frame">
      <section
        ref={scroller}
        aria-label={strings.history}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        onScroll={({ currentTarget }) => hasNews && currentTarget.scrollTop > -NEAR_PX && setNews(false)}
        className="timeline"
      >
        <div className="grid shrink-0 gap-3">
          {/* A WhatsApp lead's message is the first one of its conversation. */}
          {(onlyNotes || lead.source !== 'whatsapp') && <FirstMessage />}
          {hasOlder && <LoadMore text={timelineStrings.more} busy={isReadingOlder} onPress={onOlder} />}
          <ol ref={list} aria-label={strings.history} className="grid gap-3">
            {arrangeTimeline(shown.toReversed()).map((item) => {
              if (item.type === 'act') return <TimelineAct key={item.id} act={item.act} />;
              if (item.type === 'message')
                return <MessageBubble key={`message ${item.message.id}`} {...{ item, onRetry }} />;
              const { note } = item;
              return (
                <NoteItem
                  key={`note ${note.id}`}
                  note={note}
                  isOwn={note.author_id === user.id}
                  mayRemove={note.author_id === user.id || (note.by_program && isAdmin(user))}
                  onChanged={onChanged}
                />
              );
            })}
          </ol>
          {hasNone && <p className="timeline-line">{strings.empty}</p>}
        </div>
      </section>
      {hasNews && (
        <Button
          size="small"
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-float"
        >
          {strings.news}
        </Button>
      )}
    </div>
  );
}

/** The message a lead came with, if any. */
function FirstMessage() {
  const { lead } = useOpenLead();
  if (!lead.mensaje) return null;
  return (
    <section className="bubble bg-sand">
      <h3 className="text-sm font-normal text-ink-soft">
        {strings.initial} · <RelativeTime at={lead.created_at} now={Date.now()} />
        {lead.tema && ` · ${lead.tema}`}
      </h3>
      <p className="mt-0.5 whitespace-pre-line">{lead.mensaje}</p>
    </section>
  );
}
