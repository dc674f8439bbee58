import { useEffect, useState } from 'react';
import type { ImportProgress } from '~/shared/imports/import';
import { ApiError } from '../api-client';
import { fetchImport } from './import-api';

const ASK_EVERY_MS = 700;

/** An import's progress, polled until it rests. `isLost`: the last read failed. */
export function useProgress(start: ImportProgress) {
  const [progress, setProgress] = useState(start);
  const [isLost, setIsLost] = useState(false);
  const { id, state } = progress;
  const isMoving = state === 'running' || state === 'undoing';
  useEffect(() => {
    if (!isMoving) return;
    const abort = new AbortController();
    let timer: number;
    const ask = async () => {
      try {
        setProgress(await fetchImport(id, abort.signal));
        setIsLost(false);
      } catch (error) {
        if (abort.signal.aborted) return;
        setIsLost(error instanceof ApiError);
      }
      timer = window.setTimeout(ask, ASK_EVERY_MS);
    };
    timer = window.setTimeout(ask, ASK_EVERY_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, isMoving]);
  return { progress, setProgress, isMoving, isLost };
}
