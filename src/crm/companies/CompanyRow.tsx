import type { Company, ListedCompany } from '~/shared/companies/company';
import { agentLimit, type PlanContents } from '~/shared/companies/enums';
import { companyStrings } from '~/shared/strings/companies';
import { Badge } from '../ui/Badge';
import { buttonClass } from '../ui/Button';
import { LocalTime, useLocalDay } from '../ui/LocalTime';
import { RelativeTime } from '../ui/RelativeTime';
import { TableCell, TableRow } from '../ui/Table';

const { columns } = companyStrings;

/** The columns' widths. */
export const COMPANY_GRID =
  'lg:grid-cols-[minmax(0,1.7fr)_minmax(0,0.9fr)_4rem_5.75rem_8rem_minmax(0,1.2fr)_5.25rem_4.5rem] xl:grid-cols-[minmax(0,1.7fr)_minmax(0,0.9fr)_4rem_6.5rem_10.5rem_minmax(0,1.2fr)_6rem_5rem]';

type Props = {
  company: ListedCompany;
  plans: PlanContents;
  /** The server's time, for the first paint. */
  now: number;
};

/** One agency in the list: a row, or a card on phones. All of it links to its page. */
export function CompanyRow({ company, plans, now }: Props) {
  const href = `/users/company/${company.id}`;
  const dayOf = useLocalDay();
  return (
    <TableRow template={COMPANY_GRID}>
      <TableCell className="max-lg:row-start-1">
        <a href={href} className="row-link max-lg:text-base">
          {company.name}
        </a>
      </TableCell>
      <TableCell className="text-ink-soft wrap-anywhere max-lg:row-start-2">
        {company.country ?? <span className="text-ink-faint">{companyStrings.noCountry}</span>}
      </TableCell>
      <TableCell label={columns.plan} className="max-lg:col-start-2 max-lg:row-start-2 max-lg:justify-self-end">
        {plans[company.plan].name}
      </TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end">
        <CompanyBadge company={company} />
      </TableCell>
      <TableCell
        label={columns.created_at}
        className="text-sm text-ink-soft tabular-nums max-lg:col-start-1 max-lg:row-start-5"
      >
        <LocalTime at={company.created_at} parts="date" />
        {dayOf(company.changed_at) !== dayOf(company.created_at) && (
          <span className="block">
            {companyStrings.changed} <RelativeTime at={company.changed_at} now={now} />
          </span>
        )}
      </TableCell>
      <TableCell
        {...(company.coordinator_name !== null && { label: columns.coordinator_name })}
        className="mt-1.5 text-sm wrap-anywhere max-lg:col-span-2 lg:mt-0"
      >
        {company.coordinator_name ?? <span className="text-ink-faint">{companyStrings.noCoordinator}</span>}
      </TableCell>
      <TableCell label={columns.active_agents} className="text-sm tabular-nums max-lg:col-start-1">
        {companyStrings.agentsUsed(company.active_agents, agentLimit(company.plan))}
      </TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-4 max-lg:self-end max-lg:justify-self-end lg:text-right">
        <a href={href} aria-label={companyStrings.viewCompany(company.name)} className={buttonClass({ size: 'small' })}>
          {companyStrings.view}
        </a>
      </TableCell>
    </TableRow>
  );
}

export function CompanyBadge({ company }: { company: Company }) {
  return (
    <Badge tone={company.status === 'active' ? 'success' : 'muted'}>{companyStrings.statuses[company.status]}</Badge>
  );
}
