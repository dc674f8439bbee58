import type { LeadMessage } from '~/shared/leads/message';
import { messageStrings } from '~/shared/strings/lead/conversation';
import type { MessageRow } from './message-json';

/** A message as people and programs get it: what it is in words, and why it failed. */
export function describeMessage(row: MessageRow): LeadMessage {
  const { has_file, mime_type, file_name, status, error, is_sent, quoted, ...rest } = row;
  const isOurs = row.direction === 'out';
  const failure = error === null ? null : (messageStrings.failures[error] ?? messageStrings.failed(error));
  return {
    ...rest,
    status: isOurs ? (status ?? (is_sent ? 'sent' : 'queued')) : null,
    reason: isOurs && status === 'failed' ? (failure ?? messageStrings.failed(null)) : null,
    file: has_file ? { mime_type, name: file_name } : null,
    quoted: quoted && {
      direction: quoted.direction,
      text: quoted.body ?? messageStrings.kinds[quoted.kind],
    },
  };
}
