import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanLine, cleanLines } from '~/shared/clean-text';
import { ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { encodeCursor } from '~/shared/paging';
import { query } from '../database/connection';
import { decodeCursor, ROWS_TO_READ, toPage } from '../database/paging';
import { readKeptFields } from './submission';

const MAX_COUNTED = 200;
const NEWEST_FIRST = { created_at: '9999', id: 0 };
/** Few at once: machines send long texts, and parsing one takes 0.2 ms. */
const ROWS_PER_TURN = 20;

export type SetAsideReason = 'honeypot' | 'rate' | 'failure';

export type SetAsideRow = {
  id: number;
  submission_id: string;
  body: string;
  content_type: string;
  remote_address: string;
  reason: SetAsideReason;
  campaign: string | null;
  received_at: string;
};

export const SET_ASIDE =
  'SELECT id, submission_id, body, content_type, remote_address, reason, campaign, received_at FROM enquiries';

/** Submissions awaiting a decision, newest first, after the previous page's last row. */
const selectSetAside = query<[{ received_at: string; id: number; limit: number }], SetAsideRow>(
  `${SET_ASIDE} WHERE state = 'set_aside' AND (received_at, id) < (:received_at, :id)
   ORDER BY received_at DESC, id DESC LIMIT :limit`,
);

const selectLastEnquiryId = query<[], { id: number | null }>('SELECT max(id) AS id FROM enquiries');

/** Submissions awaiting a decision, newest first, 50 at a time. */
export async function listSetAside(cursor?: string): Promise<SetAsidePage> {
  const { created_at, id } = cursor ? decodeCursor(cursor) : NEWEST_FIRST;
  // Read before the page: later arrivals have higher ids and are not discarded with it.
  const until = selectLastEnquiryId().get()?.id ?? 0;
  const found = selectSetAside().all({ received_at: created_at, id, limit: ROWS_TO_READ });
  const { rows, next_cursor } = toPage(found, ({ id, received_at }) => encodeCursor({ created_at: received_at, id }));
  const enquiries: SetAsideEnquiry[] = [];
  for (const row of rows) {
    const { id, reason, remote_address, received_at } = row;
    enquiries.push({ id, reason, remote_address, received_at, fields: readableFields(row) });
    if (enquiries.length % ROWS_PER_TURN === 0) await nextTurn();
  }
  return { enquiries, next_cursor, until };
}

const countSetAside = query<[{ most: number }], { waiting: number }>(
  "SELECT count(*) AS waiting FROM (SELECT 1 FROM enquiries WHERE state = 'set_aside' LIMIT :most)",
);

/** How many await a decision; counts up to 200. */
export function countWaitingSetAside(): number {
  return countSetAside().get({ most: MAX_COUNTED })?.waiting ?? 0;
}

/** What a person could accept of a submission. */
export function readableFields(row: SetAsideRow): SetAsideEnquiry['fields'] {
  const kept = readKeptFields(row);
  const line = (name: string) => cleanLine(kept[name] ?? '');
  // A longer message could not be accepted.
  const mensaje = cleanLines(kept.mensaje ?? '').slice(0, ENQUIRY_LIMITS.mensaje);
  return { nombre: line('nombre'), email: line('email'), pais: line('pais'), telefono: line('telefono'), mensaje };
}
