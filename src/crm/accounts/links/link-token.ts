import { useEffect, useState } from 'react';
import type { ApiError } from '~/crm/api-client';

let token = '';

function findToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/**
 * The one-time code behind the '#' of the address, or ''. Removes it from the address bar and the history, so that
 * nobody else at this screen can see it.
 */
export function readLinkToken(): string {
  const found = findToken();
  if (found) {
    token = found;
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

/** Whether a link was refused because it is used up or too old. */
export const isSpentLink = ({ code }: ApiError) => code === 'token_invalid';

/** Like readLinkToken, for rendering: null until the screen is hydrated. */
export function useLinkToken(): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    setShown(readLinkToken());
    // A second link that is opened in the same tab differs only behind the '#', so the browser would not load the page
    // again.
    const startAnew = () => {
      if (findToken()) location.reload();
    };
    addEventListener('hashchange', startAnew);
    return () => removeEventListener('hashchange', startAnew);
  }, []);
  return shown;
}
