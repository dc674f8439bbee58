import type { DeletedLead, TrashPage } from '~/shared/leads/lead';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadStrings } from '~/shared/strings/leads';
import { trashStrings as trash } from '~/shared/strings/trash';
import { callApi } from '../api-client';
import { restoreLead } from '../lead/lead-api';
import { ActionButton } from '../ui/ActionButton';
import { Badge } from '../ui/Badge';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { EmptyList } from '../ui/reading/EmptyList';
import { pageParams } from '../ui/reading/page-params';
import { usePagedList } from '../ui/reading/usePagedList';
import { attempt } from '../ui/run-with-toast';
import { Table, TableCell, TableRow } from '../ui/Table';

const { columns, toasts } = leadStrings;
const COLUMNS = [
  { key: 'nombre', title: columns.nombre },
  { key: 'email', title: columns.email },
  { key: 'estado', title: columns.estado },
  { key: 'deleted', title: trash.deletedOn },
  { key: 'purged', title: trash.purgedOn },
  { key: 'acciones', title: columns.acciones, className: 'lg:text-right' },
];
const DAY_MS = 24 * 60 * 60 * 1000;

/** The deleted leads that can still be restored. `page` is null if the server could not read them. */
export function TrashScreen({ page, days }: { page: TrashPage | null; days: number }) {
  const list = usePagedList({
    name: 'leads',
    start: page,
    query: undefined,
    fetchPage: (_, after, signal) => callApi<TrashPage>(`/api/leads/trash${pageParams(after)}`, { signal }),
    failed: toasts.loadFailed,
  });

  async function restore(lead: DeletedLead) {
    const outcome = { done: actStrings.restored, failed: actStrings.restoreFailed };
    if (await attempt(() => restoreLead(lead.id), outcome))
      list.change((known) => known.filter(({ id }) => id !== lead.id));
    // Somebody else may have restored it.
    else await list.read();
  }

  if (list.failure) return list.failure;
  if (list.rows.length === 0 && !list.hasMore) return <EmptyList>{trash.empty}</EmptyList>;
  return (
    <div className="table-plate">
      <Table label={trash.title} columns={COLUMNS}>
        {list.rows.map((lead) => (
          <TableRow key={lead.id} className="gap-y-1">
            <TableCell className="font-semibold wrap-anywhere">{lead.nombre}</TableCell>
            <TableCell className="text-ink-soft wrap-anywhere max-lg:order-1 max-lg:col-span-2">
              {lead.email || leadStrings.unread}
            </TableCell>
            <TableCell className="max-lg:justify-self-end">
              <Badge tone={lead.estado}>{leadStrings.statuses[lead.estado]}</Badge>
            </TableCell>
            <TableCell label={trash.deletedOn} className="text-sm tabular-nums max-lg:order-2 max-lg:col-span-2">
              <LocalTime at={lead.deleted_at} />
            </TableCell>
            <TableCell label={trash.purgedOn} className="text-sm tabular-nums max-lg:order-2">
              <LocalTime parts="date" at={new Date(Date.parse(lead.deleted_at) + days * DAY_MS).toISOString()} />
            </TableCell>
            <TableCell className="max-lg:order-3 lg:text-right">
              <ActionButton
                size="small"
                onClick={() => restore(lead)}
                busyLabel={trash.restoring}
                aria-label={trash.restoreOf(lead.nombre)}
              >
                <Icon name="undo" className="size-4" />
                {trash.restore}
              </ActionButton>
            </TableCell>
          </TableRow>
        ))}
      </Table>
      {list.moreButton(leadStrings.more)}
    </div>
  );
}
