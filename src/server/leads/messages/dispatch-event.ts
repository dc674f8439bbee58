import { query } from '../../database/connection';
import {
  type Direction,
  RECEIPTS,
  type Receipt,
  type WhatsappEvent,
  type WhatsappReaction,
  type WhatsappStatus,
} from '../../whatsapp/webhook-events';
import { isErasedMessage } from '../erasure/erased-marks';
import { announceChanges } from '../live/panels';
import { putStatus, selectByWamid } from './message-queries';
import { markSentByOutboxId } from './outgoing';
import { receiveMessage } from './receive-message';
import { receiveMove } from './receive-move';
import { refreshReplyState } from './reply-state';
import { receiveVersion } from './versions';

/**
 * Stores a WhatsApp message, status, reaction or change, in the caller's transaction. Idempotent by wamid, in any order.
 * @throws {AppError} `busy` if somebody was erased and the secrets key is missing.
 */
export function receiveWhatsapp(event: WhatsappEvent): void {
  if (event.type === 'message') receiveMessage(event);
  else if (event.type === 'move') receiveMove(event);
  else if (isErasedMessage(event.wamid)) return;
  else if (event.type === 'reaction') receiveReaction(event);
  else if (event.type === 'version') receiveVersion(event);
  else receiveStatus(event);
}

const selectStatus = query<[{ wamid: string }], { status: Receipt }>(
  'SELECT status FROM message_statuses WHERE wamid = :wamid',
);

/** A status may come before its message. */
function receiveStatus({ wamid, status, error, at, sent_as }: WhatsappStatus): void {
  // If the answer to our request was lost, the status tells the wamid.
  if (sent_as !== null) markSentByOutboxId(sent_as, wamid);
  const before = selectStatus().get({ wamid })?.status;
  if (before !== undefined && RECEIPTS.indexOf(before) >= RECEIPTS.indexOf(status)) return;
  putStatus().run({ wamid, status, error: status === 'failed' ? error : null, at });
  const message = selectByWamid().get({ wamid });
  if (message && (before === 'failed' || status === 'failed'))
    refreshReplyState(message, { isLive: before === 'failed' });
  announceChanges();
}

type Side = { wamid: string; direction: Direction };

const selectReaction = query<[Side], { emoji: string; at: string }>(
  'SELECT emoji, at FROM message_reactions WHERE wamid = :wamid AND direction = :direction',
);

const putReaction = query<[Side & { emoji: string; at: string }]>(
  'INSERT OR REPLACE INTO message_reactions (wamid, direction, emoji, at) VALUES (:wamid, :direction, :emoji, :at)',
);

/** Keeps the last reaction of each side. */
function receiveReaction({ wamid, direction, emoji, at }: WhatsappReaction): void {
  const before = selectReaction().get({ wamid, direction });
  if (before && (before.at > at || before.emoji === emoji)) return;
  putReaction().run({ wamid, direction, emoji, at });
  announceChanges();
}
