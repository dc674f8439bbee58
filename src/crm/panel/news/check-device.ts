import { deviceStrings } from '~/shared/strings/notices/push';
import { findDevice } from '../../ui/push/push-device';
import { showToast } from '../../ui/toasts/toasts';

/** Tells the server that this device is in use, and its owner if it was silenced. */
export async function checkDevice(): Promise<void> {
  await findDevice(() =>
    showToast({
      tone: 'warning',
      text: deviceStrings.silencedSince,
      action: { label: deviceStrings.activateAgain, run: () => location.assign('/cuenta#avisos') },
    }),
  );
}
