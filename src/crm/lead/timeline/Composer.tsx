import { useEffect, useState } from 'react';
import type { LeadNote } from '~/shared/leads/event';
import type { Conversation, LeadMessage } from '~/shared/leads/message';
import { describeClock, describeDate, localOffset } from '~/shared/moments';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { noteStrings } from '~/shared/strings/lead/notes';
import { hasDraft } from '../../ui/drafts/read-draft';
import { useNow } from '../../ui/useNow';
import { MessageComposer } from '../conversation/MessageComposer';
import { draftNames } from '../draft-names';
import { useOpenLead } from '../open-lead';
import { ComposerBox } from './ComposerBox';
import { addNote } from './timeline-api';

const KINDS = ['note', 'whatsapp'] as const;
type Kind = (typeof KINDS)[number];

/** What was last chosen for each lead, while the page is open. */
const chosenKinds = new Map<number, Kind>();

type Props = {
  conversation: Conversation | null;
  onAdded: (note: LeadNote) => void;
  onSent: (message: LeadMessage) => void;
  /** Writing freely was refused: the window has closed meanwhile. */
  onWindowClosed: () => void;
};

/** The composer below the timeline: for a note or, with a connected number, for a WhatsApp message. */
export function Composer({ conversation, onAdded, onSent, onWindowClosed }: Props) {
  const { lead, writing, mutations } = useOpenLead();
  const [chosen, setChosen] = useState(() => chosenKinds.get(lead.id) ?? kindOfDraft(lead.id));
  const [kept] = useState({ writing: 0 });
  const preferred = chosen ?? (lead.awaiting_reply_since ? 'whatsapp' : 'note');
  const kind = conversation ? preferred : 'note';

  const choose = (next: Kind) => {
    chosenKinds.set(lead.id, next);
    setChosen(next);
  };

  // 'N' is for a note, whatever is chosen.
  useEffect(() => {
    if (writing === 0 || kept.writing === writing) return;
    kept.writing = writing;
    chosenKinds.set(lead.id, 'note');
    setChosen('note');
  }, [writing, kept, lead.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: focus fixes the kind: an incoming message must not switch it
    <div className="sheet-foot grid gap-2" onFocus={() => chosen ?? choose(kind)}>
      {conversation && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <fieldset className="composer-kinds">
            <legend className="sr-only">{strings.ways}</legend>
            {KINDS.map((name) => (
              <label key={name}>
                <input type="radio" name={`way-${lead.id}`} checked={kind === name} onChange={() => choose(name)} />
                {strings[name]}
              </label>
            ))}
          </fieldset>
          {kind === 'whatsapp' && <WindowEnd at={conversation.window_ends_at} />}
        </div>
      )}
      {conversation && kind === 'whatsapp' ? (
        <MessageComposer {...{ conversation, onSent, onWindowClosed }} />
      ) : (
        <ComposerBox
          writing={writing}
          draftName={draftNames.note(lead.id)}
          labels={{ ...noteStrings, failed: noteStrings.toasts.noteAddFailed }}
          maxLength={5000}
          save={(body, key) => addNote(lead.id, { body }, key)}
          onSaved={({ note, event_id }) => {
            onAdded(note);
            // Not awaited: the next note can be saved meanwhile.
            void mutations.noteAdded(lead, event_id);
          }}
        />
      )}
    </div>
  );
}

function kindOfDraft(leadId: number): Kind | null {
  if (hasDraft(draftNames.message(leadId))) return 'whatsapp';
  return hasDraft(draftNames.note(leadId)) ? 'note' : null;
}

/** Until when free text is taken, in the reader's zone; nothing once it is not. */
function WindowEnd({ at }: { at: string | null }) {
  const ends = at === null ? 0 : Date.parse(at);
  const text = useNow(
    (now) => describeEnd(ends, now),
    () => '',
  );
  return text && <p className="text-sm text-ink-soft">{text}</p>;
}

function describeEnd(ends: number, now: number): string {
  if (ends <= now) return '';
  const clock = describeClock(ends, localOffset);
  const isToday = describeDate(ends, localOffset) === describeDate(now, localOffset);
  return isToday ? strings.until(clock) : strings.untilTomorrow(clock);
}
