// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import { memo } from 'react';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead, LeadStatus } from '~/shared/leads/lead';
import { whatsappLink } from '~/shared/leads/whatsapp';
import { leadStrings } from '~/shared/strings/leads';
import { buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { StatusPicker } from './StatusPicker';
import { WaitingTime } from './WaitingTime';

const { row } = leadStrings;

export type RowActions = {
  onOpen: (lead: Lead, tab: 'info' | 'notes') => void;
  onChangeStatus: (lead: Lead, estado: LeadStatus) => void;
  onWhatsapp: (lead: Lead) => void;
  onRemove: (lead: Lead) => void;
};

type Props = { lead: Lead; fresh: boolean; now: number; whatsappTemplate: string; actions: RowActions };

/**
 * One lead in the list: a row, or a card on phones. `fresh` marks who came in while the panel was open. It is drawn
 * again only when its lead changes; with fifty of them, every element counts until the list is alive.
 */
export const LeadRow = memo(function LeadRow({ lead, fresh, now, whatsappTemplate, actions }: Props) {
  const whatsapp = whatsappLink(lead, whatsappTemplate);
  return (
    <tr
      role="row"
      data-lead-id={lead.id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) actions.onOpen(lead, 'info');
      }}
      className={fresh ? 'lead-row lead-columns bg-leaf-mist/40!' : 'lead-row lead-columns'}
    >
      <td role="cell" className="max-lg:row-start-1">
        <button type="button" onClick={() => actions.onOpen(lead, 'info')} className="lead-name">
          {lead.nombre}
        </button>
      </td>
      <td role="cell" className="text-ink-soft wrap-anywhere max-lg:col-span-2">
        {lead.email}
      </td>
      <td role="cell" className="tabular-nums max-lg:whitespace-nowrap lg:wrap-anywhere">
        {lead.whatsapp ?? <None />}
      </td>
      <td role="cell" className="whitespace-nowrap max-lg:justify-self-end">
        {lead.pais ?? <None />}
      </td>
      <td role="cell" className="max-lg:col-start-2 max-lg:row-start-1 max-lg:justify-self-end">
        <StatusPicker estado={lead.estado} onChoose={(estado) => actions.onChangeStatus(lead, estado)} />
      </td>
      <td role="cell" className="max-lg:order-2 max-lg:mt-2">
        <button
          type="button"
          onClick={() => actions.onOpen(lead, 'notes')}
          className={`${buttonClass({ look: 'ghost', size: 'small' })} -ml-2.5 tabular-nums ${lead.notes_count ? '' : 'text-ink-faint!'}`}
        >
          <Icon name="note" className="size-4.5" />
          <span aria-hidden="true">{lead.notes_count}</span>
          <span className="sr-only">{row.notes(lead.nombre, lead.notes_count)}</span>
        </button>
      </td>
      <td role="cell" className="lead-times">
        <LocalTime at={lead.created_at} />
        {isWaiting(lead) && (
          <span className="lg:block">
            <WaitingTime since={lead.created_at} now={now} />
          </span>
        )}
      </td>
      <td role="cell" className="lead-actions">
        {whatsapp && (
          <a
            href={whatsapp}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={row.whatsapp(lead.nombre)}
            title={leadStrings.openWhatsapp}
            onClick={() => actions.onWhatsapp(lead)}
            className={`${buttonClass({ look: 'ghost', size: 'icon' })} text-leaf-dark!`}
          >
            <Icon name="chat" />
          </a>
        )}
        <button
          type="button"
          aria-label={row.remove(lead.nombre)}
          title={leadStrings.removal.title}
          onClick={() => actions.onRemove(lead)}
          className={`${buttonClass({ look: 'ghost', size: 'icon' })} text-ink-faint! hover:bg-terracotta-mist! hover:text-terracotta-dark!`}
        >
          <Icon name="trash" />
        </button>
      </td>
    </tr>
  );
});

function None() {
  return (
    <span className="text-ink-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{leadStrings.none}</span>
    </span>
  );
}
