import { panelPath } from '~/shared/leads/filter-params';
import { captionsOf } from '~/shared/numbers/captions';
import type { Report, Retention } from '~/shared/numbers/report';
import { tablesOf } from '~/shared/numbers/tables';
import { retentionStrings } from '~/shared/strings/lead/person';
import { Answers } from './Answers';
import { Breakdown } from './Breakdown';
import { DayChart, WonChart } from './Charts';
import { ChartSection, TableSection } from './Section';

/** The maximum of the panel's filter. */
const MAX_IDLE_DAYS = 999;

/** The four answers, and what is behind them. Server-rendered; it needs no script. */
export function NumbersScreen({ report }: { report: Report }) {
  const captions = captionsOf(report);
  const tables = tablesOf(report);
  return (
    <>
      <Answers report={report} captions={captions} />
      <div className="numbers-card xl:grid-cols-3 print:grid-cols-3">
        <ChartSection name="days" caption={captions.days} table={tables.days}>
          <DayChart {...report.arrivals} />
        </ChartSection>
        <ChartSection name="wonDays" caption={captions.wonDays} table={tables.wonDays}>
          <WonChart {...report} />
        </ChartSection>
        <Breakdown report={report} captions={captions} tables={tables} />
      </div>
      <div className="numbers-card xl:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,2fr)] print:grid-cols-[minmax(0,5fr)_minmax(0,2fr)_minmax(0,2fr)]">
        <TableSection name="owners" table={tables.owners} className="team" />
        <TableSection name="value" table={tables.value} />
        <TableSection name="reasons" table={tables.reasons} />
      </div>
      {report.retention && <RetentionForecast retention={report.retention} />}
    </>
  );
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
