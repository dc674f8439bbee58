import { formatDay } from '~/shared/leads/days';
import { type AskedPeriod, type KeptParams, numbersPath, PRESETS } from '~/shared/numbers/address';
import { type Period, periodBefore } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** What the screen shows by its controls. */
const ON_PAPER = 'hidden print:inline';

type Props = {
  asked: AskedPeriod;
  /** What links and form carry along; `tz` only if not the reader's own. */
  kept: KeptParams;
  zone: string;
  staff: { id: string; name: string }[];
};

/**
 * Which days and whose leads the numbers cover: a link per usual period, and a form for any other. It needs no script.
 */
export function PeriodPicker({ asked: { period, preset, typed, fault }, kept, zone, staff }: Props) {
  const before = periodBefore(period);
  const { tz, persona } = kept;
  const options = [{ id: '', name: strings.everybody }, ...staff, { id: 'none', name: strings.nobody }];
  const person = options.find(({ id }) => id === persona)?.name ?? leadStrings.owner.gone;
  if (!options.some(({ id }) => id === persona)) options.push({ id: persona, name: person });
  const query = new URLSearchParams({ ...period, tz: zone, ...(persona && { owner: persona }) });
  return (
    <header className="period grid gap-x-5 gap-y-2 xl:grid-cols-[auto_minmax(0,1fr)] xl:items-center">
      <h1 className="page-title">{strings.title}</h1>
      <p className="period-said text-ink-soft xl:text-right">
        <span className={ON_PAPER}>{strings.span(formatDay(period.from), formatDay(period.to))} </span>
        {strings.compared(formatDay(before.from), formatDay(before.to))}{' '}
        <span className={persona ? undefined : ON_PAPER}>{strings.whose(person)} </span>
        <span className={tz ? undefined : ON_PAPER}>{strings.zone(zone.replaceAll('_', ' '))} </span>
        {tz && (
          <a href={numbersPath({ ...period, ...kept, tz: '' })} className="text-link whitespace-nowrap print:hidden">
            {strings.ownZone}
          </a>
        )}
      </p>
      <nav
        aria-label={strings.period}
        className="flex gap-0.5 overflow-x-auto [scrollbar-width:none] max-sm:-mx-4 max-sm:px-2 xl:-ml-2 print:hidden"
      >
        {PRESETS.map((name) => (
          <a
            key={name}
            href={numbersPath({ periodo: name, ...kept })}
            aria-current={name === preset && !fault ? 'page' : undefined}
          >
            {strings.presets[name]}
          </a>
        ))}
      </nav>
      <form
        action="/panel/numeros"
        aria-label={strings.period}
        className="relative flex flex-wrap items-end gap-2 xl:justify-end print:hidden"
      >
        {tz && <input type="hidden" name="tz" value={tz} />}
        {(Object.keys(period) as (keyof Period)[]).map((name) => (
          <label key={name}>
            <span>{strings[name]}</span>
            <input
              type="date"
              name={name}
              defaultValue={typed[name] ?? period[name]}
              {...(fault && { 'aria-invalid': true, 'aria-describedby': 'period-fault' })}
            />
          </label>
        ))}
        <label>
          <span>{strings.person}</span>
          <select name="persona" defaultValue={persona}>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonClass({ size: 'small' })}>
          {strings.show}
        </button>
        <details className="period-more">
          <summary
            title={strings.more}
            className={`${buttonClass({ size: 'icon', look: 'ghost' })} list-none [&::-webkit-details-marker]:hidden`}
          >
            <Icon name="more" className="size-5 stroke-3" />
            <span className="sr-only">{strings.more}</span>
          </summary>
          <ul className="absolute right-0 z-10 mt-1 rounded-xl bg-white p-1.5 shadow-float">
            <li>
              <a href={numbersPath({ ...period, ...kept, tz: zone })}>{strings.share}</a>
            </li>
            {(['workbook', 'csv'] as const).map((file) => (
              <li key={file}>
                <a href={`/api/reports/${file}?${query}`} download>
                  {strings[file]}
                </a>
              </li>
            ))}
          </ul>
        </details>
        {fault && (
          <p id="period-fault" role="alert" className="w-full text-sm text-terracotta-dark">
            {fault}
          </p>
        )}
      </form>
    </header>
  );
}
