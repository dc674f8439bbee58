import { useId, useRef, useState } from 'react';
import { JOIN_FIELDS, type JoinField, LEAD_FIELDS } from '~/shared/leads/fields';
import { chooseFields, isConflict } from '~/shared/leads/join';
import type { Lead } from '~/shared/leads/lead';
import { describeLeadValue } from '~/shared/leads/values';
import { crmStrings } from '~/shared/strings/crm';
import { joinStrings } from '~/shared/strings/lead/join';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { LocalTime } from '../../ui/LocalTime';
import { useFetch } from '../../ui/reading/useFetch';
import { showToast } from '../../ui/toasts/toasts';
import { fetchLead } from '../lead-api';
import type { ListMutations } from '../lead-mutations';
import { joinLeads, separateLead } from './join-api';

const { dialog: strings } = joinStrings;

/** Two leads side by side where they differ. The earlier one stays, with its id and position. */
export function JoinDialog({
  lead,
  other,
  mutations,
  onJoined,
  onClose,
}: {
  lead: Lead;
  other: Lead;
  mutations: ListMutations;
  onJoined?: (stays: Lead) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const focus = useRef<HTMLButtonElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const reading = useFetch(() => readPair(lead.id, other.id), String(attempt), strings.loadFailed);
  const { value: pair } = reading;

  async function join(take: JoinField[]) {
    if (!pair) return;
    const { first, last } = pair;
    setBusy(true);
    try {
      const as_of = Math.min(first.as_of, last.as_of);
      const stays = await joinLeads(last.id, { into: first.id, take, as_of });
      mutations.showSaved(stays);
      mutations.showRemoved(stays.id === last.id ? first.id : last.id, stays.as_of);
      onClose();
      onJoined?.(stays);
      showToast({
        tone: 'success',
        text: strings.done,
        detail: stays.nombre,
        undo: () => void separateLead(last.id, stays, mutations),
      });
    } catch (error) {
      setBusy(false);
      showFailureOf(strings.failed, error);
      // Somebody changed one of them: re-read both.
      if (error instanceof ApiError && error.code === 'conflict') setAttempt((at) => at + 1);
    }
  }

  return (
    <Dialog
      title={strings.title}
      onClose={onClose}
      initialFocus={focus}
      footer={
        <>
          <Button ref={focus} onClick={onClose}>
            {crmStrings.cancel}
          </Button>
          <Button type="submit" form={formId} look="primary" disabled={!pair} busyLabel={busy && strings.busy}>
            {strings.submit}
          </Button>
        </>
      }
    >
      {pair ? <Questions key={attempt} formId={formId} {...pair} onSubmit={join} /> : reading.placeholder}
    </Dialog>
  );
}

type Pair = { first: Lead; last: Lead };

/** Both as they are now, the earlier one first. */
async function readPair(one: number, other: number): Promise<Pair> {
  const [a, b] = await Promise.all([fetchLead(one), fetchLead(other)]);
  if (a.id === b.id) throw new Error(strings.gone);
  const isOrdered = a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at;
  return isOrdered ? { first: a, last: b } : { first: b, last: a };
}

type Props = Pair & { formId: string; onSubmit: (take: JoinField[]) => Promise<void> };

function Questions({ formId, first, last, onSubmit }: Props) {
  const [usual] = useState(() => chooseFields(last, first));
  const pair = [['first', first] as const, ['last', last] as const];
  const open = JOIN_FIELDS.filter((field) => isConflict(field, first, last));

  return (
    <form
      id={formId}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const isOpen = (field: JoinField) => open.includes(field);
        void onSubmit(
          JOIN_FIELDS.filter((field) => (isOpen(field) ? form.get(field) === 'last' : usual.includes(field))),
        );
      }}
    >
      <p className="text-ink-soft">{open.length > 0 ? strings.explain : strings.agree}</p>
      {open.length > 0 && (
        <div aria-hidden="true" className="-mb-2 grid grid-cols-2 gap-2 text-sm text-ink-faint">
          {pair.map(([nth, lead]) => (
            <p key={nth}>
              <span className="font-semibold text-ink-soft">{strings.of(nth)}</span>
              <br />
              <LocalTime at={lead.created_at} />
            </p>
          ))}
        </div>
      )}
      {open.map((field) => (
        <fieldset key={field} className="min-w-0">
          <legend className="mb-1 text-sm font-medium text-ink-soft">{LEAD_FIELDS[field].label}</legend>
          <div className="grid grid-cols-2 gap-2">
            {pair.map(([nth, lead]) => (
              <label
                key={nth}
                className="flex max-h-48 cursor-pointer gap-2 overflow-y-auto rounded-xl rounded-bl-none px-3 py-2 ring-1 ring-sand-line ring-inset hover:ring-edge has-checked:bg-petrol-mist has-checked:ring-2 has-checked:ring-petrol"
              >
                <input
                  type="radio"
                  className="mt-1 size-4 shrink-0 accent-petrol"
                  name={field}
                  value={nth}
                  defaultChecked={(nth === 'last') === usual.includes(field)}
                />
                <span className="min-w-0 wrap-anywhere whitespace-pre-line">
                  <span className="sr-only">{strings.of(nth)}: </span>
                  {describe(field, lead)}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p className="rounded-xl rounded-bl-none bg-sand-deep px-3 py-2 text-sm text-ink-soft">
        {strings.brought(first.notes_count + last.notes_count)} {strings.kept}
      </p>
    </form>
  );
}

function describe(field: JoinField, lead: Lead): string {
  if (field === 'owner_id') return lead.owner_name ?? leadStrings.owner.nobody;
  const text = describeLeadValue(field, lead[field] ?? '');
  const detail = {
    next_contact_on: lead.next_contact_at,
    plan: lead.billing && leadStrings.billings[lead.billing],
  };
  const more = field === 'next_contact_on' || field === 'plan' ? detail[field] : null;
  return more ? `${text}, ${more}` : text;
}
