import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/**
 * A moment as date and time in the reader's own time zone. The server does not know the zone and writes UTC; the
 * browser corrects it on hydration.
 */
export function LocalTime({
  at,
  parts = 'both',
  className,
}: {
  at: string;
  parts?: 'both' | 'date';
  className?: string;
}) {
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => formatTime(new Date(at), parts, new Date(at).getTimezoneOffset()),
    () => formatTime(new Date(at), parts, 0),
  );
  return (
    <time dateTime={at} className={className}>
      {text}
    </time>
  );
}

/** 'dd/mm/aaaa hh:mm', without Intl: server and browser may format a locale differently. */
function formatTime(moment: Date, parts: 'both' | 'date', offsetMinutes: number): string {
  const local = new Date(moment.getTime() - offsetMinutes * 60_000).toISOString();
  const date = `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)}`;
  return parts === 'date' ? date : `${date} ${local.slice(11, 16)}`;
}
