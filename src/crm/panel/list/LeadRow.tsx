// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import { type MouseEvent, memo, Suspense } from 'react';
import { ownAttempt } from '~/shared/leads/contact';
import { panelPath } from '~/shared/leads/filter-params';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead, LeadStatus, LostReason } from '~/shared/leads/lead';
import { usualLink } from '~/shared/messages/compose';
import type { MessageSet } from '~/shared/messages/template';
import { leadStrings } from '~/shared/strings/leads';
import { ContactNote, OwnContactQuestion } from '../../lead/ContactQuestion';
import { NextContactButton } from '../../lead/follow-up/NextContactButton';
import { NextContactQuestion, type PlanContact } from '../../lead/follow-up/NextContactQuestion';
import { $otherMessage } from '../../lead/messages/other-message';
import { PhoneFault, phoneFaultOf } from '../../lead/PhoneFault';
import { WaitingTime } from '../../lead/WaitingTime';
import { isPlainClick } from '../../ui/plain-click';
import { SaidTime } from '../../ui/SaidTime';
import { StatusBadge } from './StatusMenu';

const { row } = leadStrings;

export type RowActions = {
  onOpen: (lead: Lead, tab: 'info' | 'notes') => void;
  onChangeStatus: (lead: Lead, estado: LeadStatus) => void;
  onWhatsapp: (lead: Lead) => void;
  onAnswer: (lead: Lead, contacted: boolean) => Promise<boolean>;
  onReason: (lead: Lead, reason: LostReason) => void;
  onPlan: PlanContact;
  onFixPhone: (lead: Lead) => void;
  onRemove: (lead: Lead) => void;
  /** `isRange`: with all rows from the one that was chosen before. */
  onPick: (lead: Lead, isRange: boolean) => void;
};

type Props = {
  lead: Lead;
  fresh: boolean;
  gone: boolean;
  open: boolean;
  chosen: boolean;
  now: number;
  messages: MessageSet;
  userId: string;
  today: string;
  asking: boolean;
  actions: RowActions;
};

/**
 * One lead in the list: a row, or a card on phones. `fresh`: it came in while the panel was open. `gone`: it was deleted,
 * and is still shown because somebody points at the list. `open`: it is open beside the list. `chosen`: for what is done with many. A press anywhere on the row
 * opens the lead, and its name is a link to it.
 *
 * It is rendered again only when its props change. The boundary lets React hydrate the rows one by one, and first the
 * pressed one. The boundary must be within `memo`: if it was rendered again before it is hydrated, that would be slow.
 */
export const LeadRow = memo(function LeadRow(props: Props) {
  return (
    <Suspense>
      <Row {...props} />
    </Suspense>
  );
});

/**
 * With fifty rows every element takes time, on the server and in the browser, so styles/lead-row.css styles the cells by
 * their position and draws the icons.
 */
function Row({ lead, fresh, gone, open, chosen, now, messages, userId, today, asking, actions }: Props) {
  const whatsapp = usualLink(lead, 'whatsapp', messages);
  const isAsked = isWaiting(lead) && ownAttempt(lead, userId) !== undefined;
  const isLined = asking || isAsked || phoneFaultOf(lead) !== null;
  return (
    <tr
      role="row"
      data-lead-id={lead.id}
      aria-current={open || undefined}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) actions.onOpen(lead, 'info');
      }}
      onClick={(event) => {
        if (isMeantForRow(event)) actions.onOpen(lead, 'info');
      }}
      className={`lead-row ${fresh ? 'lead-fresh' : ''} ${isLined ? 'lead-lined' : ''} ${gone ? 'opacity-50' : ''}`}
    >
      <td role="cell">
        <input
          type="checkbox"
          aria-label={row.choose(lead.nombre)}
          checked={chosen}
          onChange={({ nativeEvent }) =>
            actions.onPick(lead, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }
          className="lead-pick"
        />
        <a
          href={panelPath({}, lead.id)}
          data-in-place=""
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            actions.onOpen(lead, 'info');
          }}
        >
          {lead.nombre}
        </a>
        {lead.duplicates > 0 && ' '}
        {lead.duplicates > 0 && <span className="lead-twice">{row.enquiries(lead.duplicates + 1)}</span>}
        <OwnerNote lead={lead} userId={userId} />
        <ContactNote lead={lead} userId={userId} now={now} />
      </td>
      <td role="cell" title={lead.email}>
        {lead.email}
      </td>
      <td role="cell">{lead.whatsapp ?? <None />}</td>
      <td role="cell">{lead.pais ?? <None />}</td>
      <td role="cell">
        <StatusBadge lead={lead} />
      </td>
      <td role="cell">
        <button
          type="button"
          aria-label={row.notes(lead.nombre, lead.notes_count)}
          data-count={lead.notes_count}
          onClick={() => actions.onOpen(lead, 'notes')}
          className="lead-button lead-notes"
        />
      </td>
      <td role="cell">
        {isWaiting(lead) ? (
          <WaitingTime since={lead.created_at} now={now} />
        ) : (
          <SaidTime at={lead.created_at} now={now} />
        )}
        {isLined && (
          <div className="lead-line">
            <OwnContactQuestion lead={lead} userId={userId} now={now} onAnswer={actions.onAnswer} />
            {asking && <NextContactQuestion lead={lead} today={today} onPlan={actions.onPlan} />}
            <PhoneFault lead={lead} onFix={() => actions.onFixPhone(lead)} />
          </div>
        )}
      </td>
      <td role="cell">
        <NextContactButton lead={lead} today={today} />
        {whatsapp && (
          // biome-ignore lint/a11y/useAnchorContent: aria-label names it, and the style sheet draws its icon
          <a
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            aria-label={row.whatsapp(lead.nombre)}
            title={leadStrings.openWhatsapp}
            onClick={() => actions.onWhatsapp(lead)}
            className="lead-button lead-chat"
          />
        )}
        {whatsapp && (
          <button
            type="button"
            aria-label={row.otherMessage(lead.nombre)}
            title={leadStrings.otherMessage}
            onClick={() => $otherMessage.set(lead)}
            className="lead-button lead-other"
          />
        )}
        <button
          type="button"
          aria-label={row.remove(lead.nombre)}
          title={leadStrings.removal.title}
          onClick={() => actions.onRemove(lead)}
          className="lead-button lead-remove"
        />
      </td>
    </tr>
  );
}

/** Whether a click is meant for the row: not for a control in it, and not the end of selecting text. */
function isMeantForRow(event: MouseEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('a, button, input, [popover]');
  return !onControl && isPlainClick(event) && getSelection()?.isCollapsed !== false;
}

/** Whose a lead is, where it is somebody else's: by their first name, beside the lead's. */
function OwnerNote({ lead, userId }: { lead: Lead; userId: string }) {
  if (!lead.owner_name || lead.owner_id === userId) return null;
  return (
    <span className="lead-owner" title={`${leadStrings.owner.title}: ${lead.owner_name}`}>
      <span className="sr-only">{leadStrings.owner.title}: </span>
      {lead.owner_name.split(' ')[0]}
    </span>
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
