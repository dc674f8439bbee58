import { useEffect, useRef, useState } from 'react';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import type { PushDevice, PushStart } from '~/shared/notices/push';
import { deviceStrings as strings } from '~/shared/strings/notices/push';
import { showFailureOf } from '../api-client';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { findDevice, registerWorker, silenceDevice, silenceThisDevice, subscribeDevice } from '../ui/push/push-device';
import { showToast } from '../ui/toasts/toasts';

/** This browser's state: unknown yet, an obstacle, or its device's id (null: not subscribed). */
type Here = 'unknown' | Obstacle | { id: number | null };

/** Turns push on or off for this browser, and off for one's other devices. */
export function PushSwitch({ start }: { start: PushStart }) {
  const [here, setHere] = useState<Here>('unknown');
  const [devices, setDevices] = useState<readonly PushDevice[]>(start.devices);
  const [busy, setBusy] = useState<'here' | number | null>(null);
  /** Started before any press, so that the press itself asks for permission. */
  const worker = useRef<Promise<ServiceWorkerRegistration> | null>(null);

  useEffect(() => {
    const obstacle = findObstacle();
    if (obstacle) return setHere(obstacle);
    const prepared = registerWorker();
    worker.current = prepared;
    prepared
      .then(() => findDevice())
      .then(
        (id) => setHere({ id }),
        () => setHere({ id: null }),
      );
  }, []);

  async function act(which: 'here' | number, action: () => Promise<void>) {
    setBusy(which);
    try {
      await action();
    } catch (error) {
      const obstacle = findObstacle();
      if (obstacle) setHere(obstacle);
      else if (error instanceof DOMException) showToast({ tone: 'error', text: strings.refused });
      else showFailureOf(strings.failed, error);
    }
    setBusy(null);
  }

  const activate = () =>
    act('here', async () => {
      worker.current ??= registerWorker();
      setHere({ id: await subscribeDevice(worker.current, start.key) });
      showToast({ tone: 'success', text: strings.activated });
    });
  const silence = (id: number, isHere: boolean) =>
    act(isHere ? 'here' : id, async () => {
      await (isHere ? silenceThisDevice() : silenceDevice(id));
      setDevices((all) => all.filter((device) => device.id !== id));
      if (isHere) setHere({ id: null });
      showToast({ tone: 'success', text: strings.silenced });
    });

  const ownId = typeof here === 'object' ? here.id : null;
  const rests = devices.some(({ id, rests_since }) => id === ownId && rests_since !== null);
  const others = devices.filter(({ id }) => id !== ownId);
  return (
    <div className="mt-5 grid gap-3 border-t border-sand-line pt-4">
      <h3 className="card-title">{strings.title}</h3>
      {typeof here === 'string' ? (
        <p className="text-sm" role="status">
          {strings.here[here]}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="grow basis-56 font-medium" role="status">
            {ownId === null ? strings.off : rests ? strings.rests : strings.on}
          </p>
          {ownId === null ? (
            <Button onClick={() => void activate()} busyLabel={busy === 'here' && strings.activating}>
              {strings.activate}
            </Button>
          ) : (
            <Button onClick={() => void silence(ownId, true)} busyLabel={busy === 'here' && strings.silencing}>
              {strings.silence}
            </Button>
          )}
        </div>
      )}
      {here !== 'unknown' && others.length > 0 && (
        <ul aria-label={strings.others} className="divide-y divide-sand-line">
          {others.map(({ id, user_agent, created_at }) => {
            const name = describeBrowser(user_agent);
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{name}</p>
                  <p className="text-sm text-ink-faint">
                    {strings.since} <LocalTime at={created_at} />
                  </p>
                </div>
                <Button
                  size="small"
                  aria-label={strings.silenceNamed(name)}
                  onClick={() => void silence(id, false)}
                  busyLabel={busy === id && strings.silencing}
                >
                  {strings.silenceOther}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Why a browser cannot get push: plain http, an app to install first, unsupported, or denied. */
type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied';

/** What keeps this browser from push; null if nothing does. */
function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApplePhone() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** An iPhone or iPad, which claims to be a Mac but has touch. There only installed apps get push. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
