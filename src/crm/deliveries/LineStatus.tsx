import type { Delivery, LineState } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { RelativeTime } from '../ui/RelativeTime';

const { line: labels, ends, events } = deliveryStrings;

/** What arrived last or did not, with the last failures. `now` is the server's time. */
export function LineStatus({ line: { last, undelivered, failures }, now }: { line: LineState; now: number }) {
  const [latest] = failures;
  return (
    <>
      {undelivered > 0 && (
        <p className={`wrap-anywhere ${latest ? 'font-medium text-terracotta-dark' : 'text-sm text-ink-soft'}`}>
          {labels.undelivered(undelivered, latest && String(latest.last_status ?? latest.last_error))}
        </p>
      )}
      <p className="text-sm text-ink-soft">
        {last?.finished_at ? (
          <>
            {last.ended_in ? ends[last.ended_in] : labels.delivered} <RelativeTime at={last.finished_at} now={now} />
          </>
        ) : (
          labels.nothing
        )}
      </p>
      {failures.length > 0 && (
        <ul aria-label={labels.failures} className="grid gap-1.5 border-l-2 border-sand-line pl-3 text-sm">
          {failures.map((failure) => (
            <Failure key={failure.id} failure={failure} now={now} />
          ))}
        </ul>
      )}
    </>
  );
}

function Failure({ failure, now }: { failure: Delivery; now: number }) {
  const { event, about, state, last_error, last_answer, last_attempt_at, created_at } = failure;
  const name = events[event] ?? event;
  return (
    <li className="min-w-0 wrap-anywhere">
      {about && event !== 'test' ? labels.about(name, about) : name}
      <span className="block text-ink-soft">
        {last_error} · <RelativeTime at={last_attempt_at ?? created_at} now={now} />
        {state === 'failed' && ` · ${labels.givenUp}`}
      </span>
      {last_answer && <code className="line-clamp-2 text-ink-faint">{last_answer}</code>}
    </li>
  );
}
