import { panelPath } from '~/shared/leads/filter-params';
import type { Retention } from '~/shared/numbers/report';
import { retentionStrings as strings } from '~/shared/strings/lead/person';

/** The maximum of the panel's filter. */
const MOST_IDLE_DAYS = 999;

/** How many lost leads are due for erasure by retention. Counts all leads, not the period's. */
export function Foreseen({ retention: { total, days, months, idle } }: { retention: Retention }) {
  return (
    <section aria-labelledby="retention" className="foreseen">
      <h2 id="retention">{strings.title}</h2>
      <p>{strings.foreseen(total, days, months)}</p>
      {total > 0 && <p>{strings.keep}</p>}
      {total > 0 && idle <= MOST_IDLE_DAYS && (
        <p>
          <a
            href={panelPath({ estado: 'perdido', idle: String(idle), orden: 'sin_actividad' })}
            className="underline underline-offset-4"
          >
            {strings.see}
          </a>
        </p>
      )}
    </section>
  );
}
