import { CALL_OUTCOMES } from '~/shared/leads/contact';
import { panelPath } from '~/shared/leads/filter-params';
import { describeNumber } from '~/shared/number';
import { captionsOf } from '~/shared/numbers/captions';
import { describeMinutes } from '~/shared/numbers/duration';
import type { Count, Report, Retention, Slice } from '~/shared/numbers/report';
import { type TableName, tablesOf } from '~/shared/numbers/tables';
import { retentionStrings } from '~/shared/strings/lead/retention';
import { leadStrings } from '~/shared/strings/leads';
import { numberStrings as strings } from '~/shared/strings/numbers';
import { type Bar, BarPlot } from './BarPlot';
import { CountLink, hrefOf } from './CountLink';
import { DayPlot } from './DayPlot';
import { HourPlot } from './HourPlot';
import { Plot } from './Plot';

const { won: wonName } = strings.heads;
/** The table has the others. */
const MOST_VIAS = 12;

/** What became of those who came in a period, each plot with its numbers. Drawn on the server; it needs no script. */
export function NumbersScreen({ report }: { report: Report }) {
  const captions = captionsOf(report);
  const tables = tablesOf(report);
  const { from, to, tz } = report.period;
  const csvQuery = new URLSearchParams({ from, to, tz }).toString();
  const plot = (name: TableName) => ({ name, caption: captions[name], table: tables[name], csvQuery });
  const { arrivals, response, won } = report;
  const arrivesByCampaign = report.by_via.some(({ value }) => value !== null);
  const hasCalls = tables.calls.rows.length > 0;
  return (
    <div className="numbers">
      <dl className="number-heads">
        <Head name={strings.heads.enquiries} count={arrivals} before={arrivals.before} />
        <Head
          name={strings.response.within60}
          count={response.within_60}
          before={response.before.within_60}
        />
        <Head name={leadStrings.counters.ganado} count={won} before={won.before} />
        <div>
          <dt>{strings.sections.value}</dt>
          <dd>
            <a href={hrefOf(won)} className="number-link">
              {strings.value.money(won.monthly)}
            </a>
            <small>{strings.before(strings.value.money(won.before.monthly))}</small>
          </dd>
        </div>
      </dl>
      <Plot {...plot('days')} wide>
        <DayPlot days={arrivals.days} />
      </Plot>
      <Plot {...plot('hours')} wide>
        <HourPlot cells={report.heatmap} />
      </Plot>
      <Plot {...plot('funnel')}>
        <BarPlot
          bars={report.funnel.map(({ estado, reached, standing, median_minutes }) => ({
            name: leadStrings.statuses[estado],
            count: reached,
            part: standing,
            partName: 'están ahí',
            note: median_minutes === null ? undefined : `tarda ${describeMinutes(median_minutes)}`,
          }))}
        />
      </Plot>
      <Plot {...plot('response')}>
        <BarPlot
          bars={[
            { name: strings.response.within5, count: response.within_5 },
            { name: strings.response.within60, count: response.within_60 },
            { name: strings.response.later, count: response.later },
            { name: strings.response.never, count: response.never },
          ]}
        />
      </Plot>
      <Plot {...plot('owners')} wide>
        <BarPlot
          bars={report.by_owner.map(({ name, had, won, median_minutes, overdue }) => ({
            name,
            count: had,
            part: won,
            partName: wonName.toLowerCase(),
            note: (
              <>
                {median_minutes !== null && `${describeMinutes(median_minutes)} · `}
                <CountLink count={overdue} label={`${name}, ${strings.heads.overdue}`} />{' '}
                {overdue.total === 1 ? 'vencido' : 'vencidos'}
              </>
            ),
          }))}
        />
      </Plot>
      <Plot {...plot('value')}>
        <BarPlot
          bars={[
            { name: strings.value.won, count: won, note: strings.value.money(won.monthly) },
            {
              name: strings.value.inPlay,
              count: won.in_play,
              note: strings.value.money(won.in_play.monthly),
            },
          ]}
        />
      </Plot>
      <Plot {...plot('sources')}>
        <BarPlot bars={report.by_source.map(toBar)} />
      </Plot>
      {arrivesByCampaign && (
        <Plot {...plot('vias')}>
          <BarPlot bars={report.by_via.slice(0, MOST_VIAS).map(toBar)} />
        </Plot>
      )}
      <Plot {...plot('countries')}>
        <BarPlot bars={report.by_country.map(toBar)} />
      </Plot>
      <Plot {...plot('types')}>
        <BarPlot bars={report.by_type.map(toBar)} />
      </Plot>
      <Plot {...plot('plans')}>
        <BarPlot bars={report.by_plan.map(toBar)} />
      </Plot>
      {hasCalls && (
        <Plot {...plot('calls')}>
          <BarPlot
            bars={CALL_OUTCOMES.map((outcome) => ({
              name: leadStrings.attempt.outcomes[outcome],
              count: report.calls[outcome],
            }))}
          />
        </Plot>
      )}
      <Plot {...plot('reasons')} wide={hasCalls}>
        <BarPlot bars={report.lost_reasons.map((reason) => ({ name: reason.name, count: reason }))} />
      </Plot>
      {report.retention && <Foreseen retention={report.retention} />}
    </div>
  );
}

/** What the panel's filter can ask for. */
const MOST_IDLE_DAYS = 999;

/** Of how many lost leads the person will be forgotten. It is about all leads, not about the period. */
function Foreseen({ retention: { total, days, months, idle } }: { retention: Retention }) {
  return (
    <section aria-labelledby="retention" className="plot plot-wide">
      <h2 id="retention">{retentionStrings.title}</h2>
      <p>{retentionStrings.foreseen(total, days, months)}</p>
      {total > 0 && <p>{retentionStrings.keep}</p>}
      {total > 0 && idle <= MOST_IDLE_DAYS && (
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

function toBar(slice: Slice): Bar {
  return { name: slice.name, count: slice, part: slice.won, partName: wonName.toLowerCase() };
}

function Head({ name, count, before }: { name: string; count: Count; before: Count }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <CountLink count={count} />
        <small>
          <a href={hrefOf(before)} className="underline-offset-4 hover:underline">
            {strings.before(describeNumber(before.total))}
          </a>
        </small>
      </dd>
    </div>
  );
}
