import { type ComponentProps, type Dispatch, type SetStateAction, useEffect } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { MessageSet } from '~/shared/messages/template';
import { $stream } from '../ui/stream';
import { watchMessages } from './news/watch-messages';
import { watchNews } from './news/watch-news';
import { watchWins } from './news/watch-wins';
import { SavedViews } from './views/SavedViews';

type Props = ComponentProps<typeof SavedViews> & {
  user: SessionUser;
  /** Enquiries after this are new, by the server's clock. */
  since: number;
  /** Whether new enquiries ring. */
  sound: boolean;
  onSetAside: (count: number) => void;
  onOpen: (leadId: number) => void;
  /** Version of the messages that the page came with. */
  messagesVersion: string;
  onMessages: Dispatch<SetStateAction<MessageSet>>;
};

/** What the first look does not need; loaded once the panel stands. */
export function Later({
  user,
  since,
  sound,
  onSetAside,
  onOpen,
  messagesVersion,
  onMessages,
  ...views
}: Props) {
  useEffect(() => watchNews({ account: user.id, since, sound }), [user.id, since, sound]);

  const watcher = isAdmin(user) ? user.id : null;
  useEffect(() => (watcher ? watchWins(watcher, onOpen) : undefined), [watcher, onOpen]);

  useEffect(() => {
    if (globalThis.Notification?.permission !== 'granted') return;
    import('./news/check-device')
      .then(({ checkDevice }) => checkDevice())
      .catch(() => {
        // The next page retries.
      });
  }, []);

  useEffect(
    () =>
      $stream.subscribe((stream) =>
        stream?.addEventListener('set-aside', ({ data }) => onSetAside(Number(data))),
      ),
    [onSetAside],
  );

  useEffect(
    () => watchMessages(messagesVersion, (usual) => onMessages((before) => ({ ...before, usual }))),
    [messagesVersion, onMessages],
  );

  return <SavedViews {...views} />;
}
