import { useEffect, useState } from 'react';

/** The one-time code that stands in the address after '#': null until it is read, '' where there is none. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get('token');
    setToken((known) => found ?? known ?? '');
    // Out of the address bar and the history: who sees this screen must not see the code.
    if (found) history.replaceState(null, '', location.pathname);
  }, []);
  return token;
}
