import { useEffect, useState } from 'react';
import { leaveZone } from '../../ui/reading/leave-zone';

/** The reader's time zone: at first the one that the server took, then the browser's own. */
export function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => setZone(leaveZone() || atFirst), [atFirst]);
  return zone;
}
