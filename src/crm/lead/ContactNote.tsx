import type { ContactAttempt, Lead } from '~/shared/leads/lead';
import { describeMoment, localOffset } from '~/shared/moments';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadStrings } from '~/shared/strings/leads';
import { pageOffset } from '../ui/reading/page-zone';
import { useNow } from '../ui/useNow';
import { othersOpenAttempt } from './follow-up/follow-up-state';

const { attempt: strings } = leadStrings;

/** Says who else tried to contact the lead last, unless the user is asked about an attempt of their own. */
export function ContactNote({ lead, userId, now }: { lead: Lead; userId: string; now: number }) {
  const other = othersOpenAttempt(lead, userId);
  return other ? <Note attempt={other} now={now} /> : null;
}

function Note({ attempt, now }: { attempt: ContactAttempt; now: number }) {
  const text = actStrings.attempt.by(attempt.user_name, useOpened(attempt, now));
  return (
    <span className="contact-note" title={text}>
      {text}
    </span>
  );
}

/** 'WhatsApp abierto hace 2 min'. `now`: the server's time, for the first paint. */
export function useOpened({ channel, opened_at }: ContactAttempt, now: number): string {
  const moment = Date.parse(opened_at);
  const when = useNow(
    (now) => describeMoment(moment, now, localOffset),
    () => describeMoment(moment, now, pageOffset),
  );
  return strings.opened[channel](when);
}
