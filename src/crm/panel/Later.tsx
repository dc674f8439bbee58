import { type ComponentProps, type Dispatch, type SetStateAction, useEffect } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { MessageSet } from '~/shared/messages/template';
import { ExportMenu } from './list/ExportMenu';
import { ImportLink } from './list/ImportLink';
import { watchMessages } from './news/watch-messages';
import { watchNews } from './news/watch-news';
import { $stream } from './useLive';
import { SavedViews } from './views/SavedViews';

type Props = ComponentProps<typeof SavedViews> & {
  user: SessionUser;
  /** How many leads the list has; null if that is not known. */
  total: number | null;
  /** Since when an enquiry is new, by the server's clock. */
  since: number;
  /** Whether it is to be heard. */
  sound: boolean;
  onSetAside: (count: number) => void;
  /** Which messages the page came with. */
  messagesVersion: string;
  onMessages: Dispatch<SetStateAction<MessageSet>>;
};

/** What a first look does not need: the panel loads it once it stands. */
export function Later({
  user,
  total,
  since,
  sound,
  onSetAside,
  messagesVersion,
  onMessages,
  ...views
}: Props) {
  useEffect(() => watchNews({ account: user.id, since, sound }), [user.id, since, sound]);

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

  return (
    <>
      <SavedViews {...views} />
      {isAdmin(user) && <ImportLink />}
      {isAdmin(user) && total !== null && total > 0 && (
        <ExportMenu filters={views.filters} zone={views.zone} total={total} />
      )}
    </>
  );
}
