import { useEffect, useEffectEvent } from 'react';
import { onReturn } from './connection';

/** Calls `work` each time a lost connection is back. */
export function useReturn(work: () => void): void {
  const goOn = useEffectEvent(work);
  useEffect(() => onReturn(() => goOn()), []);
}
