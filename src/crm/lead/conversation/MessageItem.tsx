import type { Lead } from '~/shared/leads/lead';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { RelativeTime } from '../../ui/RelativeTime';
import type { StoryMessage } from '../notes/arrange-story';
import { MessageFault } from './MessageFault';
import { MessageText } from './MessageText';
import { Ticks } from './Ticks';

/** A WhatsApp message: theirs at the left, ours at the right. Only a turn's last one says by whom and when. */
export function MessageItem({
  item: { message, goesOn, endsTurn, isSentAgain },
  lead,
  onRetry,
}: {
  item: StoryMessage;
  lead: Lead;
  /** Sends its text again. Resolves once that is done, or was refused. */
  onRetry: (body: string) => Promise<void>;
}) {
  const { direction, status, author_name, at, quoted, reactions } = message;
  const isOurs = direction === 'out';
  const author = isOurs ? (author_name ?? strings.byPhone) : lead.nombre;
  const look = `bubble ${isOurs ? 'bubble-own bubble-sent' : 'bubble-said'} ${goesOn ? 'bubble-on' : ''} ${endsTurn ? '' : 'bubble-on-turn'}`;
  return (
    <li className={look}>
      <span className="sr-only">{author}: </span>
      {quoted && (
        <blockquote className="bubble-quoted">
          <span>{quoted.direction === 'out' ? strings.us : lead.nombre}</span>
          <p>{quoted.text}</p>
        </blockquote>
      )}
      <MessageText message={message} />
      {status === 'failed' && <MessageFault {...{ message, isSentAgain, onRetry }} />}
      <div className={endsTurn ? 'bubble-by' : 'bubble-by bubble-by-on'}>
        {endsTurn && isOurs && <span aria-hidden="true">{author}</span>}
        <span className={endsTurn ? '' : 'sr-only'}>
          <RelativeTime at={at} now={Date.now()} />
        </span>
        {status && status !== 'failed' && <Ticks status={status} says={endsTurn} />}
      </div>
      {reactions.length > 0 && (
        <ul className="bubble-reactions">
          {reactions.map((reaction) => {
            const name =
              reaction.direction === 'in'
                ? strings.reaction(reaction.emoji)
                : strings.ownReaction(reaction.emoji);
            return (
              <li key={reaction.direction} title={name}>
                <span aria-hidden="true">{reaction.emoji}</span>
                <span className="sr-only">{name}</span>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
