import { formatDay } from '~/shared/leads/days';
import { type KeptParams, numbersPath } from '~/shared/numbers/address';
import { type AskedPeriod, PRESETS } from '~/shared/numbers/period';
import { periodBefore } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Choice, Day, Hidden } from './fields';

/** What the screen shows by its controls. */
const ON_PAPER = 'hidden print:inline';

type Props = {
  asked: AskedPeriod;
  /** What links and form carry along; `tz` only if not the reader's own. */
  kept: KeptParams;
  zone: string;
  staff: { id: string; name: string }[];
  /** The counts' query, for the file of all tables. */
  filesQuery: string;
};

/**
 * Which days and whose leads the numbers cover: a link per usual period, and a form for any other. It needs no script.
 */
export function PeriodPicker({ asked: { period, preset, typed, fault }, kept, zone, staff, filesQuery }: Props) {
  const before = periodBefore(period);
  const { tz, persona } = kept;
  const options = [{ id: '', name: strings.everybody }, ...staff, { id: 'none', name: strings.nobody }];
  const person = options.find(({ id }) => id === persona)?.name ?? leadStrings.owner.gone;
  return (
    <header className="period">
      <h1 className="page-title">{strings.title}</h1>
      <p className="period-said">
        {strings.span(
          formatDay(period.from),
          formatDay(period.to),
          strings.spanBefore(formatDay(before.from), formatDay(before.to)),
        )}{' '}
        <span className={persona ? undefined : ON_PAPER}>{strings.whose(person)} </span>
        <span className={tz ? undefined : ON_PAPER}>{strings.zone(zone.replaceAll('_', ' '))} </span>
        {tz && (
          <a
            href={numbersPath({ ...period, ...kept, tz: '' })}
            className="whitespace-nowrap underline underline-offset-4 print:hidden"
          >
            {strings.ownZone}
          </a>
        )}
      </p>
      <nav aria-label={strings.period}>
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
      <form action="/panel/numeros" aria-label={strings.period}>
        <Hidden values={{ tz, filas: kept.filas, columnas: kept.columnas }} />
        <Day name="from" label={strings.from} day={typed.from ?? period.from} faultId={fault && 'period-fault'} />
        <Day name="to" label={strings.to} day={typed.to ?? period.to} />
        <Choice name="persona" label={strings.person} chosen={persona}>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {!options.some(({ id }) => id === persona) && <option value={persona}>{person}</option>}
        </Choice>
        <button type="submit" className={buttonClass({ size: 'small', look: 'secondary' })}>
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
            <li>
              <a href={`/api/reports/workbook?${filesQuery}`} download>
                {strings.everything}
              </a>
            </li>
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
