import { ENQUIRY_COUNTRIES } from '~/shared/enquiries/fields';
import type { SetAsideEnquiry } from '~/shared/enquiries/set-aside';
import { setAsideStrings as setAside } from '~/shared/strings/set-aside';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';

interface SetAsideItemProps {
  enquiry: SetAsideEnquiry;
  isBusy: boolean;
  onAccept: () => void;
  onDiscard: () => void;
}

/** One enquiry set aside: the reason, its text, and two buttons. */
export function SetAsideItem({ enquiry, isBusy, onAccept, onDiscard }: SetAsideItemProps) {
  const { nombre, email, telefono, pais, mensaje } = enquiry.fields;
  const name = nombre.trim() || setAside.nameless;
  const country = ENQUIRY_COUNTRIES.find(({ code }) => code === pais)?.label ?? pais;
  return (
    <li
      aria-busy={isBusy}
      className={`rounded-xl bg-white p-4 shadow-card lg:px-5 ${isBusy ? 'opacity-60' : ''}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
        <p className="text-sm text-honey-dark">{setAside.reasons[enquiry.reason]}</p>
        <LocalTime at={enquiry.received_at} className="ml-auto text-sm text-ink-soft tabular-nums" />
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
        {[email, telefono, country, `${setAside.from} ${enquiry.remote_address}`].filter(Boolean).join(' · ')}
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
