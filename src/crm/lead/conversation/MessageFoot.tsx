import { lazy, Suspense, useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import type { Conversation, LeadMessage } from '~/shared/leads/message';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { Button } from '../../ui/Button';
import { draftNames } from '../draft-names';
import type { LeadActions } from '../lead-actions';
import { WritingBox } from '../notes/WritingBox';
import { sendMessage } from './message-api';
import { useIsOpen } from './WindowEnd';

/** WhatsApp's limit (shared/whatsapp/message.ts, whose schemas this script leaves to the server). */
const MESSAGE_LENGTH = 4096;

const TemplateDialog = lazy(async () => ({ default: (await import('./TemplateDialog')).TemplateDialog }));

/** Where a message is written: freely, or from a template once WhatsApp's window has closed. */
export function MessageFoot({
  lead,
  panel,
  conversation,
  onSent,
  onWindowClosed,
}: {
  lead: Lead;
  panel: LeadActions;
  conversation: Conversation;
  onSent: (message: LeadMessage) => void;
  onWindowClosed: () => void;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const isOpen = useIsOpen(conversation.window_ends_at);
  if (isOpen)
    return (
      <WritingBox
        {...{ lead, panel }}
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
        <Suspense>
          <TemplateDialog
            lead={lead}
            onSent={(message) => {
              setChoosing(false);
              onSent(message);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  );
}
