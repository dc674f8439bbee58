import { apiLeadStrings } from '~/shared/strings/api/parameters';
import { z } from '~/shared/zod';
import { errorAt } from '../../app-error';
import { lastEventId } from '../history/events';
import {
  selectDatedUpTo,
  selectEventFrom,
  selectEventUpTo,
  selectLastRemovalId,
  selectLatestOfNext,
  selectRemovalBefore,
} from './change-queries';

/** How far a program has read: the last event, its time, and the last removal. */
export type ChangeCursor = { event: number; at: string; removal: number };

const momentSchema = z.iso.datetime({ offset: true });
const cursorSchema = z.tuple([z.literal('c'), z.int().nonnegative(), z.iso.datetime(), z.int().nonnegative()]);

export function encodeCursor({ event, at, removal }: ChangeCursor): string {
  return Buffer.from(JSON.stringify(['c', event, at, removal])).toString('base64url');
}

/**
 * The cursor that a moment or an encoded cursor names. A cursor unknown to this history predates a restored backup: it
 * resolves to its moment, because everything since came later.
 * @throws {AppError} `invalid`, naming `since`.
 */
export function readCursor(since: string): ChangeCursor & { isRestored: boolean } {
  if (momentSchema.safeParse(since).success) return { ...cursorAt(new Date(since).toISOString()), isRestored: false };
  const cursor = decodeCursor(since);
  const isRestored = !isKnown(cursor);
  return { ...(isRestored ? cursorAt(cursor.at) : cursor), isRestored };
}

function decodeCursor(text: string): ChangeCursor {
  try {
    const [, event, at, removal] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { event, at, removal };
  } catch {
    throw errorAt('since', apiLeadStrings.errors.since);
  }
}

/** Whether this history holds the cursor's event. A missing event is fine: it may have been purged with its lead. */
function isKnown({ event, at, removal }: ChangeCursor): boolean {
  if (event > lastEventId() || removal > (selectLastRemovalId().get()?.id ?? 0)) return false;
  const there = selectEventUpTo().get({ upTo: event });
  return there?.id !== event || there.created_at === at;
}

/** How many consecutive events may be out of time order, as after a clock is set back. */
const MAX_OUT_OF_ORDER = 100;

/**
 * The cursor before the first event at or after a moment. Ids follow commits, and times nearly so: a binary search,
 * then a scan of the window that may be out of order.
 */
function cursorAt(moment: string): ChangeCursor {
  const removal = selectRemovalBefore().get({ moment })?.id ?? 0;
  let [low, high] = [0, lastEventId()];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { latest } = selectLatestOfNext().get({ after: middle, count: MAX_OUT_OF_ORDER }) ?? {};
    if (latest && latest < moment) low = middle + 1;
    else high = middle;
  }
  const first = selectEventFrom().get({ after: low, moment });
  // Messages between the two may have come after the moment.
  const before = selectDatedUpTo().get({ upTo: first ? first.id - 1 : lastEventId() });
  return { event: before?.id ?? 0, at: before?.created_at ?? moment, removal };
}
