import { useState } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import { CREATED_FIELDS, type CreatedName, fieldOf, isEmptyValue, LEAD_FIELDS } from '~/shared/leads/fields';
import { makeCompanyPath } from '~/shared/leads/filter-params';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { unset } from '~/shared/strings/lead/fields';
import { noteStrings } from '~/shared/strings/lead/notes';
import { originFields } from '~/shared/strings/lead/origin';
import { leadCompanyStrings as companyStrings } from '~/shared/strings/lead/person';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../api-client';
import { Button } from '../ui/Button';
import { Disclosure } from '../ui/Disclosure';
import { ChoiceOptions } from '../ui/forms/ChoiceOptions';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { LostReasonField, NextContactField, OwnerField, PlanField } from './facts/ChoiceFacts';
import { EditableFact } from './facts/EditableFact';
import { ChosenFact, FactFrame } from './facts/FactFrame';
import { LeadOthers } from './join/LeadOthers';
import { useOpenLead } from './open-lead';
import { PhoneFault } from './PhoneFault';
import { PersonData } from './person/PersonData';
import { StatusPicker } from './StatusPicker';

/** Facts with a place, or a control, of their own. */
const PLACED: readonly CreatedName[] = ['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje'];
const PLAIN_FACTS = CREATED_FIELDS.filter((name) => !PLACED.includes(name));

/**
 * What the person wrote, and six facts; the rest is folded. Most are edited in place. `areNotesBeside`: the note box is
 * in sight already.
 */
export function LeadInfo({ areNotesBeside }: { areNotesBeside: boolean }) {
  const { lead, fixing, actions } = useOpenLead();
  const { estado, mensaje } = lead;
  return (
    <div className="sheet-scroll grid content-start gap-3">
      <LeadCompany />
      {mensaje && (
        <dl className="fact-message">
          <EditableFact field="mensaje" />
        </dl>
      )}
      {!areNotesBeside && (
        <button type="button" onClick={() => actions.onWrite(lead)} className="control text-left text-ink-faint">
          {noteStrings.write}
        </button>
      )}
      <dl className="facts">
        <EditableFact field="email" />
        <EditableFact field="whatsapp" asked={fixing}>
          <PhoneFault lead={lead} onFix={() => actions.onFixPhone(lead)} />
        </EditableFact>
        <EditableFact field="pais" />
        <FactFrame name={LEAD_FIELDS.estado.label}>
          <StatusPicker />
        </FactFrame>
        <NextContactField />
        <OwnerField />
        {estado === 'perdido' && <LostReasonField />}
        {estado === 'ganado' && <PlanField />}
        <div className="fact-quiet">
          <dt>{LEAD_FIELDS.created_at.label}</dt>
          <dd>
            <LocalTime at={lead.created_at} />
          </dd>
        </div>
      </dl>
      <LeadOthers />
      <MoreFacts />
    </div>
  );
}

const MORE_KEY = 'mas-datos';

/** Stays open or closed in this browser, for all leads. */
function MoreFacts() {
  const [isOpen, setOpen] = useState(wasMoreOpen);
  return (
    <Disclosure
      summary={dialog.more}
      open={isOpen}
      onToggle={(isOpenNow) => {
        setOpen(isOpenNow);
        try {
          localStorage.setItem(MORE_KEY, String(isOpenNow));
        } catch {
          // Without storage it is closed in the next lead.
        }
      }}
    >
      <div className="grid gap-4">
        <OtherFacts />
      </div>
    </Disclosure>
  );
}

function wasMoreOpen(): boolean {
  try {
    return localStorage.getItem(MORE_KEY) === 'true';
  } catch {
    return false;
  }
}

function OtherFacts() {
  const { lead, user, actions } = useOpenLead();
  const { estado, mensaje, tema, via, referrer } = lead;
  return (
    <>
      <dl className="facts">
        {estado !== 'ganado' && <PlanField />}
        <EditableFact field="empresa" />
        {PLAIN_FACTS.map((field) => (
          <PlainFact key={field} field={field} />
        ))}
        {/* The sheet's title says it already. */}
        <EditableFact field="nombre" said={dialog.changeName} />
        {tema && <FactFrame name={originFields.tema}>{tema}</FactFrame>}
        {!mensaje && <EditableFact field="mensaje" />}
        <FactFrame name={LEAD_FIELDS.source.label}>{leadStrings.sources[lead.source] ?? lead.source}</FactFrame>
        {via !== referrer && <FactFrame name={originFields.utm_campaign}>{via}</FactFrame>}
        {referrer && <FactFrame name={originFields.referrer}>{referrer}</FactFrame>}
        <FactFrame name={LEAD_FIELDS.first_contacted_at.label}>
          {lead.first_contacted_at ? <LocalTime at={lead.first_contacted_at} /> : dialog.notContacted}
        </FactFrame>
        {lead.won_at && (
          <FactFrame name={LEAD_FIELDS.won_at.label}>
            <LocalTime at={lead.won_at} />
          </FactFrame>
        )}
      </dl>
      {isAdmin(user) && <PersonData />}
      <Button
        look="ghost"
        onClick={() => actions.onRemove(lead)}
        className="-ml-2.5 justify-self-start text-terracotta-dark!"
      >
        <Icon name="trash" className="size-4.5" />
        {leadStrings.removal.title}
      </Button>
    </>
  );
}

/** A fact that its kind alone tells how to show: one of its values, or what is typed. */
function PlainFact({ field }: { field: CreatedName }) {
  const { lead, mutations } = useOpenLead();
  const { kind, label, values = [], labels } = fieldOf(field);
  if (kind !== 'choice') return <EditableFact field={field} />;

  async function choose(value: string | null) {
    try {
      await mutations.saveFields(lead, { [field]: value });
    } catch (error) {
      showFailureOf(actStrings.saveFailed, error);
      if (error instanceof ApiError && error.code === 'conflict') await mutations.refresh(lead).catch(() => {});
    }
  }

  return (
    <ChosenFact
      name={label}
      value={isEmptyValue(lead[field]) ? null : String(lead[field])}
      onChoose={(value) => void choose(value)}
    >
      <ChoiceOptions all={unset} options={values} names={labels} />
    </ChosenFact>
  );
}

/** The agency a lead became; for administrators a link to it, or to the form that creates it from a won lead. */
function LeadCompany() {
  const { lead, user } = useOpenLead();
  const canManage = isAdmin(user);
  if (lead.company_id !== null) {
    return (
      <p className="flex flex-wrap items-center gap-x-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2 text-leaf-dark">
        <span className="text-sm">{companyStrings.title}</span>
        {canManage ? (
          <a
            href={`/users/company/${lead.company_id}`}
            className="font-semibold wrap-anywhere underline underline-offset-4"
          >
            {lead.company_name}
          </a>
        ) : (
          <span className="font-semibold wrap-anywhere">{lead.company_name}</span>
        )}
      </p>
    );
  }
  if (!canManage || lead.estado !== 'ganado') return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-xl rounded-bl-none bg-leaf-mist px-3 py-2">
      <span className="text-sm text-leaf-dark">{companyStrings.hint}</span>
      <Button look="primary" onClick={() => location.assign(makeCompanyPath(lead.id))}>
        <Icon name="plus" />
        {companyStrings.create}
      </Button>
    </div>
  );
}
