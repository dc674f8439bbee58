import type { HeardReaction, HeardStatus } from '../../whatsapp/heard';
import { isErasedMessage } from '../erasure/erased-marks';
import { announceChanges } from '../live/live';
import { putReaction, putStatus, selectReaction, selectStatus } from './heard-queries';
import { noteTakenAs } from './sending';
import { settleFailure } from './settle-failure';

/** How far a message came; what is further stays. What was delivered has not failed. */
const STEPS = ['sent', 'failed', 'delivered', 'read'] as const;

/** Keeps how far a message of ours came, which may be told before the message. Idempotent, in any order. */
export function takeStatus({ wamid, status, error, at, sent_as }: HeardStatus): void {
  if (isErasedMessage(wamid)) return;
  // Where the answer to our sending got lost, this tells it.
  if (sent_as !== null) noteTakenAs(sent_as, wamid);
  const before = selectStatus().get({ wamid })?.status;
  if (before !== undefined && STEPS.indexOf(before) >= STEPS.indexOf(status)) return;
  putStatus().run({ wamid, status, error: status === 'failed' ? error : null, at });
  if (before === 'failed' || status === 'failed') settleFailure(wamid, before === 'failed');
  announceChanges();
}

/** Keeps the last reaction of each side. Idempotent, in any order. */
export function takeReaction({ wamid, direction, emoji, at }: HeardReaction): void {
  if (isErasedMessage(wamid)) return;
  const before = selectReaction().get({ wamid, direction });
  if (before && (before.at > at || before.emoji === emoji)) return;
  putReaction().run({ wamid, direction, emoji, at });
  announceChanges();
}
