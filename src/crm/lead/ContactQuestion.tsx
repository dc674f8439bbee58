import { useState } from 'react';
import { describeDuration, MINUTE_MS } from '~/shared/duration';
import { type ContactAttempt, othersAttempt, ownAttempt } from '~/shared/leads/contact';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { useNow } from '../ui/useNow';

const { attempt: strings } = leadStrings;

type Props = {
  lead: Lead;
  userId: string;
  /** The server's time, for the first paint. */
  now: number;
  /** Resolves to whether the answer was saved. */
  onAnswer: (lead: Lead, contacted: boolean) => Promise<boolean>;
};

/**
 * The contact attempts of a lead that nobody has contacted yet. Whoever made one is asked whether they reached the lead
 * until they answer; other users see who made the latest.
 */
export function ContactQuestion({ lead, userId, now, onAnswer }: Props) {
  if (!isWaiting(lead)) return null;
  const own = ownAttempt(lead, userId);
  // A new attempt is a new question.
  if (own) return <Question key={own.opened_at} {...{ lead, attempt: own, now, onAnswer }} />;
  const other = othersAttempt(lead, userId);
  return other ? (
    <p className="contact-note">
      <Opened attempt={other} now={now} /> {strings.by(other.user_name)}
    </p>
  ) : null;
}

function Question({
  lead,
  attempt,
  now,
  onAnswer,
}: Pick<Props, 'lead' | 'now' | 'onAnswer'> & { attempt: ContactAttempt }) {
  const [answered, setAnswered] = useState(false);
  if (answered) return null;

  async function answer(button: HTMLElement, contacted: boolean) {
    // The pressed button disappears with the question: the focus moves to the row or the lead around it.
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    setAnswered(true);
    if (!(await onAnswer(lead, contacted))) setAnswered(false);
  }

  return (
    <fieldset aria-label={strings.questionOf(lead.nombre)} className="contact-question">
      <span>
        <Opened attempt={attempt} now={now} />
      </span>
      <span className="font-medium">{strings.question}</span>
      <Button size="small" look="primary" onClick={(event) => void answer(event.currentTarget, true)}>
        {strings.yes}
      </Button>
      <Button size="small" onClick={(event) => void answer(event.currentTarget, false)}>
        {strings.no}
      </Button>
    </fieldset>
  );
}

function Opened({ attempt: { channel, opened_at }, now }: { attempt: ContactAttempt; now: number }) {
  const passed = Math.max(0, useNow(now) - Date.parse(opened_at));
  return strings.opened[channel](
    passed < MINUTE_MS ? strings.justNow : strings.ago(describeDuration(passed)),
  );
}
