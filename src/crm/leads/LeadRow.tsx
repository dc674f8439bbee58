import type { Lead, LeadStatus } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { LocalTime } from '../ui/LocalTime';
import { TableCell, TableRow } from '../ui/Table';
import { StatusPicker } from './StatusPicker';

const { columns } = leadStrings;

/** One lead in the list: a row, or a card on phones. */
export function LeadRow({
  lead,
  onChangeStatus,
}: {
  lead: Lead;
  onChangeStatus: (lead: Lead, estado: LeadStatus) => void;
}) {
  return (
    <TableRow className="gap-y-1 hover:bg-petrol-haze/50">
      <TableCell className="text-base font-semibold wrap-anywhere lg:text-[0.9375rem] lg:font-medium">
        {lead.nombre}
      </TableCell>
      <TableCell className="col-span-2 text-ink-soft wrap-anywhere">{lead.email}</TableCell>
      <TableCell className="whitespace-nowrap tabular-nums">{lead.whatsapp ?? <None />}</TableCell>
      <TableCell className="whitespace-nowrap">{lead.pais ?? <None />}</TableCell>
      <TableCell className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end">
        <StatusPicker estado={lead.estado} onChoose={(estado) => onChangeStatus(lead, estado)} />
      </TableCell>
      <TableCell label={columns.notas} className="tabular-nums">
        {lead.notes_count}
      </TableCell>
      <TableCell className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
        <LocalTime at={lead.created_at} />
      </TableCell>
      <TableCell> </TableCell>
    </TableRow>
  );
}

function None() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{leadStrings.none}</span>
    </span>
  );
}
