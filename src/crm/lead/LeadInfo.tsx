import { useStore } from '@nanostores/react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { CLIENT_TYPES, type ClientType, type Lead } from '~/shared/leads/lead';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { SelectField } from '../ui/forms/Field';
import { hasDraft } from '../ui/forms/kept-drafts';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { Email } from '../ui/reading/Email';
import { Loading } from '../ui/Spinner';
import { showToast } from '../ui/toasts/toasts';
import { draftNames } from './draft-names';
import { FollowUp } from './follow-up/FollowUp';
import { EditLeadForm } from './forms/load-forms';
import { LeadOthers } from './join/LeadOthers';
import { LeadCompany } from './LeadCompany';
import type { LeadActions } from './lead-actions';
import { FirstMessage } from './notes/FirstMessage';
import { PhoneFault } from './PhoneFault';
import { PersonData } from './person/PersonData';
import { $phoneToFix } from './phone-to-fix';
import { STATUS_TONES } from './status-tones';

const { toasts } = leadStrings;

/** A lead's data, and the form to correct it. */
export function LeadInfo({
  lead,
  userId,
  staff,
  today,
  panel,
  canManage,
  onOpen,
  onRemove,
  onErased,
}: {
  lead: Lead;
  userId: string;
  staff: readonly Colleague[];
  today: string;
  panel: LeadActions;
  /** Whether the user manages agencies. */
  canManage: boolean;
  /** Opens another lead in the place of this one. */
  onOpen: (id: number) => void;
  onRemove: () => void;
  /** All that was stored about the person is gone. */
  onErased: () => void;
}) {
  const [editing, setEditing] = useState<'nombre' | 'whatsapp' | 'resumed' | null>(() =>
    hasDraft(draftNames.data(lead.id)) ? 'resumed' : null,
  );
  const toFix = useStore($phoneToFix);

  async function changeType(client_type: ClientType | null) {
    try {
      await panel.saveFields(lead, { client_type });
      showToast({ tone: 'success', text: toasts.saved });
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'conflict';
      showToast(
        isConflict ? { tone: 'warning', text: toasts.conflict } : { tone: 'error', text: toasts.saveFailed },
      );
      if (isConflict) await panel.refresh(lead).catch(() => {});
    }
  }

  useEffect(() => {
    if (toFix !== lead.id) return;
    $phoneToFix.set(null);
    setEditing('whatsapp');
  }, [toFix, lead.id]);

  if (editing) {
    return (
      <Suspense fallback={<Loading />}>
        <EditLeadForm
          key={editing}
          lead={lead}
          panel={panel}
          focusOn={editing === 'resumed' ? null : editing}
          onDone={() => setEditing(null)}
        />
      </Suspense>
    );
  }

  return (
    <div className="sheet-scroll grid content-start gap-5">
      <LeadOthers key={lead.id} {...{ lead, panel, onOpen }} />
      <FirstMessage lead={lead} isAlways />
      <LeadCompany {...{ lead, canManage, panel }} />
      <FollowUp {...{ lead, userId, staff, today, panel }} />
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-x-6 gap-y-4 *:first:col-span-full">
        <Fact name={leadFields.email}>
          <Email address={lead.email} />
        </Fact>
        <Fact name={leadFields.whatsapp}>
          {lead.whatsapp}
          <PhoneFault lead={lead} onFix={() => setEditing('whatsapp')} />
        </Fact>
        <Fact name={leadFields.pais}>{lead.pais}</Fact>
        <Fact name={leadFields.empresa}>{lead.empresa}</Fact>
        <Fact name={leadFields.estado}>
          <Badge tone={STATUS_TONES[lead.estado]}>{leadStrings.statuses[lead.estado]}</Badge>
        </Fact>
        <Fact name={leadFields.created_at}>
          <LocalTime at={lead.created_at} />
        </Fact>
        <Fact name={leadFields.first_contacted_at}>
          {lead.first_contacted_at ? <LocalTime at={lead.first_contacted_at} /> : dialog.notContacted}
        </Fact>
        <Fact name={leadFields.source}>{leadStrings.sources[lead.source] ?? lead.source}</Fact>
      </dl>
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-sand-line pt-4">
        <div className="min-w-48">
          <SelectField
            label={leadFields.client_type}
            value={lead.client_type ?? ''}
            onChange={(event) => void changeType((event.target.value || null) as ClientType | null)}
          >
            <option value="">{unset}</option>
            {CLIENT_TYPES.map((type) => (
              <option key={type} value={type}>
                {leadStrings.clientTypes[type]}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="flex gap-2">
          <Button look="ghost" onClick={onRemove} className="text-terracotta-dark!">
            <Icon name="trash" className="size-4.5" />
            {leadStrings.removal.title}
          </Button>
          <Button onClick={() => setEditing('nombre')}>{dialog.edit}</Button>
        </div>
      </div>
      {canManage && <PersonData {...{ lead, panel, onErased }} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere whitespace-pre-line">
        {children ?? <span className="text-ink-faint">{unset}</span>}
      </dd>
    </div>
  );
}
