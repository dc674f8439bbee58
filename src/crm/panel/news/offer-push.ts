import { deviceStrings as strings } from '~/shared/strings/notices/push';
import { showFailureOf } from '../../api-client';
import { registerWorker, subscribeDevice } from '../../ui/push/push-device';
import { showToast } from '../../ui/toasts/toasts';

/** Set once push was offered: whoever lets it pass is not asked again. */
const OFFERED = 'avisos-ofrecidos';

/** Whether one press turns push on here: possible, and neither allowed nor refused so far. */
export function canTurnOnPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && globalThis.Notification?.permission === 'default';
}

/** Offers push, once in this browser: after enquiries came while nobody looked. */
export function offerPush(key: string): void {
  if (!canTurnOnPush() || localStorage.getItem(OFFERED)) return;
  localStorage.setItem(OFFERED, '1');
  showToast({
    tone: 'success',
    text: strings.cameUnseen,
    action: { label: strings.offer, run: () => void turnOnPush(key) },
  });
}

/** Subscribes this browser. Call it in a press: browsers ask for permission only then. */
export async function turnOnPush(key: string): Promise<void> {
  try {
    await subscribeDevice(registerWorker(), key);
    showToast({ tone: 'success', text: strings.activated });
  } catch (error) {
    if (error instanceof DOMException) showToast({ tone: 'error', text: strings.refused });
    else showFailureOf(strings.failed, error);
  }
}
