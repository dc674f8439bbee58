import { useEffect, useEffectEvent } from 'react';
import { onReturn } from './connection';

/** Calls `work` on every reconnect. */
export function useReturn(work: () => void): void {
  const goOn = useEffectEvent(work);
  useEffect(() => onReturn(() => goOn()), []);
}
