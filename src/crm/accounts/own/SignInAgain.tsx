import { useEffect, useRef, useState } from 'react';
import { ApiError, callApi, onReauthNeeded, type ReauthRequest, showFailure } from '~/crm/api-client';
import { $connection } from '~/crm/ui/connection';
import { isPlainClick } from '~/crm/ui/plain-click';
import { onStream, streamWhileVisible } from '~/crm/ui/stream';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useStable } from '~/crm/ui/useStable';
import type { SessionUser } from '~/shared/accounts/account';
import { crmStrings } from '~/shared/strings/crm';

type Screen = typeof import('./ReauthDialog');

/** Resolves once the question can be asked: a replayed click's answer may come before React's first effect. */
const canAsk = Promise.withResolvers<void>();

// Before any effect: clicks replayed after hydration come first.
if (typeof document !== 'undefined') document.addEventListener('click', proveBeforeDownload);

/**
 * When the session ends while a page is open, or the server demands a fresh proof of identity, asks for the password on
 * the page and then retries the refused calls, so that nothing typed is lost. A file link that needs such a proof
 * (`data-proof`) asks before the browser follows it. When the session was ended elsewhere, at once, and on window focus,
 * checks that the page still belongs to the signed-in user. `opensStream`: the page has no stream of its own.
 */
export function SignInAgain({ user, opensStream = false }: { user: SessionUser; opensStream?: boolean }) {
  /** Loaded lazily: most pages never need it. */
  const [screen, setScreen] = useState<{
    ReauthDialog: Screen['ReauthDialog'];
    needed: ReauthRequest;
  } | null>(null);
  const pending = useRef<PromiseWithResolvers<boolean> | null>(null);

  const { ask, finish } = useStable({
    ask: (needed: ReauthRequest) => {
      if (!pending.current) {
        pending.current = Promise.withResolvers<boolean>();
        // If the dialog cannot be loaded, the refused calls fail with the server's reason.
        import('./ReauthDialog').then(
          ({ ReauthDialog }) => setScreen({ ReauthDialog, needed }),
          () => finish(false),
        );
      }
      return pending.current.promise;
    },
    finish: (proven: boolean) => {
      setScreen(null);
      pending.current?.resolve(proven);
      pending.current = null;
    },
  });

  useEffect(() => {
    canAsk.resolve();
    return onReauthNeeded(ask);
  }, [ask]);

  useEffect(() => {
    const isOver = () =>
      callApi('/api/sessions', { offersSignIn: false }).then(
        () => false,
        (error) => error instanceof ApiError && error.code === 'unauthenticated' && !pending.current,
      );
    // Of another user, the page reloads; of nobody any more, too: the server then asks to sign in, and drafts stay.
    // Asks twice, because the first request may carry the cookie that a confirmation is just replacing.
    const check = async () => {
      if ((await isOver()) && (await isOver())) location.reload();
    };
    const checkShown = ({ persisted }: PageTransitionEvent) => persisted && check();
    const ignore = onStream('signed-out', check);
    const close = opensStream ? streamWhileVisible() : () => {};
    window.addEventListener('focus', check);
    window.addEventListener('pageshow', checkShown);
    return () => {
      ignore();
      close();
      window.removeEventListener('focus', check);
      window.removeEventListener('pageshow', checkShown);
    };
  }, [opensStream]);

  return screen && <screen.ReauthDialog needed={screen.needed} email={user.email} onFinish={finish} />;
}

/** Holds a click on a file link until the server would answer it. */
function proveBeforeDownload(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-proof]');
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const { href, download } = link;
  // A fresh link: the pressed one may be gone by then, and would ask again.
  const follow = () => Object.assign(document.createElement('a'), { href, download }).click();
  const confirm = () => callApi('/api/auth/confirm');
  canAsk.promise.then(confirm).then(follow, (error) => {
    if ($connection.get().isLost) showToast({ tone: 'error', text: crmStrings.connection.notOpened });
    else showFailure(error);
  });
}
