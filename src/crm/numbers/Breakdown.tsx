import type { Report, Slice } from '~/shared/numbers/report';
import { type ReportTable, type SliceName, slicesOf } from '~/shared/numbers/tables';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { CountLink } from './CountLink';
import { Figure } from './Section';

const { breakdown, heads } = strings;
/** The table has the others. */
const MAX_BARS = 6;
/** Equal columns in every line. */
const LINE = 'col-span-full grid grid-cols-subgrid gap-y-1';

/** Where enquiries come from: one chart, with a switch for the dimension. styles/numbers.css shows the chosen one. */
type Props = { report: Report; captions: Record<SliceName, string>; tables: Record<SliceName, ReportTable> };

export function Breakdown({ report, captions, tables }: Props) {
  const slices = slicesOf(report);
  const kinds = (Object.keys(breakdown.kinds) as SliceName[]).filter(
    (kind) => kind !== 'vias' || slices.vias.some(({ value }) => value !== null),
  );
  return (
    <section aria-labelledby="whence" className="whence">
      <h2 id="whence">{breakdown.title}</h2>
      <fieldset className="mt-1 flex flex-wrap print:hidden">
        <legend className="sr-only">{breakdown.by}</legend>
        {kinds.map((kind, index) => (
          <label key={kind}>
            <input type="radio" name="whence" value={kind} defaultChecked={index === 0} className="sr-only" />
            <span>{breakdown.kinds[kind]}</span>
          </label>
        ))}
      </fieldset>
      {kinds.map((kind) => (
        <div key={kind} data-kind={kind}>
          <h3 className="not-print:sr-only">{strings.sections[kind]}</h3>
          <Figure name={kind} caption={captions[kind]} table={tables[kind]}>
            <Bars slices={slices[kind]} />
          </Figure>
        </div>
      ))}
    </section>
  );
}

/** A bar per value, in front of it the part that won, and both numbers. */
function Bars({ slices }: { slices: Slice[] }) {
  const most = Math.max(1, ...slices.map(({ total }) => total));
  return (
    <div className="grid grid-cols-[fit-content(8rem)_minmax(1.5rem,1fr)_repeat(2,max-content)] gap-x-3 gap-y-1 text-[0.875rem]">
      <p aria-hidden="true" className="col-span-full text-right text-[0.75rem] text-ink-soft">
        <span className="chart-key chart-bar" />
        {heads.enquiries}
        <span className="chart-key chart-part h-1.5" />
        {heads.won}
      </p>
      <ul className={LINE}>
        {slices.slice(0, MAX_BARS).map((slice) => (
          <li key={slice.value ?? ''} className={`${LINE} items-center text-right`}>
            <span className="text-left wrap-anywhere">{slice.name}</span>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="h-3.5 w-full">
              <rect width="100" height="10" className="fill-sand-deep" />
              <rect width={(slice.total * 100) / most} height="10" className="chart-bar" />
              <rect y="3" width={(slice.won.total * 100) / most} height="4" className="chart-part" />
            </svg>
            <CountLink count={slice} label={slice.name} />
            <CountLink count={slice.won} label={`${slice.name}, ${heads.won.toLowerCase()}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
