import type { OwnCompanyDetail } from '~/shared/companies/company';
import type { PlanContents } from '~/shared/companies/enums';
import { formatPhone } from '~/shared/phones/format';
import { companyStrings } from '~/shared/strings/companies';
import { callApi } from '../api-client';
import { Badge } from '../ui/Badge';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useRefetch } from '../ui/reading/useRefetch';
import { AgentsCard } from './agents/AgentsCard';
import { Card } from './Card';
import { PlanFeatures } from './PlanCard';

const fetchOwnCompany = () => callApi<OwnCompanyDetail>('/api/companies/own');

/** Whom a coordinator asks: the provider's email, and its WhatsApp number with a chat link, if it has one. */
type Contact = { email: string; whatsapp: string | undefined; chat: string | undefined };

type Props = {
  initial: OwnCompanyDetail | null;
  plans: PlanContents;
  contact: Contact;
};

/**
 * A coordinator's own agency: its agents, its plan, and what the larger plan would add. `initial` is null if the server
 * could not read it.
 */
export function OwnCompany({ initial, plans, contact }: Props) {
  const { value, setValue, failure } = useRefetch(initial, fetchOwnCompany, companyStrings.toasts.loadFailed);
  if (!value) return failure;
  const { company, agents } = value;
  const plan = plans[company.plan];
  const added = plans.PRO.features.filter((feature) => !plans.FREE.features.includes(feature));
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <p className="flex min-h-8 items-center text-sm text-ink-faint">{companyStrings.ownAgency}</p>
        <h1 className="page-title">{company.name}</h1>
        <p className="mt-1 text-ink-soft">{company.country ?? companyStrings.noCountry}</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[2fr_minmax(18rem,1fr)]">
        <AgentsCard
          company={company}
          agents={agents}
          onChange={(next) => setValue((known) => known && { ...known, agents: next(known.agents) })}
          isOwn
          more={
            <a href="#plan" className="font-semibold underline underline-offset-4 lg:hidden">
              {companyStrings.seePlan(plans.PRO.name)}
            </a>
          }
        />
        <Card id="plan" title={companyStrings.planTitle} tools={<Badge tone="active">{plan.name}</Badge>}>
          <PlanFeatures features={plan.features} />
          {company.plan === 'FREE' && (
            <div className="mt-5 grid gap-3 border-t border-sand-line/70 pt-4">
              <h3 className="font-semibold">{companyStrings.proAdds(plans.PRO.name)}</h3>
              <PlanFeatures features={added} mark="plus" />
              <a
                href={`mailto:${contact.email}?subject=${encodeURIComponent(companyStrings.askForProSubject(company.name))}`}
                className={`mt-1 ${buttonClass()}`}
              >
                <Icon name="mail" />
                {companyStrings.askForPro}
              </a>
            </div>
          )}
          <Help contact={contact} />
        </Card>
      </div>
    </div>
  );
}

/** Contacts in plain text: not every phone opens a mailto link. */
function Help({ contact: { email, whatsapp, chat } }: { contact: Contact }) {
  const link = 'text-petrol underline underline-offset-4 wrap-anywhere';
  return (
    <p className="mt-5 border-t border-sand-line/70 pt-4 text-ink-soft">
      {companyStrings.writeTo}{' '}
      <a href={`mailto:${email}`} className={link}>
        {email}
      </a>
      {whatsapp && (
        <>
          {' '}
          {companyStrings.orWhatsapp}{' '}
          <a href={chat} target="_blank" rel="noopener" className={`${link} whitespace-nowrap tabular-nums`}>
            {formatPhone(whatsapp)}
          </a>
        </>
      )}
      .
    </p>
  );
}
