import { useEffect } from 'react';
import { showToast } from '../toasts/toasts';
import { LoadFailed } from './LoadFailed';

/** Replaces a screen whose data the server could not read; its button reloads the page. */
export function Unread({ text }: { text: string }) {
  useEffect(() => showToast({ tone: 'error', text }), [text]);
  return <LoadFailed text={text} onRetry={() => location.reload()} />;
}
