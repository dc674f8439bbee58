import { useEffect, useState } from 'react';
import { ApiError, post } from '~/crm/api-client';
import { useForm } from '~/crm/ui/forms/useForm';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import type { z } from '~/shared/zod';

let token = '';

function findToken(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

/**
 * The one-time code in the URL fragment, or ''. Removes it from the address bar and the history, so that nobody else at
 * this screen sees it.
 */
export function readLinkToken(): string {
  const found = findToken();
  if (found) {
    token = found;
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token;
}

/** Whether a link was refused as used up or expired. */
export const isSpentLink = ({ code }: ApiError) => code === 'token_invalid';

/** Like readLinkToken, for rendering: null until hydrated. */
export function useLinkToken(): string | null {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    setShown(readLinkToken());
    // A second link opened in this tab differs only in its fragment, so the browser would not reload.
    const reload = () => {
      if (findToken()) location.reload();
    };
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  return shown;
}

/**
 * The form that redeems a link: sends its token along. `fault`: why the link does not serve, as far as is known; a screen
 * shows it in place of the form.
 */
export function useLinkForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>) => Promise<void>,
  extra?: (data: FormData) => Record<string, unknown>,
) {
  const token = useLinkToken();
  const form = useForm(schema, send, {
    extra: (data) => ({ token: readLinkToken(), ...extra?.(data) }),
    isShown: isSpentLink,
  });
  const { errors, failure } = form;
  const isMissing = token === '' || errors.token !== undefined;
  const spent = failure && isSpentLink(failure) ? failure.message : null;
  return { ...form, token, fault: spent ?? (isMissing ? accountStrings.link.missingToken : null) };
}

/** What a link offers, read at `path` without using it up, or why it no longer offers anything. */
export function useLinkOffer<Offer>(token: string | null, path: string) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (!token) return;
    post<Offer>(path, { token }).then(
      setOffer,
      (error) => error instanceof ApiError && isSpentLink(error) && setRefusal(error.message),
    );
  }, [token, path]);
  return { offer, refusal };
}
