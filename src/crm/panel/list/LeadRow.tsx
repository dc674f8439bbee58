// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop a table's own roles once CSS lays it out as cards

import { type MouseEvent, memo, Suspense } from 'react';
import { panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { isWaiting, waitingSince } from '~/shared/leads/waiting';
import { describeShortly, localOffset } from '~/shared/moments';
import { formatPhone } from '~/shared/phones/format';
import { joinStrings } from '~/shared/strings/lead/join';
import { leadStrings } from '~/shared/strings/leads';
import { usualLink } from '~/shared/templates/compose';
import { ContactNote } from '../../lead/ContactNote';
import { FollowUpQuestion } from '../../lead/follow-up/FollowUpQuestion';
import { othersOpenAttempt, questionOf } from '../../lead/follow-up/follow-up-state';
import { NextContactButton } from '../../lead/follow-up/NextContactButton';
import { PhoneFault } from '../../lead/PhoneFault';
import { WaitingTime } from '../../lead/WaitingTime';
import { Button } from '../../ui/Button';
import { isPlainClick, onPlainClick } from '../../ui/plain-click';
import { pageOffset } from '../../ui/reading/page-zone';
import { useNow } from '../../ui/useNow';
import { DayReason } from './DayReason';
import type { RowActions, RowReader } from './row-actions';
import { StatusBadge } from './StatusMenu';

const { row } = leadStrings;

type Props = {
  lead: Lead;
  top: boolean;
  fresh: boolean;
  gone: boolean;
  open: boolean;
  chosen: boolean;
  /** The next row's lead, if it is the same person's. */
  pair: Lead | null;
  reader: RowReader;
  /** The lead as it was when the user last contacted it; the row asks for its next contact. */
  justContacted: Lead | null;
  actions: RowActions;
};

/**
 * One lead in the list: a row, or a card on phones. `top`: in the first screenful. `fresh`: it arrived while the panel
 * was open. `gone`: deleted, but still shown while somebody points at the list. `open`: open beside the list. `chosen`:
 * selected for a bulk change. A press anywhere on the row opens the lead, and its name links to it.
 *
 * Rendered again only when its props change. The boundary lets React hydrate row by row, the pressed one first. It must
 * be within `memo`: re-rendering it before it is hydrated is slow.
 */
export const LeadRow = memo(function LeadRow(props: Props) {
  return (
    <Suspense>
      <RowContents {...props} />
    </Suspense>
  );
});

/**
 * With fifty rows every element costs time on the server and in the browser, so styles/lead-row.css styles cells by
 * position and draws the icons.
 */
function RowContents({ lead, top, fresh, gone, open, chosen, pair, reader, justContacted, actions }: Props) {
  const { now, messages, userId, today, isDay } = reader;
  const whatsapp = usualLink(lead, 'whatsapp', messages);
  const waits = waitingSince(lead);
  // An open lead asks in its sheet.
  const isAsked = !open && questionOf(lead, userId, justContacted) !== null;
  const hasFault = lead.phone_key === null && Boolean(lead.whatsapp?.trim());
  const hasNote = othersOpenAttempt(lead, userId) !== undefined;
  const day = lead.next_contact_on;
  const why = day !== null && day <= today && lead.lost_reason;
  const isLined = isAsked || hasFault || why || pair;
  // On a day's list its reason says so.
  const showsWait = waits !== null && !isDay;
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
      className={`lead-row ${top ? 'lead-top' : ''} ${showsWait ? 'lead-waits' : ''} ${day ? 'lead-planned' : ''} ${fresh ? 'lead-fresh' : ''} ${isLined ? 'lead-lined' : ''} ${pair ? 'lead-paired' : ''} ${gone ? 'opacity-50' : ''}`}
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
          title={lead.nombre}
          onClick={onPlainClick(() => actions.onOpen(lead, 'info'))}
        >
          {lead.nombre}
        </a>
        <span className="lead-said">
          {lead.duplicates > 0 && <span className="lead-twice">{row.enquiries(lead.duplicates + 1)}</span>}
          {hasNote && <ContactNote lead={lead} userId={userId} now={now} />}
          {isDay && <DayReason lead={lead} reader={reader} />}
          {lead.last_words && (
            <span className="lead-words">{isDay ? row.quoted(lead.last_words) : lead.last_words}</span>
          )}
        </span>
      </td>
      <Value text={lead.email} title={lead.email} />
      <Value text={lead.whatsapp && formatPhone(lead.whatsapp)} />
      <Value text={lead.pais} />
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
        <ArrivalTime at={lead.created_at} now={now} />
        <NextContactButton lead={lead} today={today} />
        {showsWait && <WaitingTime since={waits} isReply={!isWaiting(lead)} now={now} />}
      </td>
      <td role="cell">
        <OwnerMark lead={lead} userId={userId} />
        {whatsapp && (
          // biome-ignore lint/a11y/useAnchorContent: aria-label names it, and the style sheet draws its icon
          <a
            href={whatsapp}
            target="_blank"
            rel="noreferrer"
            aria-label={row.whatsapp(lead.nombre)}
            title={leadStrings.openWhatsapp}
            onClick={() => void actions.mutations.recordContact(lead, 'whatsapp')}
            className="lead-button lead-chat"
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
      {isLined && (
        <td role="cell" className="lead-line">
          {why && <p className="text-ink-soft">{leadStrings.lostBecause(leadStrings.lostReasons[why])}</p>}
          {isAsked && <FollowUpQuestion {...{ lead, userId, today, now }} mutations={actions.mutations} />}
          {hasFault && <PhoneFault lead={lead} onFix={() => actions.onFixPhone(lead)} />}
          {pair && (
            <Button
              size="small"
              aria-label={joinStrings.joinWith(pair.nombre)}
              onClick={() => actions.onJoin(lead, pair)}
            >
              {joinStrings.join}
            </Button>
          )}
        </td>
      )}
    </tr>
  );
}

/** Whether a click is meant for the row: not for a control in it, and not the end of a text selection. */
function isMeantForRow(event: MouseEvent): boolean {
  const onControl = event.target instanceof Element && event.target.closest('a, button, input, [popover]');
  return !onControl && isPlainClick(event) && getSelection()?.isCollapsed !== false;
}

/** A text cell, or an empty one that screen readers can name. */
function Value({ text, title }: { text: string | null; title?: string }) {
  return text ? (
    <td role="cell" title={title}>
      {text}
    </td>
  ) : (
    <td role="cell" aria-label={leadStrings.none}>
      {leadStrings.unread}
    </td>
  );
}

/** Arrival in the reader's zone. */
function ArrivalTime({ at, now }: { at: string; now: number }) {
  const moment = Date.parse(at);
  const text = useNow(
    (now) => describeShortly(moment, now, localOffset),
    () => describeShortly(moment, now, pageOffset),
  );
  return <time dateTime={at}>{text}</time>;
}

/** The owner's initials, if it is somebody else. */
function OwnerMark({ lead, userId }: { lead: Lead; userId: string }) {
  if (!lead.owner_name || lead.owner_id === userId) return null;
  const whose = `${leadStrings.owner.title}: ${lead.owner_name}`;
  return (
    <span role="img" aria-label={whose} title={whose} className="lead-owner">
      {initialsOf(lead.owner_name)}
    </span>
  );
}

/** From the first and the last name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
}
