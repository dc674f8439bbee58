import { useEffect } from 'react';
import { findWhetherLost } from '../connection';
import { showToast } from '../toasts/toasts';
import { LoadFailed } from './LoadFailed';

/** Replaces a screen whose data the server could not read. Its button reloads the page, unless the connection is lost. */
export function Unread({ text }: { text: string }) {
  const retry = async () => (await findWhetherLost()) || location.reload();
  useEffect(() => showToast({ tone: 'error', text }), [text]);
  return <LoadFailed text={text} onRetry={retry} />;
}
