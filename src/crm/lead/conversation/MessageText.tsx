import type { LeadMessage, MessageKind } from '~/shared/leads/message';
import { messageStrings, conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { fileHref } from './message-api';

/** These are what they say; others are named before it. */
const OF_WORDS: readonly MessageKind[] = ['text', 'template', 'button', 'interactive'];

/** What a message says: its words, or what it is in words, with a link to its file. */
export function MessageText({ message }: { message: LeadMessage }) {
  const { kind, body, file } = message;
  const name = messageStrings.kinds[kind];
  const isNamed = !body || !OF_WORDS.includes(kind);
  return (
    <>
      {isNamed && (
        <p className="text-ink-soft">
          {file?.name ? `${name}: ${file.name}` : name}
          {file && (
            <>
              {' · '}
              <a
                href={fileHref(message)}
                target="_blank"
                rel="noreferrer"
                aria-label={strings.seeKind(name)}
                className="font-medium text-petrol underline underline-offset-4"
              >
                {strings.see}
              </a>
            </>
          )}
        </p>
      )}
      {body && <p className="whitespace-pre-line">{body}</p>}
    </>
  );
}
