import { apiLeadStrings } from '~/shared/strings/api/leads';
import { z } from '~/shared/zod';
import { AppError } from '../../app-error';
import { lastEventId } from '../events';
import {
  selectEventFrom,
  selectEventUpTo,
  selectLastRemovalId,
  selectLatestOfNext,
  selectRemovalBefore,
} from './change-queries';

/** How far a program knows what has happened: the last event and the last removal, and when that event was. */
export type Place = { event: number; at: string; removal: number };

const momentSchema = z.iso.datetime({ offset: true });
const cursorSchema = z.tuple([
  z.literal('c'),
  z.int().nonnegative(),
  z.iso.datetime(),
  z.int().nonnegative(),
]);

/** As opaque URL-safe text. */
export function encodePlace({ event, at, removal }: Place): string {
  return Buffer.from(JSON.stringify(['c', event, at, removal])).toString('base64url');
}

/**
 * The place that a moment or a cursor names. A cursor that tells of what never happened here was made before a backup was
 * restored: then it is the place of its moment, since all that has happened since then came later.
 * @throws {AppError} `invalid`, naming `since`.
 */
export function readPlace(since: string): Place & { isRestored: boolean } {
  if (momentSchema.safeParse(since).success)
    return { ...findPlace(new Date(since).toISOString()), isRestored: false };
  const place = decodePlace(since);
  const isRestored = !isKnown(place);
  return { ...(isRestored ? findPlace(place.at) : place), isRestored };
}

function decodePlace(text: string): Place {
  try {
    const [, event, at, removal] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { event, at, removal };
  } catch {
    const message = apiLeadStrings.errors.since;
    throw new AppError('invalid', { message, fields: { since: message } });
  }
}

/** Whether this history has come so far, with the same event there. That one may have gone with its lead. */
function isKnown({ event, at, removal }: Place): boolean {
  if (event > lastEventId() || removal > (selectLastRemovalId().get()?.id ?? 0)) return false;
  const there = selectEventUpTo().get({ upTo: event });
  return there?.id !== event || there.created_at === at;
}

/** So many events in a row may tell of an earlier time than their neighbours, as where a clock was set back. */
const OUT_OF_ORDER = 100;

/** The place before the first event of a moment or later. Ids are in the order of commits, and times nearly so. */
function findPlace(moment: string): Place {
  const removal = selectRemovalBefore().get({ moment })?.id ?? 0;
  let [low, high] = [0, lastEventId()];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { latest } = selectLatestOfNext().get({ after: middle, count: OUT_OF_ORDER }) ?? {};
    if (latest && latest < moment) low = middle + 1;
    else high = middle;
  }
  const first = selectEventFrom().get({ after: low, moment });
  const before = selectEventUpTo().get({ upTo: first ? first.id - 1 : lastEventId() });
  return { event: before?.id ?? 0, at: before?.created_at ?? moment, removal };
}
