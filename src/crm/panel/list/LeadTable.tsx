// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import { useStore } from '@nanostores/react';
import type { ClipboardEvent, ComponentProps, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { emailKey } from '~/shared/leads/email-key';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { joinPhoneDigits } from '~/shared/phones/format';
import { leadStrings } from '~/shared/strings/leads';
import { $justContacted } from '../../lead/follow-up/follow-up-state';
import { NextContactMenu } from '../../lead/follow-up/NextContactChoice';
import { Button } from '../../ui/Button';
import { onPlainClick } from '../../ui/plain-click';
import type { Chosen } from '../bulk/useChosen';
import type { FiltersChoice } from '../useAddress';
import type { Panel } from '../usePanel';
import { LeadRow } from './LeadRow';
import type { RowActions, RowReader } from './row-actions';
import { StatusMenu } from './StatusMenu';

type Orden = LeadFilters['orden'];

type Column = keyof typeof leadStrings.columns;

/**
 * The table's columns. `orders`: the two orders its heading sorts by, descending first. `below`: the column that moves
 * to a second line where both do not fit.
 */
const COLUMNS: readonly { name: Column; orders?: readonly [Orden, Orden]; below?: Column }[] = [
  { name: 'nombre' },
  { name: 'email' },
  { name: 'whatsapp', below: 'pais' },
  { name: 'pais' },
  { name: 'estado' },
  { name: 'notas', orders: ['mas_notas', 'menos_notas'] },
  { name: 'fecha', orders: [undefined, 'antiguos'] },
  { name: 'acciones' },
];

/** Rows of a phone's first screen. */
const SCREENFUL = 7;

/** The table of leads. Arrivals while somebody points at it wait behind a button above. */
export function LeadTable({
  ref,
  panel,
  isBusy,
  chosen,
  reader,
  actions,
  pointing,
}: {
  ref: RefObject<HTMLDivElement | null>;
  panel: Panel;
  /** Whether another list is loading. */
  isBusy: boolean;
  chosen: Chosen;
  reader: RowReader;
  actions: RowActions;
  /** Tells when somebody points at the table. */
  pointing: Pick<ComponentProps<'div'>, 'onPointerDown' | 'onPointerMove' | 'onPointerLeave'>;
}) {
  const { rows, arrivals, openRow, address } = panel;
  const { filters, showList } = address;
  const justContacted = useStore($justContacted);
  const isByPerson = filters.duplicados !== undefined && !filters.orden && !filters.agenda;

  /** Focuses the first of the leads that arrived meanwhile. */
  function showArrivals() {
    flushSync(panel.release);
    const first = ref.current?.querySelector<HTMLElement>('[data-lead-id]');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div
      ref={ref}
      aria-busy={isBusy}
      className="lead-list"
      onCopy={copyUngrouped}
      data-choosing={chosen.isChoosing || undefined}
      {...pointing}
    >
      {arrivals > 0 && (
        // Zero height: no row moves when it appears.
        <div className="lead-arrivals">
          <Button look="primary" size="small" onClick={showArrivals} className="-translate-y-1/2 shadow-float">
            {leadStrings.arrivals(arrivals)}
          </Button>
        </div>
      )}
      <table role="table" aria-label={leadStrings.recent} className="block w-full">
        <thead role="rowgroup" className="lead-heads">
          <tr role="row" className="lead-columns">
            {COLUMNS.map(({ name, orders, below }) => (
              <th
                key={name}
                role="columnheader"
                scope="col"
                aria-sort={isByPerson ? undefined : sortOf(orders, filters.orden)}
                data-below={below && leadStrings.columns[below]}
              >
                {name === 'nombre' && (
                  <input
                    type="checkbox"
                    ref={(box) => {
                      if (box) box.indeterminate = chosen.ids.size > 0 && !chosen.isWhole;
                    }}
                    aria-label={leadStrings.row.chooseAll}
                    checked={chosen.isWhole}
                    onChange={() => (chosen.isWhole ? chosen.clear() : chosen.chooseRows())}
                    className="lead-pick"
                  />
                )}
                {orders && !filters.agenda ? (
                  <SortLink name={name} orders={orders} filters={filters} onChoose={showList} />
                ) : (
                  leadStrings.columns[name]
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="lead-rows">
          {rows.map(({ lead, isFresh, isGone }, index) => (
            <LeadRow
              key={lead.id}
              lead={lead}
              top={index < SCREENFUL}
              fresh={isFresh}
              gone={isGone}
              open={lead.id === openRow?.lead.id}
              chosen={chosen.ids.has(lead.id)}
              pair={isByPerson ? findPair(lead, rows[index + 1]?.lead) : null}
              reader={reader}
              justContacted={justContacted?.id === lead.id ? justContacted : null}
              actions={actions}
            />
          ))}
        </tbody>
      </table>
      {/* In the list: pointing at a menu still points at the list. */}
      <StatusMenu rows={rows} mutations={actions.mutations} />
      <NextContactMenu
        lead={(id) => rows.find(({ lead }) => lead.id === id)?.lead}
        where="list"
        today={reader.today}
        mutations={actions.mutations}
      />
    </div>
  );
}

/** The next lead, if both are one person's: the server compares by the same keys, and puts them side by side. */
function findPair(lead: Lead, next: Lead | undefined): Lead | null {
  const isSame =
    next &&
    ((lead.phone_key !== null && lead.phone_key === next.phone_key) ||
      (lead.email && next.email && emailKey(lead.email) === emailKey(next.email)));
  return isSame ? next : null;
}

/** Copies numbers ungrouped, as they are dialled. */
function copyUngrouped(event: ClipboardEvent) {
  const text = getSelection()?.toString() ?? '';
  const ungrouped = joinPhoneDigits(text);
  if (ungrouped === text) return;
  event.clipboardData.setData('text/plain', ungrouped);
  event.preventDefault();
}

function sortOf(orders: readonly [Orden, Orden] | undefined, orden: Orden) {
  if (!orders?.includes(orden)) return undefined;
  return orden === orders[0] ? 'descending' : 'ascending';
}

/** A heading that sorts by its column; pressed again, in the other direction. */
function SortLink({
  name,
  orders: [downwards, upwards],
  filters,
  onChoose,
}: {
  name: Column;
  orders: readonly [Orden, Orden];
  filters: LeadFilters;
  onChoose: (filters: FiltersChoice) => void;
}) {
  const sort = (present: LeadFilters) => ({
    ...present,
    orden: present.orden === downwards ? upwards : downwards,
  });
  return (
    <>
      {/* Cards have no visible headings: a link would take the focus out of sight, so CSS shows this text. */}
      <span className="lead-head-text">{leadStrings.columns[name]}</span>
      <a href={panelPath(sort(filters))} className="lead-sort" onClick={onPlainClick(() => onChoose(sort))}>
        {leadStrings.columns[name]}
      </a>
    </>
  );
}
