import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { $connection, type Connection, checkConnection, useReconnect } from './connection';
import { Icon } from './Icon';
import { isPlainClick } from './plain-click';
import { showToast } from './toasts/toasts';

const { connection: strings } = crmStrings;
const RETURN_SHOWN_MS = 4000;

/** Says that the connection is lost or slow, how many changes wait for it, and briefly that it is back. */
export function ConnectionNotice() {
  const connection = useStore($connection, { ssr: 'initial' });
  const isBack = useJustReturned();
  const text = describe(connection, isBack);
  return (
    <div role="status">
      {text && (
        <p className="mb-2 flex w-fit items-start gap-2 rounded-xl rounded-bl-none bg-honey-mist px-3 py-2 text-sm text-ink shadow-float ring-1 ring-honey forced-colors:border">
          <Icon name={isBack ? 'check' : 'warning'} className="mt-0.5 size-4" />
          {text}
        </p>
      )}
    </div>
  );
}

/**
 * Offline, a link to another page or a form without a script would replace this page with the browser's error, and a
 * file would not arrive.
 */
function hold(event: Event): void {
  if (!$connection.get().isLost || event.defaultPrevented) return;
  if (event instanceof MouseEvent) {
    const link = (event.target as Element).closest('a[href]:not([target])');
    if (!link || !isPlainClick(event)) return;
    // A chart's bar is an SVG link, whose `href` is not a string.
    const { href } = new URL(link.getAttribute('href') ?? '', location.href);
    const [page, place] = href.split('#');
    const isPlaceHere = place && page === location.href.split('#')[0];
    if (isPlaceHere || !href.startsWith(`${location.origin}/`)) return;
  }
  event.preventDefault();
  showToast({ tone: 'error', text: strings.notOpened });
  // It may be back since the last check.
  void checkConnection();
}

if (typeof document !== 'undefined') for (const name of ['click', 'submit']) document.addEventListener(name, hold);

function describe({ isLost, isSlow, waiting }: Connection, isBack: boolean): string | undefined {
  if (isLost) return waiting > 0 ? strings.lostWaiting(waiting) : strings.lost;
  if (isSlow) return strings.slow;
  return isBack ? strings.back : undefined;
}

function useJustReturned(): boolean {
  const [isBack, setBack] = useState(false);
  useReconnect(() => setBack(true));
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(setBack, RETURN_SHOWN_MS, false);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}
