import type { OwnCompanyDetail, PlanContents } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { Badge } from '../ui/Badge';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { useRereading } from '../ui/reading/useRereading';
import { AgentsCard } from './agents/AgentsCard';
import { Card } from './Card';
import { fetchOwnCompany } from './company-api';
import { PlanFeatures } from './PlanFeatures';

const { loadFailed } = companyStrings.toasts;

/**
 * A coordinator's own agency: its agents, its plan, and what the larger plan would add. `initial` is null if the server
 * could not read it.
 */
export function OwnCompany({
  initial,
  plans,
  contactEmail,
}: {
  initial: OwnCompanyDetail | null;
  plans: PlanContents;
  /** The address to ask for a larger plan. */
  contactEmail: string;
}) {
  const { value, isReading, readAgain } = useRereading(initial, fetchOwnCompany, loadFailed);
  if (!value) return <LoadFailed text={loadFailed} busy={isReading} onRetry={readAgain} />;
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
        <AgentsCard company={company} agents={agents} />
        <Card title={companyStrings.planTitle} tools={<Badge tone="active">{plan.name}</Badge>}>
          <PlanFeatures features={plan.features} />
          {company.plan === 'FREE' && (
            <div className="mt-5 grid gap-3 border-t border-sand-line/70 pt-4">
              <h3 className="font-semibold">{companyStrings.proAdds(plans.PRO.name)}</h3>
              <PlanFeatures features={added} mark="plus" />
              <a
                href={`mailto:${contactEmail}?subject=${encodeURIComponent(companyStrings.askForProSubject(company.name))}`}
                className={`mt-1 ${buttonClass()}`}
              >
                <Icon name="mail" />
                {companyStrings.askForPro}
              </a>
            </div>
          )}
        </Card>
      </div>
    </div>
  );
}
