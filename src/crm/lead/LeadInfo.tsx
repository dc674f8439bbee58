import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { isWaiting } from '~/shared/leads/filters';
import { CLIENT_TYPES, type ClientType, type Lead } from '~/shared/leads/lead';
import { emailLink, whatsappDigits, whatsappLink } from '~/shared/leads/whatsapp';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { Button, buttonClass } from '../ui/Button';
import { hasDraft } from '../ui/forms/drafts';
import { SelectField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { showToast } from '../ui/toasts/toasts';
import { ContactQuestion } from './ContactQuestion';
import { draftNames } from './draft-names';
import { EditLeadForm } from './EditLeadForm';
import type { LeadActions } from './lead-actions';
import { PhoneFault } from './PhoneFault';
import { $phoneToFix } from './phone-to-fix';
import { StatusPicker } from './StatusPicker';
import { WaitingTime } from './WaitingTime';

const { fields, toasts } = leadStrings;

/** What is known of a lead, ways to reach the person, and the form to correct it. */
export function LeadInfo({
  lead,
  whatsappTemplate,
  panel,
  onRemove,
  userId,
}: {
  lead: Lead;
  userId: string;
  whatsappTemplate: string;
  panel: LeadActions;
  onRemove: () => void;
}) {
  const [editing, setEditing] = useState<'nombre' | 'whatsapp' | 'resumed' | null>(() =>
    hasDraft(draftNames.data(lead.id)) ? 'resumed' : null,
  );
  const toFix = useStore($phoneToFix);
  const whatsapp = whatsappLink(lead, whatsappTemplate);

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
      <EditLeadForm
        key={editing}
        lead={lead}
        panel={panel}
        focusOn={editing === 'resumed' ? null : editing}
        onDone={() => setEditing(null)}
      />
    );
  }

  return (
    <div className="grid gap-5" tabIndex={-1}>
      <div className="flex flex-wrap gap-2 max-sm:*:grow max-sm:*:px-3">
        {whatsapp && (
          <a
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => void panel.noteContact(lead, 'whatsapp')}
            className={`${buttonClass({ look: 'primary' })} max-sm:w-full`}
          >
            <Icon name="chat" />
            {leadStrings.openWhatsapp}
          </a>
        )}
        {lead.phone_key && (
          <a
            href={`tel:+${whatsappDigits(lead.phone_key)}`}
            onClick={() => void panel.noteContact(lead, 'call')}
            className={buttonClass()}
          >
            <Icon name="phone" />
            {leadStrings.call}
          </a>
        )}
        <a
          href={emailLink(lead.email)}
          onClick={() => void panel.noteContact(lead, 'email')}
          className={buttonClass()}
        >
          <Icon name="mail" />
          {leadStrings.write}
        </a>
      </div>
      <ContactQuestion lead={lead} userId={userId} now={Date.now()} onAnswer={panel.answerContact} />
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact name={fields.email}>{lead.email}</Fact>
        <Fact name={fields.whatsapp}>
          {lead.whatsapp}
          <PhoneFault lead={lead} onFix={() => setEditing('whatsapp')} />
        </Fact>
        <Fact name={fields.pais}>{lead.pais}</Fact>
        <Fact name={fields.empresa}>{lead.empresa}</Fact>
        <Fact name={fields.estado}>
          <StatusPicker estado={lead.estado} onChoose={(estado) => void panel.changeStatus(lead, estado)} />
        </Fact>
        <Fact name={fields.created_at}>
          <LocalTime at={lead.created_at} />
        </Fact>
        <Fact name={fields.first_contacted_at}>
          {lead.first_contacted_at ? (
            <LocalTime at={lead.first_contacted_at} />
          ) : isWaiting(lead) ? (
            <WaitingTime since={lead.created_at} now={Date.now()} />
          ) : (
            leadStrings.notContacted
          )}
        </Fact>
        <Fact name={fields.source}>{leadStrings.sources[lead.source] ?? lead.source}</Fact>
        <Fact name={fields.mensaje} className="sm:col-span-2">
          {lead.mensaje}
        </Fact>
      </dl>
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-sand-line pt-4">
        <div className="min-w-48">
          <SelectField
            label={fields.client_type}
            value={lead.client_type ?? ''}
            onChange={(event) => void changeType((event.target.value || null) as ClientType | null)}
          >
            <option value="">{leadStrings.unset}</option>
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
          <Button onClick={() => setEditing('nombre')}>{leadStrings.edit}</Button>
        </div>
      </div>
    </div>
  );
}

function Fact({ name, className = '', children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-ink-faint">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere whitespace-pre-line">
        {children ?? <span className="text-ink-faint">{leadStrings.unset}</span>}
      </dd>
    </div>
  );
}
