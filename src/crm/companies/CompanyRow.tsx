import type { Company, PlanContents } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { Badge } from '../ui/Badge';
import { buttonClass } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { TableCell, TableRow } from '../ui/Table';

const { columns } = companyStrings;

/** One agency in the list: a row, or a card on phones. */
export function CompanyRow({ company, plans }: { company: Company; plans: PlanContents }) {
  return (
    <TableRow className="gap-y-1 hover:bg-petrol-haze/50">
      <TableCell className="text-base font-semibold wrap-anywhere lg:text-[0.9375rem] lg:font-medium">
        {company.name}
      </TableCell>
      <TableCell className="text-ink-soft wrap-anywhere max-lg:col-start-1">
        {company.country ?? <span className="text-ink-faint">{companyStrings.noCountry}</span>}
      </TableCell>
      <TableCell label={columns.plan} className="max-lg:col-start-1">
        {plans[company.plan].name}
      </TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end">
        <CompanyBadge company={company} />
      </TableCell>
      <TableCell className="text-sm text-ink-soft tabular-nums max-lg:col-start-1 lg:whitespace-nowrap">
        <LocalTime at={company.created_at} parts="date" />
      </TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-span-2 max-lg:row-start-3 max-lg:self-end max-lg:justify-self-end lg:text-right">
        <a
          href={`/users/company/${company.id}`}
          aria-label={companyStrings.viewCompany(company.name)}
          className={buttonClass({ size: 'small' })}
        >
          {companyStrings.view}
        </a>
      </TableCell>
    </TableRow>
  );
}

/** 'Activa' or 'Inactiva'. */
export function CompanyBadge({ company }: { company: Company }) {
  return (
    <Badge tone={company.status === 'active' ? 'success' : 'muted'}>
      {companyStrings.statuses[company.status]}
    </Badge>
  );
}
