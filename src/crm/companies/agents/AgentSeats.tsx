import type { ReactNode } from 'react';
import { Icon } from '~/crm/ui/Icon';
import { agentLimit, type Plan } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';

/** Seats used of the plan, and what to do when none is left. Nothing for a plan without a limit. */
export function AgentSeats({
  plan,
  active,
  id,
  more,
}: {
  plan: Plan;
  active: number;
  id: string;
  /** Shown when none is left. */
  more?: ReactNode;
}) {
  const limit = agentLimit(plan);
  if (!Number.isFinite(limit)) return null;
  return (
    <div className="mb-3">
      <p className="text-sm text-ink-soft tabular-nums">{companyStrings.seats(active, limit)}</p>
      <div aria-hidden="true" className="mt-1.5 flex gap-1">
        {Array.from({ length: limit }, (_, seat) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: seats are told apart by nothing but their place
            key={seat}
            className={`h-1.5 flex-1 rounded-full forced-colors:border ${seatColour(seat < active, active >= limit)}`}
          />
        ))}
      </div>
      {active >= limit && (
        <p id={id} className="mt-3 flex gap-2 rounded-lg bg-honey-mist px-3 py-2 text-sm text-honey-dark">
          <Icon name="warning" className="mt-0.5 size-4" />
          <span>
            {active > limit
              ? companyStrings.limitExceeded(active, limit)
              : companyStrings.limitReached(limit)}{' '}
            {more}
          </span>
        </p>
      )}
    </div>
  );
}

function seatColour(taken: boolean, full: boolean): string {
  if (!taken) return 'bg-sand-deep';
  return `forced-color-adjust-none forced-colors:bg-[CanvasText] ${full ? 'bg-honey' : 'bg-petrol'}`;
}
