import type { Heard } from '../../whatsapp/heard';
import { takeMessage } from './take-message';
import { takeReaction, takeStatus } from './take-told';

/**
 * Puts what was heard where it belongs, in the caller's transaction: a message into the story of the newest live lead of
 * its number, or of a new one. Idempotent by wamid, in any order.
 * @throws {AppError} `busy` if somebody was erased and the secrets key is missing.
 */
export function takeHeard(heard: Heard): void {
  if (heard.type === 'message') takeMessage(heard);
  else if (heard.type === 'reaction') takeReaction(heard);
  else takeStatus(heard);
}
