import { useEffect } from 'react';
import { showToast } from '../toasts/toasts';
import { LoadFailed } from './LoadFailed';

/** Stands in the place of a screen whose page could not read what it shows; trying again asks for the page anew. */
export function Unread({ text }: { text: string }) {
  useEffect(() => showToast({ tone: 'error', text }), [text]);
  return <LoadFailed text={text} onRetry={() => location.reload()} />;
}
