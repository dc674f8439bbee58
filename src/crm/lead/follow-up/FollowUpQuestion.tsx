import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { CALL_OUTCOMES } from '~/shared/leads/enums';
import type { ContactAttempt, Lead } from '~/shared/leads/lead';
import type { ContactAnswer } from '~/shared/leads/schema';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { useOpened } from '../ContactNote';
import { type ListMutations, leadMutations } from '../lead-mutations';
import { dayChoices } from './day-choices';
import { $justContacted, $keptRowId, endNextContactQuestion, questionOf } from './follow-up-state';

const { attempt: contact } = leadStrings;

type Props = {
  lead: Lead;
  userId: string;
  today: string;
  /** The server's time, for the first paint. */
  now: number;
  mutations: ListMutations;
};

/** A lead's open question: in its row or, if the lead is open, in its sheet. */
export function FollowUpQuestion({ lead, userId, today, now, mutations }: Props) {
  const question = questionOf(lead, userId, useStore($justContacted));
  useKeptRow(lead.id, question === 'next');
  if (question === null) return null;
  if (question !== 'next')
    // A new attempt is a new question.
    return <ContactQuestion key={question.opened_at} {...{ lead, attempt: question, now, mutations }} />;

  function plan(next_contact_on: string | null) {
    releaseRow(lead.id);
    if (next_contact_on === lead.next_contact_on) endNextContactQuestion(lead.id);
    else void leadMutations(mutations).planContact(lead, { next_contact_on, next_contact_at: null });
  }
  return (
    <Question
      name={actStrings.nextContact.questionOf(lead.nombre)}
      question={actStrings.nextContact.question}
      answers={[...dayChoices(today, lead), { label: actStrings.nextContact.notNeeded, day: null }]}
      onAnswer={({ day }) => plan(day)}
    />
  );
}

/**
 * If the previous answer took the lead out of the list, its row stays until this is answered or something else is
 * pressed.
 */
function useKeptRow(leadId: number, isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const press = ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest(`[data-lead-id="${leadId}"], [popover]`);
      if (!isOwn) releaseRow(leadId);
    };
    document.addEventListener('click', press);
    return () => {
      document.removeEventListener('click', press);
      releaseRow(leadId);
    };
  }, [leadId, isAsked]);
}

function releaseRow(leadId: number): void {
  if ($keptRowId.get() === leadId) $keptRowId.set(null);
}

type ContactQuestionProps = Pick<Props, 'lead' | 'now' | 'mutations'> & { attempt: ContactAttempt };

function ContactQuestion({ lead, attempt, now, mutations }: ContactQuestionProps) {
  const [isAnswered, setAnswered] = useState(false);
  const opened = useOpened(attempt, now);
  if (isAnswered) return null;
  const answers: { label: string; answer: ContactAnswer }[] =
    attempt.channel === 'call'
      ? CALL_OUTCOMES.map((outcome) => ({ label: contact.outcomes[outcome], answer: { outcome } }))
      : [
          { label: actStrings.attempt.yes, answer: { contacted: true } },
          { label: actStrings.attempt.no, answer: { contacted: false } },
        ];
  return (
    <Question
      name={actStrings.attempt.questionOf(lead.nombre)}
      said={opened}
      question={actStrings.attempt.question}
      answers={answers}
      onAnswer={async ({ answer }, row) => {
        setAnswered(true);
        if (row) $keptRowId.set(lead.id);
        if (!(await leadMutations(mutations).answerContact(lead, answer))) setAnswered(false);
        if ($justContacted.get()?.id !== lead.id) releaseRow(lead.id);
      }}
    />
  );
}

/** A question with its answers in one group: none is ever alone on a line. */
function Question<Answer extends { label: string }>({
  name,
  said,
  question,
  answers,
  onAnswer,
}: {
  name: string;
  said?: string;
  question: string;
  answers: readonly Answer[];
  /** `row`: the list row it was pressed in. */
  onAnswer: (answer: Answer, row: Element | null) => unknown;
}) {
  return (
    <fieldset aria-label={name} className="contact-question">
      <span>
        {said && `${said} · `}
        <b>{question}</b>
      </span>
      <div data-count={answers.length}>
        {answers.map((answer) => (
          <Button
            key={answer.label}
            size="small"
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('.lead-row');
              // The pressed button goes with the question: the focus moves to the row or the lead around it.
              currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
              onAnswer(answer, row);
            }}
          >
            {answer.label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
