import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import { describeMinutes } from '~/shared/numbers/duration';
import { findWhoNeedsHelp, rankByBacklog } from '~/shared/numbers/help';
import type { Count, Report } from '~/shared/numbers/report';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { BarPlot } from './BarPlot';
import { CountLink } from './CountLink';
import { Plot, type PlotProps } from './Plot';
import { WonPlot } from './WonPlot';

const { value, lying: lyingNames } = strings;
const MAX_PEOPLE = 4;
const KEYS = 'mt-2 grid grid-cols-[repeat(2,auto)] justify-start gap-x-4 gap-y-0.5 text-[0.875rem] whitespace-nowrap';

type Props = { report: Report; plot: (name: PlotProps['name']) => PlotProps };

/** The four questions of a Monday, each with one number, one picture and one sentence. */
export function Answers({ report, plot }: Props) {
  return (
    <div className="plots plots-of-4">
      <Response {...plot('response')} response={report.response} />
      <Won {...plot('won')} report={report} />
      <Lying {...plot('lying')} lying={report.lying} />
      <Help {...plot('help')} report={report} />
    </div>
  );
}

function BigNumber({ unit, children }: { unit?: ReactNode; children: ReactNode }) {
  return (
    <p className="answer-number">
      {children} {unit && <small>{unit}</small>}
    </p>
  );
}

function Response({ response, ...plot }: PlotProps & { response: Report['response'] }) {
  const { median_minutes, contacted, never, within_5, within_60, later } = response;
  const all = Math.max(1, contacted.total + never.total);
  const names = strings.response;
  const rows: [string, Count, look?: string][] = [
    [names.within5Short, within_5, 'plot-part'],
    [names.within60Short, within_60, 'plot-bar'],
    [names.later, later, 'plot-later'],
    [names.never, never],
  ];
  return (
    <Plot
      {...plot}
      className="answer"
      lead={
        median_minutes === null ? (
          <BigNumber>{names.none}</BigNumber>
        ) : (
          <BigNumber unit={names.ofMedian}>{describeMinutes(median_minutes)}</BigNumber>
        )
      }
    >
      <div className="mt-auto">
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" className="h-6 rounded-r">
          <rect width="100" height="10" className="plot-place" />
          <rect
            x={(within_60.total * 100) / all}
            y="2"
            width={(later.total * 100) / all}
            height="6"
            className="plot-later"
          />
          <rect width={(within_60.total * 100) / all} height="10" className="plot-bar" />
          <rect y="3" width={(within_5.total * 100) / all} height="4" className="plot-part" />
        </svg>
        <ul className={KEYS}>
          {rows.map(([name, count, look = 'plot-place']) => (
            <li key={name}>
              <span className={`plot-key ${look}`} />
              {name} <CountLink count={count} label={name} />
            </li>
          ))}
        </ul>
      </div>
    </Plot>
  );
}

function Won({ report: { won, goal }, ...plot }: PlotProps & { report: Report }) {
  return (
    <Plot
      {...plot}
      className="answer"
      lead={
        <BigNumber unit={value.perMonth}>
          <CountLink count={won}>{value.money(won.monthly)}</CountLink>
        </BigNumber>
      }
    >
      <div className="mt-auto">
        {won.days.length > 0 && <WonPlot days={won.days} goal={goal} />}
        {goal && (
          <p className="mt-1.5 text-[0.8125rem] font-medium">
            {value.pace(monthOf(goal.month), value.money(goal.pace))}
          </p>
        )}
        <ul className={KEYS}>
          <li>
            {strings.heads.wonOnes} <CountLink count={won} label={strings.sections.won} />
          </li>
          <li>
            {value.inPlay} <CountLink count={won.in_play} label={value.inPlay} />
          </li>
        </ul>
      </div>
    </Plot>
  );
}

/** 'Noviembre' of '2026-11'. */
const monthOf = (month: string) => strings.months[Number(month.slice(5)) - 1] ?? month;

function Lying({ lying, ...plot }: PlotProps & { lying: Report['lying'] }) {
  const { overdue, waiting, awaiting, nobody } = lying;
  const rows: [string, Count][] = [
    [lyingNames.overdue(overdue.total), overdue],
    [lyingNames.waiting, waiting],
    ...(awaiting ? ([[lyingNames.awaiting, awaiting]] satisfies [string, Count][]) : []),
    [lyingNames.nobody, nobody],
  ];
  return (
    <Plot
      {...plot}
      className="answer"
      lead={
        <BigNumber unit={lyingNames.overdue(overdue.total)}>
          <CountLink count={overdue} />
        </BigNumber>
      }
    >
      <div className="mt-auto">
        <BarPlot
          heads={[]}
          bars={rows.map(([name, count]) => ({
            name: (
              <CountLink count={count}>
                {describeNumber(count.total)} {name}
              </CountLink>
            ),
            key: name,
            length: count.total,
            cells: [],
          }))}
        />
      </div>
    </Plot>
  );
}

function Help({ report, ...plot }: PlotProps & { report: Report }) {
  const found = findWhoNeedsHelp(report);
  const names = strings.help;
  const { overdue, waiting } = found?.owner ?? {};
  const isMoreOverdue = (overdue?.total ?? 0) >= (waiting?.total ?? 0);
  const most = isMoreOverdue ? overdue : waiting;
  return (
    <Plot
      {...plot}
      className="answer"
      lead={
        !found || !most ? (
          <BigNumber>{names.nobody}</BigNumber>
        ) : found.because === 'slow' ? (
          <BigNumber unit={strings.response.ofMedian}>{describeMinutes(found.owner.median_minutes ?? 0)}</BigNumber>
        ) : (
          <BigNumber unit={isMoreOverdue ? lyingNames.overdue(most.total) : lyingNames.waiting}>
            <CountLink count={most} />
          </BigNumber>
        )
      }
    >
      <div className="mt-auto">
        <BarPlot
          heads={[
            { name: strings.heads.overdueShort, look: 'bar' },
            { name: strings.heads.waiting, look: 'late' },
          ]}
          bars={rankByBacklog(report)
            .slice(0, MAX_PEOPLE)
            .map(({ owner_id, name, overdue, waiting }) => ({
              key: owner_id ?? '',
              name,
              length: overdue.total,
              more: waiting.total,
              cells: [
                <CountLink key="overdue" count={overdue} label={`${name}, ${strings.heads.overdueShort}`} />,
                <CountLink key="waiting" count={waiting} label={`${name}, ${strings.heads.waiting}`} />,
              ],
            }))}
        />
      </div>
    </Plot>
  );
}
