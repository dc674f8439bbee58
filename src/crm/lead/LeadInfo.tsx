import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { CLIENT_TYPES, type ClientType } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { leadActs } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { originFields } from '~/shared/strings/lead/origin';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { STATUS_TONES } from '../ui/status-tones';
import { ChosenFact, Fact } from './facts/Fact';
import { TextFact } from './facts/TextFact';
import { LostReasonField, NextContactField, OwnerField, PlanField } from './follow-up/FollowUp';
import { LeadOthers } from './join/LeadOthers';
import { LeadCompany } from './LeadCompany';
import type { LeadActions } from './lead-actions';
import { PersonData } from './person/PersonData';
import { PhoneFault } from './phone-fault-later';
import { $phoneToFix } from './phone-to-fix';

/** A lead's facts in one list. Most are edited in place. */
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
  /** Opens another lead in its place. */
  onOpen: (id: number) => void;
  onRemove: () => void;
  /** Everything stored about the person is gone. */
  onErased: () => void;
}) {
  const toFix = useStore($phoneToFix);
  const fact = { lead, panel };
  const { tema, via, referrer } = lead;

  async function changeType(client_type: ClientType | null) {
    try {
      await panel.saveFields(lead, { client_type });
    } catch (error) {
      showFailureOf(leadActs.saveFailed, error);
      if (error instanceof ApiError && error.code === 'conflict') await panel.refresh(lead).catch(() => {});
    }
  }

  return (
    <div className="sheet-scroll grid content-start gap-4">
      <dl className="facts">
        <TextFact {...fact} field="email" />
        <TextFact
          {...fact}
          field="whatsapp"
          isAsked={toFix === lead.id}
          onAsked={() => $phoneToFix.set(null)}
        >
          <Suspense>
            <PhoneFault lead={lead} onFix={() => $phoneToFix.set(lead.id)} />
          </Suspense>
        </TextFact>
        <TextFact {...fact} field="pais" />
        <Fact name={leadFields.estado}>
          <Badge tone={STATUS_TONES[lead.estado]}>{leadStrings.statuses[lead.estado]}</Badge>
        </Fact>
        <Fact name={leadFields.created_at}>
          <LocalTime at={lead.created_at} />
        </Fact>
        <NextContactField {...fact} today={today} />
        <OwnerField {...fact} {...{ userId, staff }} />
        <PlanField {...fact} />
        <TextFact {...fact} field="empresa" />
        <ChosenFact
          name={leadFields.client_type}
          value={lead.client_type}
          onChoose={(type) => void changeType(type as ClientType | null)}
        >
          <option value="">{unset}</option>
          {CLIENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {leadStrings.clientTypes[type]}
            </option>
          ))}
        </ChosenFact>
        {lead.estado === 'perdido' && <LostReasonField {...fact} />}
        <TextFact {...fact} field="nombre" />
        {tema && <Fact name={originFields.tema}>{tema}</Fact>}
        <TextFact {...fact} field="mensaje" />
        <Fact name={leadFields.source}>{leadStrings.sources[lead.source] ?? lead.source}</Fact>
        {via !== referrer && <Fact name={originFields.utm_campaign}>{via}</Fact>}
        {referrer && <Fact name={originFields.referrer}>{referrer}</Fact>}
        <Fact name={leadFields.first_contacted_at}>
          {lead.first_contacted_at ? <LocalTime at={lead.first_contacted_at} /> : dialog.notContacted}
        </Fact>
        {lead.won_at && (
          <Fact name={leadFields.won_at}>
            <LocalTime at={lead.won_at} />
          </Fact>
        )}
      </dl>
      <LeadCompany {...{ lead, canManage, panel }} />
      <LeadOthers {...{ lead, panel, onOpen }} />
      {canManage && <PersonData {...{ lead, panel, onErased }} />}
      <Button look="ghost" onClick={onRemove} className="-ml-2.5 justify-self-start text-terracotta-dark!">
        <Icon name="trash" className="size-4.5" />
        {leadStrings.removal.title}
      </Button>
    </div>
  );
}
