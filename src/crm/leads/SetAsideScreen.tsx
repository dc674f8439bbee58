import { useState } from 'react';
import { ENQUIRY_COUNTRIES } from '~/shared/enquiries/fields';
import type { SetAsideEnquiry } from '~/shared/enquiries/set-aside';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { showToast } from '../ui/toasts';
import { useUnderWay } from '../ui/useUnderWay';
import { settleEnquiry } from './lead-api';

const { setAside, toasts } = leadStrings;

/** Enquiries that intake set aside as suspicious, for a person to accept or discard. */
export function SetAsideScreen(start: { enquiries: SetAsideEnquiry[] }) {
  const [enquiries, setEnquiries] = useState(start.enquiries);
  const { isUnderWay, during } = useUnderWay();

  async function settle(enquiry: SetAsideEnquiry, decision: 'accept' | 'discard') {
    const drop = () => setEnquiries((known) => known.filter(({ id }) => id !== enquiry.id));
    try {
      await settleEnquiry(enquiry.id, decision);
      drop();
      showToast({ tone: 'success', text: decision === 'accept' ? toasts.accepted : toasts.discarded });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unexpected';
      // Somebody else decided first.
      if (code === 'not_found') drop();
      showToast({
        tone: 'error',
        text: error instanceof ApiError && code === 'invalid' ? error.message : toasts.setAsideFailed,
      });
    }
  }

  if (enquiries.length === 0) {
    return (
      <p className="rounded-xl bg-white px-5 py-14 text-center text-ink-soft shadow-card">{setAside.empty}</p>
    );
  }
  return (
    <ul aria-label={setAside.title} className="grid gap-3">
      {enquiries.map((enquiry) => {
        const { nombre, email, telefono, pais, mensaje } = enquiry.fields;
        const name = nombre.trim() || setAside.nameless;
        const country = ENQUIRY_COUNTRIES.find(({ code }) => code === pais)?.label ?? pais;
        return (
          <li
            key={enquiry.id}
            aria-busy={isUnderWay(enquiry.id)}
            className={`rounded-xl bg-white p-4 shadow-card lg:px-5 ${isUnderWay(enquiry.id) ? 'opacity-60' : ''}`}
          >
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
              <p className="text-sm text-honey-dark">{setAside.reasons[enquiry.reason]}</p>
              <LocalTime at={enquiry.received_at} className="ml-auto text-sm text-ink-soft tabular-nums" />
            </div>
            <p className="mt-1 text-sm wrap-anywhere text-ink-soft">
              {[email, telefono, country, `${setAside.from} ${enquiry.remote_address}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">{mensaje}</p>
            <div className="mt-3 flex flex-wrap gap-2">
              <Button
                size="small"
                look="primary"
                aria-label={setAside.acceptOf(name)}
                onClick={() => during(enquiry.id, () => settle(enquiry, 'accept'))}
              >
                {setAside.accept}
              </Button>
              <Button
                size="small"
                aria-label={setAside.discardOf(name)}
                onClick={() => during(enquiry.id, () => settle(enquiry, 'discard'))}
              >
                {setAside.discard}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
