import { removeInSlices, workInSlices } from '../../database/slices';
import {
  deleteReactionById,
  deleteStatusById,
  deleteUnclaimed,
  deleteVersionById,
  walkReactions,
  walkStatuses,
  walkVersions,
} from './unclaimed-queries';

/** How long a message, status or reaction without a lead is kept. */
export const UNCLAIMED_RETENTION_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_PER_STEP = 200;

/**
 * Removes after a week what belongs to no lead: our messages to unknown numbers, and statuses, reactions and
 * versions of messages that never came. Returns how many.
 */
export async function removeUnclaimed(): Promise<number> {
  const before = new Date(Date.now() - UNCLAIMED_RETENTION_DAYS * DAY_MS).toISOString();
  let removed = await removeInSlices(deleteUnclaimed, { before });
  for (const [walk, remove] of [
    [walkStatuses, deleteStatusById],
    [walkReactions, deleteReactionById],
    [walkVersions, deleteVersionById],
  ] as const) {
    let after = 0;
    await workInSlices(() => {
      const rows = walk().all({ after, limit: ROWS_PER_STEP });
      for (const { id, is_stray, at } of rows) {
        if (is_stray === 1 && at < before) removed += remove().run({ id }).changes;
      }
      after = rows.at(-1)?.id ?? after;
      return rows.length;
    });
  }
  return removed;
}
