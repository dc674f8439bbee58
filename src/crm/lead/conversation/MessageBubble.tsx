import type { LeadMessage, MessageKind, MessageStatus } from '~/shared/leads/message';
import { crmStrings } from '~/shared/strings/crm';
import { messageStrings, conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { ActionButton } from '../../ui/ActionButton';
import { Icon, LineIcon } from '../../ui/Icon';
import { RelativeTime } from '../../ui/RelativeTime';
import { useOpenLead } from '../open-lead';
import type { TimelineMessage } from '../timeline/arrange-timeline';

/** Kinds whose text says it all; the others are named before it. */
const SELF_EXPLANATORY: readonly MessageKind[] = ['text', 'template', 'button', 'interactive'];

const TICK = 'M2.5 10.5l3.5 3.5 7.5-8';
const TICKS = `${TICK}M9.5 13l1 1 7.5-8`;
const TICK_PATHS: Record<MessageStatus, string> = {
  queued: 'M10 17a7 7 0 100-14 7 7 0 000 14zM10 6v4h3.5',
  sent: TICK,
  delivered: TICKS,
  read: TICKS,
  failed: 'M10 3.5l7 12.5H3zM10 8.5v3.5M10 14h.01',
};

type Props = {
  item: TimelineMessage;
  /** Sends its text again. Resolves once that is done, or was refused. */
  onRetry: (body: string) => Promise<void>;
};

/** A WhatsApp message: theirs at the left, ours at the right. Only a turn's last one says by whom and when. */
export function MessageBubble({ item: { message, goesOn, endsTurn, isSentAgain }, onRetry }: Props) {
  const { lead } = useOpenLead();
  const { direction, status, author_name, at, quoted, reactions, former } = message;
  const isOurs = direction === 'out';
  const author = isOurs ? (author_name ?? strings.byPhone) : lead.nombre;
  const look = `bubble ${isOurs ? 'bubble-own bg-petrol-mist' : 'bg-sand'} ${goesOn ? 'bubble-on' : ''} ${endsTurn ? '' : 'bubble-on-turn'}`;
  return (
    <li className={look}>
      <span className="sr-only">{author}: </span>
      {quoted && (
        <blockquote className="bubble-quoted">
          <span>{quoted.direction === 'out' ? strings.us : lead.nombre}</span>
          <p>{quoted.text}</p>
        </blockquote>
      )}
      <MessageSource message={message} />
      <MessageText message={message} />
      <FormerWords message={message} />
      {status === 'failed' && <MessageFault {...{ message, isSentAgain, onRetry }} />}
      <div className={endsTurn ? 'bubble-by' : 'bubble-by bubble-by-on'}>
        {endsTurn && isOurs && <span aria-hidden="true">{author}</span>}
        <span className={endsTurn ? '' : 'sr-only'}>
          <RelativeTime at={at} now={Date.now()} />
        </span>
        {former.length > 0 && <span>{strings.edited}</span>}
        {status && status !== 'failed' && <Ticks status={status} says={endsTurn} />}
      </div>
      {reactions.length > 0 && (
        <ul className="bubble-reactions">
          {reactions.map((reaction) => {
            const name =
              reaction.direction === 'in' ? strings.reaction(reaction.emoji) : strings.ownReaction(reaction.emoji);
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

/** What a message says: its words, or what it is in words, with a link to its file. */
function MessageText({ message }: { message: LeadMessage }) {
  const { kind, body, file, lead_id, id, is_revoked } = message;
  if (is_revoked) return <p className="text-ink-soft italic">{strings.revoked}</p>;
  const name = messageStrings.kinds[kind];
  const isNamed = !body || !SELF_EXPLANATORY.includes(kind);
  return (
    <>
      {isNamed && (
        <p className="text-ink-soft">
          {file?.name ? `${name}: ${file.name}` : name}
          {file && (
            <>
              {' · '}
              <a
                // Meta keeps it for some days.
                href={`/api/leads/${lead_id}/messages/${id}`}
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

/** The advertisement or post that the person came from. */
function MessageSource({ message: { referral } }: { message: LeadMessage }) {
  if (!referral) return null;
  const { source_type = '', source_id, source_url, headline, body } = referral;
  return (
    <blockquote className="bubble-quoted">
      <span>{strings.cameFrom[source_type] ?? strings.cameFrom.ad}</span>
      <p className="wrap-anywhere">{[headline, body].filter(Boolean).join(' · ') || source_id}</p>
      {source_url && /^https:/.test(source_url) && (
        <a
          href={source_url}
          target="_blank"
          rel="noreferrer"
          className="font-medium text-petrol underline underline-offset-4"
        >
          {strings.seeSource}
        </a>
      )}
    </blockquote>
  );
}

/** What an edited message said before, oldest first. */
function FormerWords({ message: { former } }: { message: LeadMessage }) {
  if (former.length === 0) return null;
  return (
    <details className="mt-1 text-sm text-ink-soft">
      <summary className="cursor-pointer">{strings.former}</summary>
      {former.map(({ body, at }) => (
        <p key={at + body} className="whitespace-pre-line">
          {body}
        </p>
      ))}
    </details>
  );
}

type MessageFaultProps = {
  message: LeadMessage;
  isSentAgain: boolean;
  onRetry: (body: string) => Promise<void>;
};

/** Why a message did not go out, and a button that sends its text again. */
function MessageFault({ message: { kind, body, reason }, isSentAgain, onRetry }: MessageFaultProps) {
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-terracotta-dark">
      <p>
        <Icon name="warning" className="mr-1 inline-block size-4 align-[-0.2em]" />
        {strings.statuses.failed}
        {reason && `: ${reason}`}
      </p>
      {kind === 'text' && body && !isSentAgain && (
        <ActionButton size="small" onClick={() => onRetry(body)} busyLabel={strings.submitting}>
          {crmStrings.retry}
        </ActionButton>
      )}
    </div>
  );
}

/** How far one of our messages came, as WhatsApp shows it; in words, too, if `says`. */
function Ticks({ status, says }: { status: MessageStatus; says: boolean }) {
  const name = strings.statuses[status];
  return (
    <span className="ticks" data-status={status} title={name}>
      <LineIcon path={TICK_PATHS[status]} className="size-4" />
      <span className={says ? '' : 'sr-only'}>{name}</span>
    </span>
  );
}
