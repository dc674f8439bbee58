import { useState } from 'react';
import type { Conversation, LeadMessage } from '~/shared/leads/message';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { Button } from '../../ui/Button';
import { useNow } from '../../ui/useNow';
import { draftNames } from '../draft-names';
import { useOpenLead } from '../open-lead';
import { ComposerBox } from '../timeline/ComposerBox';
import { sendMessage } from '../timeline/timeline-api';
import { SendTemplateDialog } from './SendTemplateDialog';

/** WhatsApp's limit (shared/whatsapp/message.ts, whose schemas this script leaves to the server). */
const MESSAGE_LENGTH = 4096;

type Props = {
  conversation: Conversation;
  onSent: (message: LeadMessage) => void;
  onWindowClosed: () => void;
};

/** Where a message is written: freely, or from a template once WhatsApp's window has closed. */
export function MessageComposer({ conversation, onSent, onWindowClosed }: Props) {
  const { lead } = useOpenLead();
  const [isChoosing, setChoosing] = useState(false);
  const isOpen = useIsOpen(conversation.window_ends_at);
  if (isOpen)
    return (
      <ComposerBox
        writing={0}
        draftName={draftNames.message(lead.id)}
        labels={{ ...strings, failed: strings.toasts.failed }}
        maxLength={MESSAGE_LENGTH}
        save={(body, key) => sendMessage(lead.id, { body }, key)}
        onSaved={onSent}
        onRefused={(code) => code === 'window_closed' && onWindowClosed()}
      />
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-sm text-ink-soft">{strings.closed}</p>
        <Button look="primary" onClick={() => setChoosing(true)} className="rounded-br-none max-sm:grow">
          {strings.chooseTemplate}
        </Button>
      </div>
      {isChoosing && (
        <SendTemplateDialog
          onSent={(message) => {
            setChoosing(false);
            onSent(message);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

/** Whether free text is still taken. */
function useIsOpen(at: string | null): boolean {
  const ends = at === null ? 0 : Date.parse(at);
  return useNow(
    (now) => ends > now,
    () => ends > Date.now(),
  );
}
