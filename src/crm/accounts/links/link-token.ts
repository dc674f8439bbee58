import { useEffect, useState } from 'react';

let token = '';

function findToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/**
 * The one-time code that stands in the address after '#', or '' where there is none. It is taken out of the address
 * bar and the history: who sees this screen must not see it.
 */
export function readLinkToken(): string {
  const found = findToken();
  if (found) {
    token = found;
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

/** Like readLinkToken, for what is drawn: null until the screen is alive. */
export function useLinkToken(): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    setShown(readLinkToken());
    // A newer link, opened in the same tab, differs only behind the '#': the browser would stay on the spent one.
    const startAnew = () => {
      if (findToken()) location.reload();
    };
    addEventListener('hashchange', startAnew);
    return () => removeEventListener('hashchange', startAnew);
  }, []);
  return shown;
}
