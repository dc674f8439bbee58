import { atom } from 'nanostores';
import { useEffect, useEffectEvent } from 'react';
import type { LiveUpdate } from '~/shared/leads/live';
import { callApi } from '../api-client';
import { checkConnection, markReachable, onReconnect } from '../ui/connection';
import { $stream, $streamId } from '../ui/stream';

/** A hidden tab closes its connection, because browsers allow six to one server. It catches up when shown again. */
const HIDDEN_GRACE_MS = 30_000;
/** After this long without the stream, the panel checks for a lost connection. */
const DOUBT_MS = 3000;
const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

/** Whether this tab listens even while hidden: one does it for all. */
export const $listensHidden = atom(false);

/**
 * Hears that leads changed after event `lastEventId`, and up to which, across lost connections and sessions; `onOpen`
 * is called whenever it begins to listen.
 */
export function useLive(lastEventId: number, onOpen: () => void, onChanged: (as_of: number) => void): void {
  const begin = useEffectEvent(onOpen);
  const tell = useEffectEvent(onChanged);

  useEffect(() => {
    let after = String(lastEventId);
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let doubt: ReturnType<typeof setTimeout> | undefined;
    let retryMs = MIN_RETRY_MS;

    function open() {
      clearTimeout(timer);
      if (source?.readyState === EventSource.OPEN) return;
      // One evicted by other tabs waits a minute before it reconnects.
      source?.close();
      source = new EventSource(`/api/leads/stream?after=${after}`);
      $stream.set(source);
      source.addEventListener('stream', ({ data }) => $streamId.set(data));
      source.addEventListener('leads', (message) => {
        // Failed receipts are no event, and a stream may begin with them.
        if (message.lastEventId) after = message.lastEventId;
        tell((JSON.parse(message.data) as LiveUpdate).as_of);
      });
      source.addEventListener('open', () => {
        clearTimeout(doubt);
        doubt = undefined;
        retryMs = MIN_RETRY_MS;
        markReachable();
        begin();
      });
      source.addEventListener('error', () => {
        doubt ??= setTimeout(checkConnection, DOUBT_MS);
        // While CONNECTING the browser retries by itself.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(askThenOpen, retryMs);
      });
    }

    /** A refused stream does not say why. An ordinary call does, and asks to sign in again if the session has ended. */
    async function askThenOpen() {
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      try {
        await callApi('/api/leads/counters');
        followVisibility();
      } catch {
        if (isWanted()) timer = setTimeout(askThenOpen, retryMs);
      }
    }

    function close() {
      clearTimeout(timer);
      clearTimeout(doubt);
      doubt = undefined;
      source?.close();
    }

    const isWanted = () => document.visibilityState === 'visible' || $listensHidden.get();

    function followVisibility() {
      clearTimeout(timer);
      if (isWanted()) open();
      else timer = setTimeout(close, HIDDEN_GRACE_MS);
    }

    const followReturn = ({ persisted }: PageTransitionEvent) => persisted && followVisibility();

    const unbind = $listensHidden.subscribe(followVisibility);
    document.addEventListener('visibilitychange', followVisibility);
    window.addEventListener('focus', followVisibility);
    window.addEventListener('pageshow', followReturn);
    const forget = onReconnect(followVisibility);
    return () => {
      forget();
      unbind();
      document.removeEventListener('visibilitychange', followVisibility);
      window.removeEventListener('focus', followVisibility);
      window.removeEventListener('pageshow', followReturn);
      close();
    };
  }, [lastEventId]);
}
