import { addDays, nextMonday } from '~/shared/leads/days';
import { leadStrings } from '~/shared/strings/leads';

const { nextContact: strings } = leadStrings;

/** The days that are one press away. */
export function dayChoices(today: string): { label: string; day: string }[] {
  return [
    { label: strings.tomorrow, day: addDays(today, 1) },
    { label: strings.inThreeDays, day: addDays(today, 3) },
    { label: strings.monday, day: nextMonday(today) },
  ];
}
