import { useEffect, useRef, useState } from 'react';
import type { BulkAnswer, BulkInput, BulkUndoAnswer } from '~/shared/leads/bulk';
import { bulkStrings as strings } from '~/shared/strings/panel/bulk';
import { ApiError, describeFailure, post, showFailureOf } from '../../api-client';
import { makeKey } from '../../ui/drafts/drafts';
import { showToast } from '../../ui/toasts/toasts';
import { keepLastAct, type LastAct, readLastAct } from './last-act';

const MAX_IDS = 500;
const MAX_TRIES = 3;
const MAX_NAMED = 10;

type Sum = Pick<BulkAnswer, 'changed' | 'skipped' | 'left'>;

/** Progress: leads done, of how many. */
export type Run = { what: 'change' | 'undo'; done: number; total: number };

/** Target of a change: these leads, or all that match a filter; and the last event that was on the screen. */
export type BulkTarget = Pick<BulkInput, 'ids' | 'filter' | 'as_of'> & { total: number };

/** A bulk change, call after call, and its undo. `stop` leaves the rest as it is. */
export function useBulkRun(userId: string) {
  const [run, setRun] = useState<Run | null>(null);
  /** For when it says more than its toast, or the toast is gone after a reload. */
  const [last, setLast] = useState<LastAct | null>(null);
  useEffect(() => setLast(readLastAct(userId)), [userId]);
  const isStopped = useRef(false);

  function keep(act: LastAct | null, isShown = false) {
    keepLastAct(userId, act);
    setLast(isShown ? act : null);
  }

  /** `say` words the outcome for a count. Resolves once all is done, stopped or refused. */
  async function change(target: BulkTarget, change: BulkInput['change'], say: (count: number) => string) {
    const { total, as_of } = target;
    const keys: string[] = [];
    const sum: Sum = { changed: 0, skipped: 0, left: [] };
    isStopped.current = false;
    setRun({ what: 'change', done: 0, total });
    keep(null);
    try {
      for (const part of partsOf(target)) {
        const key = makeKey();
        keys.push(key);
        const before = { ...sum };
        for (let isOver = false; !isOver && !isStopped.current; ) {
          const body = { ...part, change, ...(as_of !== undefined && { as_of }) };
          const answer = await send<BulkAnswer>('/api/leads/bulk', body, key);
          sum.changed = before.changed + answer.changed;
          sum.skipped = before.skipped + answer.skipped;
          sum.left = [...sum.left, ...answer.left].slice(0, MAX_NAMED);
          setRun({ what: 'change', done: Math.min(total, sum.changed + sum.skipped), total });
          // After a reload meanwhile, what is done can be undone.
          keepLastAct(userId, describeAct(sum, say, keys));
          isOver = answer.done;
        }
        if (isStopped.current) break;
      }
      const isCut = isStopped.current && sum.changed + sum.skipped < total;
      const isClaim = sum.changed > 0 && change.next_contact_on;
      toastResult(sum, say, keys, [isClaim && strings.taken, isCut && strings.stopped]);
    } catch (error) {
      if (sum.changed === 0) return showFailureOf(strings.failed, error);
      keep(describeAct(sum, say, keys), sum.left.length > 0);
      const reason = describeFailure(error, '');
      showToast({
        tone: 'error',
        text: reason || strings.failed,
        detail: strings.before(say(sum.changed)),
        undo: () => void undo(keys, sum.changed),
      });
    } finally {
      setRun(null);
    }
  }

  function toastResult(sum: Sum, say: (count: number) => string, keys: string[], notes: unknown[]) {
    const { changed, skipped } = sum;
    keep(describeAct(sum, say, keys), sum.left.length > 0);
    const detail = [skipped > 0 && strings.skipped(skipped), ...notes].filter(Boolean).join(' ');
    showToast({
      tone: changed > 0 ? 'success' : 'warning',
      text: changed > 0 ? say(changed) : strings.nobody,
      ...(detail && { detail }),
      ...(changed > 0 && { undo: () => void undo(keys, changed) }),
    });
  }

  async function undo(keys: string[], total: number) {
    const sum = { restored: 0, kept: 0 };
    isStopped.current = false;
    setRun({ what: 'undo', done: 0, total });
    try {
      for (const key of [...keys].reverse()) {
        const before = { ...sum };
        for (let isOver = false; !isOver; ) {
          const answer = await send<BulkUndoAnswer>('/api/leads/bulk/undo', { undo: key });
          sum.restored = before.restored + answer.restored;
          sum.kept = before.kept + answer.kept;
          setRun({ what: 'undo', done: Math.min(total, sum.restored + sum.kept), total });
          isOver = answer.done;
        }
      }
      keep(null);
      const tone = sum.kept > 0 ? 'warning' : 'success';
      showToast({ tone, text: strings.restored(sum.restored, sum.kept) });
    } catch (error) {
      showFailureOf(strings.undoFailed, error);
    } finally {
      setRun(null);
    }
  }

  return {
    run,
    change,
    last,
    undoLast: () => last && void undo(last.keys, last.changed),
    forgetLast: () => keep(null),
    stop: () => {
      isStopped.current = true;
    },
  };
}

function describeAct(
  { changed, skipped, left }: Sum,
  say: (count: number) => string,
  keys: readonly string[],
): LastAct {
  const text = changed > 0 ? say(changed) : strings.nobody;
  return { keys: [...keys], changed, skipped, left, text, at: Date.now() };
}

/** A call takes a limited number of ids; each part is an act of its own, and all are undone together. */
function partsOf({ ids, filter }: BulkTarget): Pick<BulkInput, 'ids' | 'filter'>[] {
  if (!ids) return [{ filter }];
  const count = Math.ceil(ids.length / MAX_IDS);
  return Array.from({ length: count }, (_, part) => ({
    ids: ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  }));
}

/** Retries a call whose answer was lost: the key makes it idempotent. */
async function send<Answer>(path: string, body: object, key?: string): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await post<Answer>(path, body, { key, waits: true });
    } catch (error) {
      const isLost = error instanceof ApiError && error.code === 'network';
      if (!isLost || tries === MAX_TRIES) throw error;
    }
  }
}
