import type { MessageStatus } from '~/shared/leads/message';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { LineIcon } from '../../ui/Icon';

const TICK = 'M2.5 10.5l3.5 3.5 7.5-8';
const TICKS = `${TICK}M9.5 13l1 1 7.5-8`;
const PATHS: Record<MessageStatus, string> = {
  queued: 'M10 17a7 7 0 100-14 7 7 0 000 14zM10 6v4h3.5',
  sent: TICK,
  delivered: TICKS,
  read: TICKS,
  failed: 'M10 3.5l7 12.5H3zM10 8.5v3.5M10 14h.01',
};

/** How far one of our messages came, as WhatsApp shows it; in words, too, if `says`. */
export function Ticks({ status, says = false }: { status: MessageStatus; says?: boolean }) {
  const name = strings.statuses[status];
  return (
    <span className="ticks" data-status={status} title={name}>
      <LineIcon path={PATHS[status]} className="size-4" />
      <span className={says ? '' : 'sr-only'}>{name}</span>
    </span>
  );
}
