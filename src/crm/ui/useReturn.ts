import { useEffect, useEffectEvent } from 'react';
import { onReturn } from './connection';

/** Does `work` each time that a lost connection is back. */
export function useReturn(work: () => void): void {
  const goOn = useEffectEvent(work);
  useEffect(() => onReturn(() => goOn()), []);
}
