import { useEffect, useState } from 'react';
import type { LeadNote } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { Conversation, LeadMessage } from '~/shared/leads/message';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { hasDraft } from '../../ui/forms/kept-drafts';
import { draftNames } from '../draft-names';
import type { LeadActions } from '../lead-actions';
import { NoteBox } from '../notes/NoteBox';
import { MessageFoot } from './MessageFoot';
import { WindowEnd } from './WindowEnd';

const WAYS = ['note', 'whatsapp'] as const;
type Way = (typeof WAYS)[number];

/** What was last chosen for each lead, while the page is open. */
const chosenWays = new Map<number, Way>();

/** The story's foot: one box, for a note or, with a connected number, for a WhatsApp message. */
export function StoryFoot({
  lead,
  writing,
  panel,
  conversation,
  onAdded,
  onSent,
  onWindowClosed,
}: {
  lead: Lead;
  /** Each new number above 0 focuses the box, for a note. */
  writing: number;
  panel: LeadActions;
  conversation: Conversation | null;
  onAdded: (note: LeadNote) => void;
  onSent: (message: LeadMessage) => void;
  /** Writing freely was refused: the window has closed meanwhile. */
  onWindowClosed: () => void;
}) {
  const [chosen, setChosen] = useState(() => chosenWays.get(lead.id) ?? wayOfDraft(lead.id));
  const [kept] = useState({ writing: 0 });
  const asked = chosen ?? (lead.awaiting_reply_since ? 'whatsapp' : 'note');
  const way = conversation ? asked : 'note';

  const choose = (next: Way) => {
    chosenWays.set(lead.id, next);
    setChosen(next);
  };

  // 'N' is for a note, whatever is chosen.
  useEffect(() => {
    if (writing === 0 || kept.writing === writing) return;
    kept.writing = writing;
    chosenWays.set(lead.id, 'note');
    setChosen('note');
  }, [writing, kept, lead.id]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever is writing keeps the box, even if somebody answers meanwhile
    <div className="sheet-foot grid gap-2" onFocus={() => chosen ?? choose(way)}>
      {conversation && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <fieldset className="ways">
            <legend className="sr-only">{strings.ways}</legend>
            {WAYS.map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name={`way-${lead.id}`}
                  checked={way === name}
                  onChange={() => choose(name)}
                />
                {strings[name]}
              </label>
            ))}
          </fieldset>
          {way === 'whatsapp' && <WindowEnd at={conversation.window_ends_at} />}
        </div>
      )}
      {conversation && way === 'whatsapp' ? (
        <MessageFoot {...{ lead, panel, conversation, onSent, onWindowClosed }} />
      ) : (
        <NoteBox {...{ lead, writing, panel, onAdded }} />
      )}
    </div>
  );
}

function wayOfDraft(leadId: number): Way | null {
  if (hasDraft(draftNames.message(leadId))) return 'whatsapp';
  return hasDraft(draftNames.note(leadId)) ? 'note' : null;
}
