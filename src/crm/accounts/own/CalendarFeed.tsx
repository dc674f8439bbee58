import { useEffect, useRef, useState } from 'react';
import { showFailureOf } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { CopyField } from '~/crm/ui/reading/CopyField';
import { LoadFailed } from '~/crm/ui/reading/LoadFailed';
import { useRereading } from '~/crm/ui/reading/useRereading';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useQuestion } from '~/crm/ui/useQuestion';
import type { OwnCalendar } from '~/shared/accounts/account';
import { calendarStrings as strings } from '~/shared/strings/accounts/calendar';
import { dropCalendarAddress, fetchCalendar, makeCalendarAddress } from './calendar-api';

const { toasts } = strings;

/** The feed URL of one's next contacts, for calendar apps. `initial` is null if the server could not read it. */
export function CalendarFeed({ initial }: { initial: OwnCalendar | null }) {
  const { value, isReading, readAgain } = useRereading(initial, fetchCalendar, toasts.loadFailed);
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { ask, dialog } = useQuestion();

  async function change(request: () => Promise<void>, failed: string): Promise<boolean> {
    setBusy(true);
    try {
      await request();
      return true;
    } catch (error) {
      showFailureOf(failed, error);
      return false;
    } finally {
      await readAgain();
      setBusy(false);
    }
  }

  const make = () => change(async () => setUrl((await makeCalendarAddress()).url), toasts.makeFailed);
  const drop = () =>
    change(async () => {
      await dropCalendarAddress();
      setUrl(null);
      showToast({ tone: 'success', text: toasts.dropped });
    }, toasts.dropFailed);

  return (
    <section aria-labelledby="calendario" className="plate p-5">
      <h3 id="calendario" className="card-title">
        {strings.title}
      </h3>
      <p className="mt-1 mb-4 text-ink-soft">{strings.text}</p>
      {!value && <LoadFailed text={toasts.loadFailed} busy={isReading} onRetry={readAgain} />}
      {value && (
        <div className="grid gap-4">
          {url !== null && <Address key={url} url={url} />}
          {value.since !== null && url === null && (
            <p>
              {strings.since} <LocalTime at={value.since} />.
            </p>
          )}
          <div className="flex flex-wrap gap-3">
            {value.since === null ? (
              <Button onClick={make} busyLabel={busy && strings.working}>
                {strings.make}
              </Button>
            ) : (
              <>
                <Button onClick={() => ask(strings.changeQuestion, make)} busyLabel={busy && strings.working}>
                  {strings.change}
                </Button>
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
