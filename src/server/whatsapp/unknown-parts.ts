import { MAX_UNKNOWN, UNKNOWN_KEPT_DAYS } from '~/shared/whatsapp/connection';
import { deleteBatch, query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import { writeJson } from './payload-parts';

const DAY_MS = 24 * 3_600_000;
/** With MAX_UNKNOWN rows some 8 MiB. */
const MAX_PART_LENGTH = 4096;
const MAX_KIND_LENGTH = 80;

const insertUnknown = query<[{ kind: string; body: string; now: string }], { id: number }>(
  'INSERT INTO whatsapp_unknown (kind, body, received_at) VALUES (:kind, :body, :now) RETURNING id',
);

const deleteUnknownBelow = query<[{ id: number }]>('DELETE FROM whatsapp_unknown WHERE id < :id');

/** Keeps a part of a webhook that this version cannot read, in the caller's transaction. */
export function storeUnknown(kind: string, part: unknown): void {
  const text = typeof part === 'string' ? part : (writeJson(part ?? null) ?? '');
  const { id = 0 } =
    insertUnknown().get({
      kind: kind.slice(0, MAX_KIND_LENGTH).toWellFormed(),
      body: text.slice(0, MAX_PART_LENGTH).toWellFormed(),
      now: new Date().toISOString(),
    }) ?? {};
  deleteUnknownBelow().run({ id: id - MAX_UNKNOWN + 1 });
}

const keptSince = () => new Date(Date.now() - UNKNOWN_KEPT_DAYS * DAY_MS).toISOString();

const countUnknownSince = query<[{ since: string }], { count: number }>(
  'SELECT count(*) AS count FROM whatsapp_unknown WHERE received_at > :since',
);

/** Unknown parts of the last 30 days, at most MAX_UNKNOWN. */
export function countUnknown(): number {
  return countUnknownSince().get({ since: keptSince() })?.count ?? 0;
}

const deleteUnknownBefore = deleteBatch<{ before: string }>('whatsapp_unknown', 'id', 'received_at < :before');

/** Removes those older than 30 days; returns how many. */
export function removeOldUnknown(): Promise<number> {
  return removeInSlices(deleteUnknownBefore, { before: keptSince() });
}
