import { useEffect, useRef, useState } from 'react';
import { callApi, del, post } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Button } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { CopyField } from '~/crm/ui/reading/CopyField';
import { useRefetch } from '~/crm/ui/reading/useRefetch';
import { useConfirm } from '~/crm/ui/useConfirm';
import type { OwnCalendar } from '~/shared/accounts/account';
import { calendarStrings as strings } from '~/shared/strings/accounts/calendar';

const { toasts } = strings;
const PATH = '/api/account/calendar';
const fetchCalendar = () => callApi<OwnCalendar>(PATH);

/** The feed URL of one's next contacts, for calendar apps. `initial` is null if the server could not read it. */
export function CalendarFeed({ initial }: { initial: OwnCalendar | null }) {
  const { value, failure, act } = useRefetch(initial, fetchCalendar, toasts.loadFailed);
  const [url, setUrl] = useState<string | null>(null);
  const { ask, dialog } = useConfirm();

  /** The new URL is in this answer only; the previous one stops working. */
  const make = () =>
    act(async () => setUrl((await post<{ url: string }>(PATH)).url), {
      failed: toasts.makeFailed,
    });
  const drop = () =>
    act(
      async () => {
        await del(PATH);
        setUrl(null);
      },
      { done: toasts.dropped, failed: toasts.dropFailed },
    );

  return (
    <section aria-labelledby="calendario" className="plate p-5">
      <h3 id="calendario" className="card-title">
        {strings.title}
      </h3>
      <p className="mt-1 mb-4 text-ink-soft">{strings.text}</p>
      {failure}
      {value && (
        <div className="grid gap-4">
          {url !== null && <Address key={url} url={url} />}
          {value.since !== null && url === null && (
            <p>
              {strings.since} <LocalTime at={value.since} />. {value.rests_since !== null && strings.rests}
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {value.since === null ? (
              <ActionButton onClick={make} busyLabel={strings.working}>
                {strings.make}
              </ActionButton>
            ) : (
              <>
                <Button onClick={() => ask(strings.changeQuestion, make)}>{strings.change}</Button>
                <Button onClick={() => ask(strings.dropQuestion, drop)}>{strings.drop}</Button>
              </>
            )}
          </div>
        </div>
      )}
      {dialog}
    </section>
  );
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);

  return (
    <div className="grid gap-3">
      <CopyField
        fieldRef={field}
        text={url}
        label={strings.label}
        hint={strings.once}
        copy={strings.copy}
        copied={toasts.copied}
      />
      <ul className="grid gap-1 text-sm text-ink-soft">
        {strings.howTo.map(([program, way]) => (
          <li key={program}>
            <span className="font-medium text-ink">{program}</span>: {way}
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">{strings.delay}</p>
    </div>
  );
}
