import { type ComponentProps, type Dispatch, type SetStateAction, useEffect } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import { deviceStrings } from '~/shared/strings/notices/push';
import type { TemplateSet } from '~/shared/templates/template';
import { findDevice } from '../ui/push/push-device';
import { onStream } from '../ui/stream';
import { showToast } from '../ui/toasts/toasts';
import { offerPush } from './news/offer-push';
import { watchNews } from './news/watch-news';
import { watchTemplates } from './news/watch-templates';
import { watchWins } from './news/watch-wins';
import type { PanelPage } from './panel-page';
import { SavedViews } from './views/SavedViews';

type Props = ComponentProps<typeof SavedViews> & {
  page: PanelPage;
  onSetAside: (count: number) => void;
  onOpen: (leadId: number) => void;
  onMessages: Dispatch<SetStateAction<TemplateSet>>;
};

/** Live watchers and saved views. */
export function PanelBackground({ page, onSetAside, onOpen, onMessages, ...views }: Props) {
  const { user, now } = page;
  const { version } = page.messages;
  const { pushKey } = page;
  useEffect(
    () => watchNews({ account: user.id, since: now, onLooked: () => offerPush(pushKey) }),
    [user.id, now, pushKey],
  );

  const adminId = isAdmin(user) ? user.id : null;
  useEffect(() => (adminId ? watchWins(adminId, onOpen) : undefined), [adminId, onOpen]);

  useEffect(() => {
    if (globalThis.Notification?.permission !== 'granted') return;
    // Tells the server that this device is in use, and its owner if it was silenced. The next page retries.
    findDevice(() =>
      showToast({
        tone: 'warning',
        text: deviceStrings.silencedSince,
        action: { label: deviceStrings.activateAgain, run: () => location.assign('/cuenta#avisos') },
      }),
    ).catch(() => {});
  }, []);

  useEffect(() => onStream('set-aside', ({ data }) => onSetAside(Number(data))), [onSetAside]);

  useEffect(
    () => watchTemplates(version, (usual) => onMessages((before) => ({ ...before, usual }))),
    [version, onMessages],
  );

  return <SavedViews {...views} />;
}
