import { isHour } from '~/shared/leads/days';
import { noticeErrors as errors } from '~/shared/strings/notices/settings';
import { z } from '~/shared/zod';
import { EMAIL_CHOICES, MAIL_TOPICS } from './settings';

const WEEK = [1, 2, 3, 4, 5, 6, 7];

const email = z.enum(EMAIL_CHOICES, { error: errors.emailInvalid });
const toggle = z.boolean({ error: errors.switchInvalid });

/** Changes to one's own notification settings. */
export const changeNoticesSchema = z
  .strictObject({ email, weekly: toggle, troubles: toggle, push: toggle })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: errors.nothing });
export type ChangeNotices = z.infer<typeof changeNoticesSchema>;

/** Distinct weekdays, 1 to 7. */
function isChoiceOfDays(days: unknown[]): boolean {
  return new Set(days).size === days.length && days.every((day) => WEEK.some((one) => one === day));
}

const hour = (error: string) => z.string({ error }).refine(isHour, error);
/** Forms send text. */
const minutes = (least: number, most: number, error: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\s*\d+\s*$/)
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.number({ error }).int(error).min(least, error).max(most, error));

/** The team's settings, whole but for the zone of its hours. */
export const teamNoticesSchema = z
  .strictObject({
    email,
    days: z
      .array(z.unknown(), { error: errors.daysInvalid })
      .refine(isChoiceOfDays, errors.daysInvalid)
      .transform((days) => [...(days as number[])].sort()),
    opens: hour(errors.opensInvalid),
    closes: hour(errors.closesInvalid),
    insist_after: minutes(1, 240, errors.insistInvalid),
    alarm_after: minutes(2, 480, errors.alarmInvalid),
  })
  .refine(({ opens, closes }) => closes > opens, { path: ['closes'], error: errors.closesEarly })
  .refine(({ insist_after, alarm_after }) => alarm_after > insist_after, {
    path: ['alarm_after'],
    error: errors.alarmEarly,
  });
export type ChangeTeamNotices = z.infer<typeof teamNoticesSchema>;

/** An unsubscribe link. */
export const unsubscribeSchema = z.object({
  token: z.string({ error: errors.tokenInvalid }).regex(/^[0-9a-f]{40}$/, errors.tokenInvalid),
  topic: z.enum(MAIL_TOPICS, { error: errors.tokenInvalid }),
});
export type Unsubscribe = z.infer<typeof unsubscribeSchema>;
