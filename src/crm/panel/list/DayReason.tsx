import { daysBetween } from '~/shared/leads/days';
import type { Lead } from '~/shared/leads/lead';
import { waitingSince } from '~/shared/leads/waiting';
import { leadStrings } from '~/shared/strings/leads';
import { WaitingTime } from '../../lead/WaitingTime';
import type { RowReader } from './row-actions';

const { day: strings } = leadStrings;

/** Why a lead is on a list of the day: who waits, and what is due. */
export function DayReason({ lead, reader: { userId, today, now } }: { lead: Lead; reader: RowReader }) {
  const { awaiting_reply_since: wrote } = lead;
  const since = wrote ?? waitingSince(lead);
  const due = describeDue(lead, today, userId);
  return (
    <>
      {since && <WaitingTime since={since} now={now} say={wrote ? strings.wrote : strings.uncontacted} />}
      {due && (
        <b>
          {since && ' · '}
          {due}
        </b>
      )}
    </>
  );
}

function describeDue({ next_contact_on: day, next_contact_at: hour, owner_id }: Lead, today: string, userId: string) {
  if (day === null || day > today) return null;
  if (day < today) return strings.overdue(daysBetween(day, today));
  return (owner_id === userId ? strings.ownToday : strings.today) + (hour ? strings.at(hour) : '');
}
