import { useEffect, useState } from 'react';

/** False on the server and in the first frame, which must match the server's: it waits for no lazy part. */
export function useIsInBrowser(): boolean {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return isInBrowser;
}
