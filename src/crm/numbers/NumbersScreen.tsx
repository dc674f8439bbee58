import { describeNumber } from '~/shared/counts';
import { CALL_OUTCOMES } from '~/shared/leads/enums';
import { panelPath } from '~/shared/leads/filter-params';
import { describeMinutes } from '~/shared/numbers/duration';
import type { Cohort, FunnelStep, Loss, OwnerSlice, Report, Retention, Value } from '~/shared/numbers/report';
import { retentionStrings } from '~/shared/strings/lead/person';
import { leadStrings } from '~/shared/strings/leads';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { type Bar, BarPlot } from './BarPlot';
import { Breakdown } from './Breakdown';
import { CountLink } from './CountLink';
import { type CrossingChoice, CrossingTable } from './CrossingTable';
import { DayPlot, shortDay } from './DayPlot';
import { HourPlot } from './HourPlot';
import { Plot, type PlotProps } from './Plot';

const { heads } = strings;
/** The latest weeks; the table has the others. */
const MAX_WEEKS = 6;
/** The maximum of the panel's filter. */
const MAX_IDLE_DAYS = 999;

type Props = { report: Report; plot: (name: PlotProps['name']) => PlotProps; crossing: CrossingChoice };

/** Behind the four answers, in their order. Server-rendered; it needs no script. */
export function NumbersScreen({ report, plot, crossing }: Props) {
  const { arrivals, won, forecast } = report;
  const hasCalls = report.calls.by_owner.length > 0;
  return (
    <>
      <div className="plots plots-of-2">
        <Plot {...plot('days')} className="plot-1-of-3">
          {arrivals.total > 0 && <DayPlot days={arrivals.days} />}
        </Plot>
        <Plot {...plot('hours')} className="plot-2-of-3">
          {arrivals.total > 0 && <HourPlot cells={report.heatmap} />}
        </Plot>
      </div>
      <div className="plots plots-of-4">
        <Plot {...plot('value')}>
          <BarPlot
            heads={[{ name: heads.wonOnes }, { name: heads.usd, look: 'bar' }]}
            bars={won.by_plan
              .filter((plan) => plan.won.total > 0)
              .map((plan) => worthBar(plan.plan ?? '', plan.name, plan.won))}
          />
        </Plot>
        <Plot {...plot('forecast')}>
          <BarPlot
            heads={[{ name: heads.leads }, { name: heads.usd, look: 'bar' }]}
            bars={
              forecast
                ? forecast.steps.map((step) => ({
                    ...worthBar(step.estado, leadStrings.statuses[step.estado], step),
                    part: step.monthly * (step.part ?? 0),
                  }))
                : [worthBar('', strings.value.inPlay, won.in_play)]
            }
          />
        </Plot>
        <Plot {...plot('funnel')}>
          <BarPlot
            heads={[
              { name: heads.reached, look: 'bar' },
              { name: heads.standing, look: 'part' },
            ]}
            bars={report.funnel.map(toStep)}
          />
        </Plot>
        <Plot {...plot('cohorts')}>
          <BarPlot
            heads={[{ name: heads.ageShort }, { name: heads.reached }, { name: heads.wonOnes, look: 'bar' }]}
            bars={report.cohorts.slice(-MAX_WEEKS).map(toWeek)}
            max={1}
          />
        </Plot>
      </div>
      <div className="plots plots-of-2">
        <Plot {...plot('owners')}>
          <BarPlot
            heads={[
              { name: heads.had, look: 'bar' },
              { name: heads.won, look: 'part' },
              { name: heads.medianShort },
              { name: heads.overdueShort },
              { name: heads.contacts, isWide: true },
            ]}
            bars={report.by_owner.map(toPerson)}
          />
        </Plot>
        <Plot {...plot('losses')}>
          <BarPlot
            heads={[{ name: heads.leads, look: 'bar' }, { name: heads.daysShort }]}
            bars={report.losses.map(toLoss)}
          />
        </Plot>
        {hasCalls && (
          <Plot {...plot('calls')}>
            <BarPlot
              heads={[{ name: heads.leads, look: 'bar' }]}
              bars={CALL_OUTCOMES.map((outcome) => {
                const name = leadStrings.attempt.outcomes[outcome];
                const count = report.calls[outcome];
                return {
                  key: outcome,
                  name,
                  length: count.total,
                  cells: [<CountLink key="all" count={count} label={name} />],
                };
              })}
            />
          </Plot>
        )}
      </div>
      <div className="plots plots-of-2">
        <Breakdown report={report} plot={plot} />
        <CrossingTable {...plot('crossing')} crossing={report.crossing} choice={crossing} />
      </div>
      {report.retention && <RetentionForecast retention={report.retention} />}
    </>
  );
}

