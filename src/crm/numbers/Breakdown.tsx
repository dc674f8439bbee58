import type { Report, Slice } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { type Bar, BarPlot } from './BarPlot';
import { CountLink } from './CountLink';
import { PlotFigure, type PlotProps } from './Plot';

const { breakdown, heads } = strings;

type Kind = Exclude<keyof typeof breakdown, 'title' | 'by'>;

/** Where enquiries come from: one chart, with a switch for the dimension. styles/plots.css shows the chosen one. */
export function Breakdown({ report, plot }: { report: Report; plot: (name: Kind) => PlotProps }) {
  const slices: Record<Kind, Slice[]> = {
    sources: report.by_source,
    countries: report.by_country,
    types: report.by_type,
    plans: report.by_plan,
    vias: report.by_via,
  };
  const kinds = (Object.keys(slices) as Kind[]).filter(
    (kind) => kind !== 'vias' || slices.vias.some(({ value }) => value !== null),
  );
  return (
    <section aria-labelledby="whence" className="plot whence">
      <h2 id="whence">{breakdown.title}</h2>
      <fieldset className="switch">
        <legend className="sr-only">{breakdown.by}</legend>
        {kinds.map((kind, index) => (
          <label key={kind}>
            <input type="radio" name="whence" value={kind} defaultChecked={index === 0} className="sr-only" />
            <span>{breakdown[kind]}</span>
          </label>
        ))}
      </fieldset>
      {kinds.map((kind) => (
        <div key={kind} data-kind={kind}>
          <h3>{strings.sections[kind]}</h3>
          <PlotFigure {...plot(kind)}>
            <BarPlot
              heads={[
                { name: heads.enquiries, look: 'bar' },
                { name: heads.won, look: 'part' },
              ]}
              bars={slices[kind].map(toBar)}
            />
          </PlotFigure>
        </div>
      ))}
    </section>
  );
}

function toBar(slice: Slice): Bar {
  const { name, value, total, won } = slice;
  return {
    key: value ?? '',
    name,
    length: total,
    part: won.total,
    cells: [
      <CountLink key="all" count={slice} label={name} />,
      <CountLink key="won" count={won} label={`${name}, ${heads.won.toLowerCase()}`} />,
    ],
  };
}
