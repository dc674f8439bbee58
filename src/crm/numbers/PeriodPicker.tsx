import { writeDay } from '~/shared/leads/days';
import { type AskedPeriod, PRESETS } from '~/shared/numbers/period';
import { periodBefore } from '~/shared/numbers/schema';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { buttonClass } from '../ui/Button';

/** Which days the numbers are about: a link for each usual period, and a form for any other. It needs no script. */
export function PeriodPicker({
  asked: { period, preset, typed, fault },
  otherZone,
}: {
  asked: AskedPeriod;
  /** Of which place the days are, where the address says so and it is not the reader's own. */
  otherZone: string | undefined;
}) {
  const before = periodBefore(period);
  return (
    <div className="period">
      <nav aria-label={strings.period}>
        {PRESETS.map((name) => (
          <a
            key={name}
            href={`/panel/numeros?periodo=${name}${otherZone ? `&tz=${encodeURIComponent(otherZone)}` : ''}`}
            aria-current={name === preset && !fault ? 'page' : undefined}
          >
            {strings.presets[name]}
          </a>
        ))}
      </nav>
      <form action="/panel/numeros" aria-label={strings.period}>
        <Day
          name="from"
          label={strings.from}
          day={typed.from ?? period.from}
          faultId={fault && 'period-fault'}
        />
        {otherZone && <input type="hidden" name="tz" value={otherZone} />}
        <Day name="to" label={strings.to} day={typed.to ?? period.to} />
        <button type="submit" className={buttonClass({ size: 'small', look: 'secondary' })}>
          {strings.show}
        </button>
        {fault && (
          <p id="period-fault" role="alert" className="w-full text-sm text-terracotta-dark">
            {fault}
          </p>
        )}
      </form>
      <p className="text-ink-soft">
        {strings.span(
          writeDay(period.from),
          writeDay(period.to),
          strings.spanBefore(writeDay(before.from), writeDay(before.to)),
        )}{' '}
        {otherZone && (
          <>
            {strings.zone(otherZone.replaceAll('_', ' '))}{' '}
            <a
              href={`/panel/numeros?${new URLSearchParams(period)}`}
              className="whitespace-nowrap underline underline-offset-4 print:hidden"
            >
              {strings.ownZone}
            </a>{' '}
          </>
        )}
        <a href="/cuenta#avisos" className="whitespace-nowrap underline underline-offset-4 print:hidden">
          {strings.byMail}
        </a>
      </p>
    </div>
  );
}

function Day({
  name,
  label,
  day,
  faultId,
}: {
  name: string;
  label: string;
  day: string;
  faultId?: string | undefined;
}) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="date"
        name={name}
        defaultValue={day}
        className="period-day"
        aria-invalid={faultId ? true : undefined}
        aria-describedby={faultId}
      />
    </label>
  );
}
