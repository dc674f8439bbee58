import type { Company, CompanyDetail, PlanContents } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { Icon } from '../ui/Icon';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { useRereading } from '../ui/reading/useRereading';
import { AgentsCard } from './agents/AgentsCard';
import { CompanyHeader } from './CompanyHeader';
import { fetchCompany } from './company-api';
import { CoordinatorCard } from './coordinator/CoordinatorCard';
import { PlanCard } from './PlanCard';

const { loadFailed } = companyStrings.toasts;

/** An agency's page, for administrators. `initial` is null if the server could not read the agency. */
export function CompanyScreen({
  id,
  initial,
  plans,
  asksForCoordinator,
}: {
  id: number;
  initial: CompanyDetail | null;
  plans: PlanContents;
  /** Whether the address asks to create the coordinator: the agency has just been made of a lead. */
  asksForCoordinator: boolean;
}) {
  const reading = useRereading(initial, () => fetchCompany(id), loadFailed);
  const { value: detail, setValue: setDetail, readAgain } = reading;

  if (!detail) return <LoadFailed text={loadFailed} busy={reading.isReading} onRetry={readAgain} />;
  const { company, coordinator, last_mail, agents, lead } = detail;
  const show = (changed: Company) => setDetail((known) => known && { ...known, company: changed });
  return (
    <div className="grid grid-cols-1 gap-5">
      <CompanyHeader company={company} lead={lead} onChanged={show} />
      {company.status === 'inactive' && (
        <p className="flex gap-2 rounded-lg bg-honey-mist px-4 py-3 text-honey-dark">
          <Icon name="warning" />
          {companyStrings.inactiveNotice}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(18rem,1fr)_2fr]">
        <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2 lg:grid-cols-1">
          <CoordinatorCard
            companyId={company.id}
            coordinator={coordinator}
            lastMail={last_mail}
            lead={lead}
            isAsked={asksForCoordinator}
            onChanged={readAgain}
          />
          <PlanCard company={company} plans={plans} onChanged={show} />
        </div>
        <AgentsCard company={company} agents={agents} />
      </div>
    </div>
  );
}
