import { useState } from 'react';
import { type ContactAttempt, othersAttempt, ownAttempt } from '~/shared/leads/contact';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { describeMoment, localOffset, noOffset } from '~/shared/moment';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { useAsTimePasses } from '../ui/useNow';

const { attempt: strings } = leadStrings;

type Props = {
  lead: Lead;
  userId: string;
  /** The server's time, for the first paint. */
  now: number;
  /** Resolves to whether the answer was saved. */
  onAnswer: (lead: Lead, contacted: boolean) => Promise<boolean>;
};

/** Asks the user whether they reached the lead after their attempt, until they answer or somebody contacts the lead. */
export function OwnContactQuestion({ lead, userId, now, onAnswer }: Props) {
  const own = isWaiting(lead) && ownAttempt(lead, userId);
  // A new attempt is a new question.
  return own ? <Question key={own.opened_at} {...{ lead, attempt: own, now, onAnswer }} /> : null;
}

/** Says who else tried to contact the lead last, unless the user is asked about an attempt of their own. */
export function ContactNote({ lead, userId, now }: Omit<Props, 'onAnswer'>) {
  if (!isWaiting(lead) || ownAttempt(lead, userId)) return null;
  const other = othersAttempt(lead, userId);
  return other ? <Note attempt={other} now={now} /> : null;
}

function Note({ attempt, now }: { attempt: ContactAttempt; now: number }) {
  const text = strings.by(attempt.user_name, useOpened(attempt, now));
  return (
    <span className="contact-note" title={text}>
      {text}
    </span>
  );
}

function Question({
  lead,
  attempt,
  now,
  onAnswer,
}: Pick<Props, 'lead' | 'now' | 'onAnswer'> & { attempt: ContactAttempt }) {
  const [answered, setAnswered] = useState(false);
  const opened = useOpened(attempt, now);
  if (answered) return null;

  async function answer(button: HTMLElement, contacted: boolean) {
    // The pressed button disappears with the question: the focus moves to the row or the lead around it.
    button.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    setAnswered(true);
    if (!(await onAnswer(lead, contacted))) setAnswered(false);
  }

  return (
    <fieldset aria-label={strings.questionOf(lead.nombre)} className="contact-question">
      <span>{opened}</span>
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

/** 'WhatsApp abierto hace 2 min'. */
function useOpened({ channel, opened_at }: ContactAttempt, now: number): string {
  const moment = Date.parse(opened_at);
  const when = useAsTimePasses(
    (now) => describeMoment(moment, now, localOffset),
    () => describeMoment(moment, now, noOffset),
  );
  return strings.opened[channel](when);
}
