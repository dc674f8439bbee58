import { describeNumber } from '~/shared/counts';
import type { AskedCrossing } from '~/shared/numbers/address';
import type { Count, Crossing } from '~/shared/numbers/report';
import { DIMENSIONS, type Dimension } from '~/shared/numbers/schema';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { buttonClass } from '../ui/Button';
import { CountLink } from './CountLink';
import { Choice, Hidden } from './fields';
import { Plot, type PlotProps } from './Plot';

/** The two dimensions crossed, from the URL, and the other parameters that the form keeps. */
export type CrossingChoice = { asked: AskedCrossing; kept: Record<string, string> };

/** A cross table: how many leads came per pair of values, and how many of those won. */
export function CrossingTable({
  crossing: { rows, columns, heads, lines },
  choice: { asked, kept },
  ...plot
}: PlotProps & { crossing: Crossing; choice: CrossingChoice }) {
  const { crossing: names, dimensions } = strings;
  const title = names.of(dimensions[rows], dimensions[columns]);
  return (
    <Plot
      {...plot}
      className="plot-crossing"
      lead={
        <form action="/panel/numeros#crossing" aria-label={strings.sections.crossing} className="crossing-form">
          <Hidden values={kept} />
          <DimensionChoice name="filas" label={names.rows} chosen={asked.rows} />
          <DimensionChoice
            name="columnas"
            label={names.columns}
            chosen={asked.fault ? asked.rows : asked.columns}
            faultId={asked.fault && 'crossing-fault'}
          />
          <button type="submit" className={buttonClass({ size: 'small', look: 'secondary' })}>
            {names.show}
          </button>
          {asked.fault && (
            <p id="crossing-fault" role="alert" className="w-full text-sm text-terracotta-dark">
              {asked.fault}
            </p>
          )}
        </form>
      }
    >
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className="plot-table crossing" tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{dimensions[rows]}</th>
                {heads.map(({ name, value }) => (
                  <th key={value ?? ''} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{names.total}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.value ?? ''}>
                  <th scope="row">{line.name}</th>
                  {line.cells.map((cell, place) => (
                    <td key={heads[place]?.value ?? ''}>
                      <CrossingCell cell={cell} />
                    </td>
                  ))}
                  <td>
                    <CrossingCell cell={line} />
                  </td>
                </tr>
              ))}
              <tr>
                <th scope="row">{names.total}</th>
                {heads.map((head) => (
                  <td key={head.value ?? ''}>
                    <CrossingCell cell={head} />
                  </td>
                ))}
                <td>{describeNumber(lines.reduce((sum, { total }) => sum + total, 0))}</td>
              </tr>
            </tbody>
          </table>
        </section>
      )}
    </Plot>
  );
}

function CrossingCell({ cell }: { cell: Count & { won: Count } }) {
  return (
    <>
      <CountLink count={cell} />{' '}
      {cell.won.total > 0 && (
        <small>
          <CountLink count={cell.won} />
          {strings.crossing.won}
        </small>
      )}
    </>
  );
}

type DimensionChoiceProps = {
  name: string;
  label: string;
  chosen: Dimension;
  faultId?: string | undefined;
};

function DimensionChoice({ name, label, chosen, faultId }: DimensionChoiceProps) {
  return (
    <Choice name={name} label={label} chosen={chosen} faultId={faultId}>
      {DIMENSIONS.map((dimension) => (
        <option key={dimension} value={dimension}>
          {strings.dimensions[dimension]}
        </option>
      ))}
    </Choice>
  );
}
