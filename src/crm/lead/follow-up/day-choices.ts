import { addDays, addMonths, nextMonday } from '~/shared/leads/days';
import type { Lead } from '~/shared/leads/lead';
import { isClosed } from '~/shared/leads/waiting';
import { actStrings } from '~/shared/strings/lead/acts';

const { nextContact: strings } = actStrings;

/** The days one press away: soon or, for a lead won or lost, later. */
export function dayChoices(today: string, lead: Pick<Lead, 'estado'>): { label: string; day: string }[] {
  if (isClosed(lead)) {
    return [
      { label: strings.inOneMonth, day: addMonths(today, 1) },
      { label: strings.inThreeMonths, day: addMonths(today, 3) },
    ];
  }
  return [
    { label: strings.tomorrow, day: addDays(today, 1) },
    { label: strings.inThreeDays, day: addDays(today, 3) },
    { label: strings.monday, day: nextMonday(today) },
  ];
}
