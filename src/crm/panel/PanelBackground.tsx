import { type ComponentProps, type Dispatch, type SetStateAction, useEffect } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import type { TemplateSet } from '~/shared/templates/template';
import { onStream } from '../ui/on-stream';
import { checkDevice } from './news/check-device';
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
  useEffect(() => watchNews({ account: user.id, since: now }), [user.id, now]);

  const adminId = isAdmin(user) ? user.id : null;
  useEffect(() => (adminId ? watchWins(adminId, onOpen) : undefined), [adminId, onOpen]);

  useEffect(() => {
    if (globalThis.Notification?.permission !== 'granted') return;
    checkDevice().catch(() => {
      // The next page retries.
    });
  }, []);

  useEffect(() => onStream('set-aside', ({ data }) => onSetAside(Number(data))), [onSetAside]);

  useEffect(
    () => watchTemplates(version, (usual) => onMessages((before) => ({ ...before, usual }))),
    [version, onMessages],
  );

  return <SavedViews {...views} />;
}
