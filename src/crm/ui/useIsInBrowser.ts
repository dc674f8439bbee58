import { useEffect, useState } from 'react';

/** False on the server and in the first frame, which has to be as the server drew it: it waits for no part that is loaded later. */
export function useIsInBrowser(): boolean {
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  return isInBrowser;
}
