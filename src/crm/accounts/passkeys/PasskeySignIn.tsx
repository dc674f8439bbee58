import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON as RequestOptions,
} from '@simplewebauthn/browser';
import { useEffect, useState } from 'react';
import { ApiError, post, showFailure } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useStable } from '~/crm/ui/useStable';
import type { SessionUser } from '~/shared/accounts/account';
import { passkeyStrings as strings } from '~/shared/strings/accounts/passkeys';
import type { Signed } from '../account-api';

/** The server forgets a challenge after ten minutes; the email field's waits as long as the page is open. */
const RENEW_MS = 8 * 60_000;

/** Loaded lazily: most of it is the library. */
const loadDevice = () => import('./device');
const requestSignIn = () => post<RequestOptions>('/api/auth/passkey/options', {});

type Props = {
  offersInField?: boolean;
  onEntered: (user: SessionUser) => void;
};

/**
 * 'Entrar con una clave de acceso'. Where supported, the email field also offers this site's passkeys (autofill),
 * without a press.
 */
export function PasskeySignIn({ offersInField = false, onEntered }: Props) {
  const [busy, setBusy] = useState(false);

  const { offer, press } = useStable({
    offer: async () => {
      try {
        const [{ askDevice }, options] = await Promise.all([loadDevice(), requestSignIn()]);
        const answer = await askDevice(options, { autofill: true });
        await enter(answer);
      } catch (error) {
        // What nobody asked for fails silently, except a passkey that was picked.
        if (error instanceof ApiError && error.code.startsWith('passkey_')) showFailure(error);
      }
    },
    press: async () => {
      setBusy(true);
      try {
        const [{ askDevice }, options] = await Promise.all([loadDevice(), requestSignIn()]);
        await enter(await askDevice(options));
      } catch (error) {
        showPasskeyFailure(error);
        setBusy(false);
        if (offersInField && (await canOffer())) void offer();
      }
    },
  });

  async function enter(answer: AuthenticationResponseJSON) {
    try {
      const { user } = await post<Signed>('/api/auth/passkey', answer);
      onEntered(user);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'passkey_unknown')
        await (await loadDevice()).forgetOnDevice(answer.id);
      throw error;
    }
  }

  useEffect(() => {
    if (!offersInField) return;
    let isOver = false;
    let askedAt = 0;
    const ask = async () => {
      if (isOver || document.hidden || Date.now() - askedAt < RENEW_MS || !(await canOffer())) return;
      askedAt = Date.now();
      if (!isOver) void offer();
    };
    // The page comes first.
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300));
    idle(() => void ask());
    const timer = setInterval(() => void ask(), RENEW_MS);
    const onShown = () => void ask();
    document.addEventListener('visibilitychange', onShown);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
      if (askedAt > 0) void loadDevice().then(({ cancelRequest }) => cancelRequest());
    };
  }, [offersInField, offer]);

  return (
    <Button onClick={() => void press()} busyLabel={busy && strings.signingIn} className="w-full">
      <KeyIcon />
      {strings.signIn}
    </Button>
  );
}

/** Toasts why a passkey request failed; nothing if another request took its place. */
export function showPasskeyFailure(error: unknown): void {
  if (error instanceof Error && error.name === 'DeviceError') {
    const { reason } = error as Error & { reason: string | null };
    if (reason) showToast({ tone: 'error', text: reason });
  } else showFailure(error, strings.failed);
}

async function canOffer(): Promise<boolean> {
  try {
    return (await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
  } catch {
    return false;
  }
}

function KeyIcon() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5" fill="none" stroke="currentColor" strokeWidth="1.6">
      <circle cx="7" cy="7.5" r="3.75" />
      <path d="M9.75 10.25 16.5 17m-3.25-3.25 2-2" strokeLinecap="round" />
    </svg>
  );
}
