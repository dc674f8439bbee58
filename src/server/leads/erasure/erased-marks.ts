import { withNinthDigit } from '~/shared/phones/mobile-prefix';
import { query } from '../../database/connection';
import { removeInSlices } from '../../database/slices';
import { sign } from '../../secrets/encryption';
import { isUserId, keyOfNumber } from '../messages/number-keys';

export const MARK_CONTEXT = 'erased';
/** A number that is connected brings up to six months of history. */
const RETENTION_DAYS = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Input of the mark of an erased person's number, or Meta's id of them, as keys were when the oldest marks were made. */
export function numberMark(phone_key: string): string {
  return `phone:${withNinthDigit(phone_key)}`;
}

/** Input of the mark of a message of an erased person, by Meta's id. */
export function messageMark(wamid: string): string {
  return `wamid:${wamid}`;
}

/**
 * Whether a message from or to this number (digits with the calling code), or Meta's id of a person, is of somebody who was erased since it was
 * written: what comes again of them makes nothing, what they write later is a stranger's. Meta's times are whole
 * seconds, so the second of the erasure counts as before.
 * @throws {AppError} `busy` if somebody was erased and the secrets key is missing.
 */
export function isFromErased(number: string, at: string): boolean {
  if (!isAnyMarkedSince(at)) return false;
  const erasedAt = findMark(numberMark(isUserId(number) ? number : keyOfNumber(number)));
  return erasedAt !== null && at <= erasedAt;
}

/**
 * Whether the message with this id was erased with its person; its statuses and reactions may come again, too.
 * @throws {AppError} `busy` if somebody was erased and the secrets key is missing.
 */
export function isErasedMessage(wamid: string): boolean {
  return isAnyMarkedSince('') && findMark(messageMark(wamid)) !== null;
}

/** The last moment at which somebody was erased of whom marks are kept. */
const selectLastErasure = query<[], { last: string | null }>('SELECT max(erased_at) AS last FROM erased_marks');

/** Spares the hashes where nobody was erased. */
function isAnyMarkedSince(at: string): boolean {
  const last = selectLastErasure().get()?.last ?? null;
  return last !== null && at <= last;
}

const selectErasedAt = query<[{ mark: Buffer }], { erased_at: string }>(
  'SELECT erased_at FROM erased_marks WHERE mark = :mark',
);

function findMark(mark: string): string | null {
  return selectErasedAt().get({ mark: sign(mark, MARK_CONTEXT) })?.erased_at ?? null;
}

const deleteMarksBefore = query<[{ before: string; limit: number }]>(
  `DELETE FROM erased_marks WHERE mark IN (
     SELECT mark FROM erased_marks INDEXED BY erased_marks_by_age WHERE erased_at < :before LIMIT :limit
   )`,
);

/** Removes marks so old that Meta repeats nothing from before them. Returns how many. */
export function removeOldMarks(now = Date.now()): Promise<number> {
  return removeInSlices(deleteMarksBefore, { before: new Date(now - RETENTION_DAYS * DAY_MS).toISOString() });
}
