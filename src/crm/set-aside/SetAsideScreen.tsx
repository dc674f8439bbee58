import { useRef } from 'react';
import { ENQUIRY_COUNTRIES } from '~/shared/enquiries/fields';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { formatPhone } from '~/shared/phones/format';
import { leadStrings } from '~/shared/strings/leads';
import { setAsideStrings as setAside } from '~/shared/strings/set-aside';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { useSetAside } from './useSetAside';

/** Suspicious enquiries to accept or discard. `page` is null if the server could not read them. */
export function SetAsideScreen({ page }: { page: SetAsidePage | null }) {
  const region = useRef<HTMLDivElement>(null);
  const { rows, isDiscardingAll, isRunning, isOutdated, catchUp, accept, discard, discardAll, ...list } = useSetAside(
    page,
    region,
  );
  if (list.failure) return list.failure;
  if (rows.length === 0 && !list.hasMore) return <EmptyList>{setAside.empty}</EmptyList>;
  return (
    <div ref={region}>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-3">
        <p role="status">{isOutdated && setAside.outdated}</p>
        {isOutdated && (
          <Button look="primary" onClick={() => void catchUp()}>
            {setAside.catchUp}
          </Button>
        )}
        <Button onClick={discardAll} busyLabel={isDiscardingAll && setAside.discardingAll}>
          {setAside.discardAll}
        </Button>
      </div>
      <ul aria-label={setAside.title} className="card-columns">
        {rows.map((enquiry) => (
          <SetAsideItem
            key={enquiry.id}
            enquiry={enquiry}
            isBusy={isRunning(enquiry.id)}
            onAccept={() => accept(enquiry)}
            onDiscard={() => discard(enquiry)}
          />
        ))}
      </ul>
      {list.moreButton(leadStrings.more)}
    </div>
  );
}

type SetAsideItemProps = {
  enquiry: SetAsideEnquiry;
  isBusy: boolean;
  onAccept: () => void;
  onDiscard: () => void;
};

function SetAsideItem({ enquiry, isBusy, onAccept, onDiscard }: SetAsideItemProps) {
  const { nombre, email, telefono, pais, mensaje } = enquiry.fields;
  const name = nombre.trim() || setAside.nameless;
  const country = ENQUIRY_COUNTRIES.find(({ code }) => code === pais)?.label ?? pais;
  return (
    <li aria-busy={isBusy} className={`rounded-xl bg-white p-4 shadow-card lg:px-5 ${isBusy ? 'opacity-60' : ''}`}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
        <p className="text-sm text-honey-dark">{setAside.reasons[enquiry.reason]}</p>
        <LocalTime at={enquiry.received_at} className="ml-auto text-sm text-ink-soft tabular-nums" />
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {[email, formatPhone(telefono), country, `${setAside.from} ${enquiry.remote_address}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">{mensaje}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" look="primary" aria-label={setAside.acceptOf(name)} onClick={onAccept}>
          {setAside.accept}
        </Button>
        <Button size="small" aria-label={setAside.discardOf(name)} onClick={onDiscard}>
          {setAside.discard}
        </Button>
      </div>
    </li>
  );
}
