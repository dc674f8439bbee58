import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { BulkInput } from '~/shared/leads/bulk';
import { describeNextContact } from '~/shared/leads/describe-day';
import type { LeadStatus, LostReason } from '~/shared/leads/enums';
import { actStrings } from '~/shared/strings/lead/acts';
import { closingStrings } from '~/shared/strings/lead/closing';
import { leadStrings } from '~/shared/strings/leads';
import { bulkStrings as strings } from '~/shared/strings/panel/bulk';
import { LostReasonChoices } from '../../lead/follow-up/ClosingQuestion';
import { NextContactChoice } from '../../lead/follow-up/NextContactChoice';
import type { NextContact } from '../../lead/lead-mutations';
import { CHOICE, StatusChoices } from '../../lead/StatusChoices';
import { Icon, type IconName } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';

type Choice = 'status' | 'reason' | 'later' | 'assign' | 'nextContact';
const UNPLANNED = { next_contact_on: null, next_contact_at: null };

/** The bar's actions; most open a popover of choices. */
export function BulkActions({
  staff,
  userId,
  today,
  onChange,
  onRemove,
}: {
  staff: readonly Colleague[];
  userId: string;
  today: string;
  onChange: (what: BulkInput['change'], say: (count: number) => string) => void;
  onRemove: () => void;
}) {
  const [open, setOpen] = useState<{ choice: Choice; anchor: HTMLElement } | null>(null);
  const owners = [...staff, { id: null, name: leadStrings.owner.nobody }];

  function choose(what: BulkInput['change'], say: (count: number) => string) {
    setOpen(null);
    onChange(what, say);
  }

  function move(estado: LeadStatus, lost_reason: LostReason | null, next?: NextContact) {
    const what = { estado, ...(lost_reason && { lost_reason }), ...(next?.next_contact_on && next) };
    choose(what, (count) => strings.moved(count, leadStrings.statuses[estado]));
  }

  const choices: Record<Choice, ReactNode> = {
    status: (
      <StatusChoices
        estado={undefined}
        onChoose={(estado) =>
          estado === 'perdido' ? setOpen(open && { ...open, choice: 'reason' }) : move(estado, null)
        }
      />
    ),
    reason: (
      <LostReasonChoices
        onChoose={(reason) =>
          reason === 'mas_adelante' ? setOpen(open && { ...open, choice: 'later' }) : move('perdido', reason)
        }
      />
    ),
    later: (
      <NextContactChoice
        lead={{ estado: 'perdido', ...UNPLANNED }}
        today={today}
        mayClear
        onChoose={(next) => move('perdido', 'mas_adelante', next)}
      />
    ),
    assign: (
      <div className="grid max-h-72 gap-0.5 overflow-y-auto">
        {owners.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            onClick={() =>
              choose({ owner_id: id }, (count) => (id === null ? strings.givenBack(count) : strings.moved(count, name)))
            }
            className={CHOICE}
          >
            {id === userId ? actStrings.owner.you(name) : name}
          </button>
        ))}
      </div>
    ),
    nextContact: (
      <NextContactChoice
        lead={{ estado: 'contactado', ...UNPLANNED }}
        today={today}
        mayClear
        onChoose={(next) => {
          const when = describeNextContact(next, today);
          choose(next, (count) => (when === null ? strings.unplanned(count) : strings.planned(count, when)));
        }}
      />
    ),
  };
  const titles = {
    status: leadStrings.changeStatusTo,
    reason: closingStrings.asks.perdido,
    later: actStrings.nextContact.question,
    assign: strings.assignTo,
    nextContact: strings.nextContact,
  };
  const opens = (choice: Exclude<Choice, 'reason' | 'later'>, icon: IconName) => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open?.choice === choice}
      onClick={({ currentTarget }) => setOpen({ choice, anchor: currentTarget })}
    >
      <Icon name={icon} />
      {strings[choice]}
    </button>
  );
  return (
    <div role="toolbar" aria-label={strings.toolbar} onKeyDown={moveFocus} className="bulk-actions">
      {opens('status', 'list')}
      {opens('assign', 'person')}
      {opens('nextContact', 'clock')}
      <button type="button" onClick={onRemove} className="text-terracotta-dark hover:bg-terracotta-mist">
        <Icon name="trash" />
        {strings.remove}
      </button>
      {open && (
        <Popover
          key={open.choice}
          anchor={open.anchor}
          title={titles[open.choice]}
          wide={open.choice === 'nextContact' || open.choice === 'later'}
          onClose={() => setOpen(null)}
        >
          {choices[open.choice]}
        </Popover>
      )}
    </div>
  );
}

/** Arrow keys move within a toolbar. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const index = buttons.indexOf(target as HTMLElement);
  if (by !== undefined && index !== -1) buttons.at((index + by) % buttons.length)?.focus();
}
