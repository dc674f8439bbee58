import { useEffect, useState } from 'react';
import { leaveZone } from '../../ui/reading/leave-zone';

/** The reader's time zone: the server's guess at first, then the browser's own. */
export function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => setZone(leaveZone() || atFirst), [atFirst]);
  return zone;
}
