// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import type { ComponentProps, Ref } from 'react';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { isPlainClick } from '../../ui/plain-click';
import type { Row } from '../panel-view';
import { LeadRow, type RowActions } from './LeadRow';

type Orden = LeadFilters['orden'];

/** The table's columns; `orders` are those that a press on its head goes through, the first of them downwards. */
const COLUMNS: readonly { name: keyof typeof leadStrings.columns; orders?: readonly [Orden, Orden] }[] = [
  { name: 'nombre' },
  { name: 'email' },
  { name: 'whatsapp' },
  { name: 'pais' },
  { name: 'estado' },
  { name: 'notas', orders: ['mas_notas', 'menos_notas'] },
  { name: 'fecha', orders: [undefined, 'antiguos'] },
  { name: 'acciones' },
];

/** The list's rows, and above them how many came in while somebody points at them. */
export function LeadTable({
  ref,
  rows,
  openId,
  filters,
  fresh,
  arrivals,
  isBusy,
  now,
  whatsappTemplate,
  userId,
  actions,
  onShowArrivals,
  onChoose,
  ...pointing
}: {
  ref: Ref<HTMLDivElement>;
  rows: Row[];
  /** The lead that is open beside the list. */
  openId: number | undefined;
  filters: LeadFilters;
  fresh: ReadonlySet<number>;
  arrivals: number;
  isBusy: boolean;
  now: number;
  whatsappTemplate: string;
  userId: string;
  actions: RowActions;
  onShowArrivals: () => void;
  onChoose: (filters: LeadFilters) => void;
} & Pick<ComponentProps<'div'>, 'onPointerDown' | 'onPointerMove' | 'onPointerLeave'>) {
  return (
    <div ref={ref} aria-busy={isBusy} className="lead-list" {...pointing}>
      {arrivals > 0 && (
        // It takes no room: no row moves for it.
        <div className="sticky top-3 z-20 grid h-0 justify-items-center">
          <Button
            look="primary"
            size="small"
            onClick={onShowArrivals}
            className="-translate-y-1/2 shadow-float"
          >
            {leadStrings.arrivals(arrivals)}
          </Button>
        </div>
      )}
      <table role="table" aria-label={leadStrings.recent} className="block w-full">
        <thead role="rowgroup" className="lead-heads">
          <tr role="row" className="lead-columns">
            {COLUMNS.map(({ name, orders }) => (
              <th key={name} role="columnheader" scope="col" aria-sort={sortOf(orders, filters.orden)}>
                {orders ? (
                  <SortLink name={name} orders={orders} filters={filters} onChoose={onChoose} />
                ) : (
                  leadStrings.columns[name]
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="lead-rows">
          {rows.map(({ lead, isGone }) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              fresh={fresh.has(lead.id)}
              gone={isGone}
              open={lead.id === openId}
              now={now}
              whatsappTemplate={whatsappTemplate}
              userId={userId}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sortOf(orders: readonly [Orden, Orden] | undefined, orden: Orden) {
  if (!orders?.includes(orden)) return undefined;
  return orden === orders[0] ? 'descending' : 'ascending';
}

/** A column's name that sorts by it, and the other way round where the list is sorted by it already. */
function SortLink({
  name,
  orders: [downwards, upwards],
  filters,
  onChoose,
}: {
  name: keyof typeof leadStrings.columns;
  orders: readonly [Orden, Orden];
  filters: LeadFilters;
  onChoose: (filters: LeadFilters) => void;
}) {
  const sorted = { ...filters, orden: filters.orden === downwards ? upwards : downwards };
  return (
    <>
      {/* On cards nobody sees it: a link there would take the focus out of sight. */}
      <span className="lead-head-text">{leadStrings.columns[name]}</span>
      <a
        href={panelPath(sorted)}
        className="lead-sort"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onChoose(sorted);
        }}
      >
        {leadStrings.columns[name]}
      </a>
    </>
  );
}
