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
  /** Since when an enquiry is new, by the server's clock. */
  since: number;
  /** Whether it is to be heard. */
  sound: boolean;
  onSetAside: (count: number) => void;
  /** Opens a lead. */
  onOpen: (leadId: number) => void;
  /** Which messages the page came with. */
  messagesVersion: string;
  onMessages: Dispatch<SetStateAction<MessageSet>>;
};

/** What a first look does not need: the panel loads it once it stands. */
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
        // The next page asks again.
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
