import { useEffect, useState } from 'react';
import { rememberZone } from '../../ui/reading/remember-zone';

/** The reader's time zone: the server's guess at first, then the browser's own. */
export function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => setZone(rememberZone() || atFirst), [atFirst]);
  return zone;
}
