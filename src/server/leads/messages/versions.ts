import { query } from '../../database/connection';
import type { WhatsappVersion } from '../../whatsapp/webhook-events';
import { recordEvent } from '../history/events';
import { lookUpLead } from '../leads';
import { announceChanges } from '../live/panels';
import { firstWordsOf, updateFirstWords } from './message-lead';
import { selectByWamid } from './message-queries';

type Version = { version: string; is_revoked: 0 | 1; body: string | null; at: string };

const insertVersion = query<[Version & { wamid: string }]>(
  `INSERT INTO message_versions (wamid, version, is_revoked, body, at)
   VALUES (:wamid, :version, :is_revoked, :body, :at) ON CONFLICT (version) DO NOTHING`,
);

/** Stores that a message was edited or revoked, in the caller's transaction. It may come before the message. Idempotent. */
export function receiveVersion({ wamid, version, isRevoked, body, at }: WhatsappVersion): void {
  const inserted = insertVersion().run({ wamid, version, is_revoked: isRevoked ? 1 : 0, body, at });
  if (inserted.changes > 0) settleVersions(wamid);
}

/** Oldest first. */
const selectVersions = query<[{ wamid: string }], Version>(
  'SELECT version, is_revoked, body, at FROM message_versions WHERE wamid = :wamid ORDER BY at, version <> wamid, id',
);

const deleteWords = query<[{ wamid: string }]>('DELETE FROM message_versions WHERE wamid = :wamid AND is_revoked = 0');

const updateBody = query<[{ id: number; body: string | null }]>('UPDATE messages SET body = :body WHERE id = :id');

const updateRevoked = query<[{ id: number }]>(
  `UPDATE messages SET body = NULL, media_id = NULL, mime_type = NULL, file_name = NULL, referral = NULL WHERE id = :id`,
);

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