function worthBar(key: string, name: string, value: Value): Bar {
  return {
    key,
    name,
    length: value.monthly,
    cells: [<CountLink key="leads" count={value} label={name} />, describeNumber(value.monthly)],
  };
}

function toStep({ estado, reached, standing }: FunnelStep): Bar {
  const name = leadStrings.statuses[estado];
  return {
    key: estado,
    name,
    length: reached.total,
    part: standing.total,
    cells: [
      <CountLink key="reached" count={reached} label={`${name}, ${heads.reached.toLowerCase()}`} />,
      <CountLink key="standing" count={standing} label={`${name}, ${heads.standing.toLowerCase()}`} />,
    ],
  };
}

/** The share won, over the full width: weeks of any size compare. */
function toWeek(cohort: Cohort): Bar {
  const name = shortDay(cohort.week);
  return {
    key: cohort.week,
    name,
    length: cohort.total === 0 ? 0 : cohort.won.total / cohort.total,
    cells: [
      strings.ago(cohort.age_days),
      <CountLink key="reached" count={cohort} label={`${name}, ${heads.reached.toLowerCase()}`} />,
      <CountLink key="won" count={cohort.won} label={`${name}, ${heads.wonOnes.toLowerCase()}`} />,
    ],
  };
}

function toPerson({ owner_id, name, had, won, median_minutes, overdue, contacts }: OwnerSlice): Bar {
  return {
    key: owner_id ?? '',
    name,
    length: had.total,
    part: won.total,
    cells: [
      <CountLink key="had" count={had} label={name} />,
      <CountLink key="won" count={won} label={`${name}, ${heads.won.toLowerCase()}`} />,
      median_minutes === null ? '–' : describeMinutes(median_minutes),
      <CountLink key="overdue" count={overdue} label={`${name}, ${heads.overdue}`} />,
      contacts === null ? '–' : describeNumber(contacts),
    ],
  };
}

function toLoss(loss: Loss): Bar {
  const name = leadStrings.statuses[loss.after];
  return {
    key: loss.after,
    name,
    length: loss.total,
    cells: [
      <CountLink key="all" count={loss} label={name} />,
      loss.median_days === null ? '–' : describeNumber(loss.median_days),
    ],
    note: loss.reasons.map((reason) => (
      <span key={reason.reason ?? ''}>
        {reason.name} <CountLink count={reason} label={`${name}, ${reason.name}`} />
      </span>
    )),
  };
}

/** How many lost leads are due for erasure by retention. Counts all leads, not the period's. */
function RetentionForecast({ retention: { total, days, months, idle } }: { retention: Retention }) {
  return (
    <section aria-labelledby="retention" className="text-[0.875rem] text-ink-soft print:hidden">
      <h2 id="retention" className="text-[1rem] text-ink">
        {retentionStrings.title}
      </h2>
      <p>{retentionStrings.foreseen(total, days, months)}</p>
      {total > 0 && <p>{retentionStrings.keep}</p>}
      {total > 0 && idle <= MAX_IDLE_DAYS && (
        <p>
          <a
            href={panelPath({ estado: 'perdido', idle: String(idle), orden: 'sin_actividad' })}
            className="underline underline-offset-4"
          >
            {retentionStrings.see}
          </a>
        </p>
      )}
    </section>
  );
}
