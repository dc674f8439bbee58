import type { WhatsappVersion } from '../../whatsapp/webhook-events';
import { recordEvent } from '../history/events';
import { lookUpLead } from '../leads';
import { announceChanges } from '../live/stream';
import { firstWordsOf, updateFirstWords } from './message-lead';
import { selectByWamid } from './received-queries';
import { deleteWords, insertVersion, selectVersions, updateBody, updateRevoked } from './version-queries';

/** Stores that a message was edited or revoked, in the caller's transaction. It may come before the message. Idempotent. */
export function receiveVersion({ wamid, version, isRevoked, body, at }: WhatsappVersion): void {
  const inserted = insertVersion().run({ wamid, version, is_revoked: isRevoked ? 1 : 0, body, at });
  if (inserted.changes > 0) settleVersions(wamid);
}

/**
 * Gives a message its last words, or takes them away if it was revoked, in the caller's transaction. The former words
 * of an edited one stay; those of a revoked one are gone, as on the person's telephone.
 */
export function settleVersions(wamid: string): void {
  const message = selectByWamid().get({ wamid });
  const versions = selectVersions().all({ wamid });
  const last = versions.at(-1);
  if (!message || !last) return;
  const lead = message.lead_id === null ? null : lookUpLead(message.lead_id);
  const before = lead && firstWordsOf(lead);
  const isRevoked = versions.some(({ is_revoked }) => is_revoked === 1);
  if (isRevoked) {
    deleteWords().run({ wamid });
    updateRevoked().run({ id: message.id });
  } else {
    if (message.body === last.body) return;
    if (!versions.some(({ version }) => version === wamid))
      insertVersion().run({ wamid, version: wamid, is_revoked: 0, body: message.body, at: message.at });
    updateBody().run({ id: message.id, body: last.body });
  }
  announceChanges();
  if (!lead) return;
  updateFirstWords(lead, before);
  const type = isRevoked ? 'message_revoked' : 'message_edited';
  recordEvent(lead.id, null, { type, to: String(message.id) }, new Date().toISOString());
}
