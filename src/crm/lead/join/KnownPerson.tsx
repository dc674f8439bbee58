import { useEffect, useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { joinStrings as strings } from '~/shared/strings/lead/join';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { fetchMatches } from './join-api';

/** Debounce: not every letter asks the server. */
const DEBOUNCE_MS = 250;

export type Contact = { email: string; whatsapp: string; pais: string };

/**
 * Says that the typed person already exists, with a way to open that lead. A failed lookup says nothing: the lead can
 * be created all the same.
 */
export function KnownPerson({ contact, onOpen }: { contact: Contact; onOpen: (id: number) => void }) {
  const { email, whatsapp, pais } = contact;
  const [found, setFound] = useState<readonly Lead[]>([]);

  useEffect(() => {
    const abort = new AbortController();
    const isNobody = !/[^@]@[^@]+\.[^@]/.test(email) && whatsapp.replace(/\D/g, '').length < 6;
    const timer = setTimeout(
      () => {
        if (isNobody) return setFound([]);
        fetchMatches({ email: email.trim(), whatsapp, pais }, abort.signal).then(setFound, () => {});
      },
      isNobody ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [email, whatsapp, pais]);

  const [first, ...others] = found;
  return (
    <div role="status" className="sm:col-span-2 empty:hidden">
      {first && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl rounded-bl-none bg-honey-mist px-3 py-2 text-honey-dark">
          <p className="flex min-w-0 flex-1 basis-52 gap-2">
            <Icon name="warning" className="mt-0.5 size-4.5" />
            <span className="wrap-anywhere">
              {strings.known(
                first.nombre,
                leadStrings.statuses[first.estado],
                first.owner_name ? strings.of(first.owner_name) : strings.nobodys,
              )}
              {others.length > 0 && `. ${strings.more(others.length)}`}
            </span>
          </p>
          <div className="flex gap-1.5">
            <Button size="small" onClick={() => onOpen(first.id)}>
              {strings.open}
            </Button>
            <Button size="small" look="ghost" type="submit">
              {strings.createAnyway}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
