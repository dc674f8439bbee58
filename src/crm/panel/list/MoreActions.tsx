import { type ComponentProps, useId, useState } from 'react';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { exportStrings } from '~/shared/strings/panel/export';
import { shortcutsTitle } from '~/shared/strings/panel/shortcuts';
import { Icon, LineIcon } from '../../ui/Icon';
import { MAX_CHIPS, ViewButtons, ViewLinks } from '../views/ViewLinks';

const KEYBOARD = 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M7 11.5h6';

type Props = {
  views: ComponentProps<typeof ViewLinks>;
  filters: LeadFilters;
  zone: string;
  /** Leads in the list; null if unknown. */
  total: number | null;
  isAdmin: boolean;
  setAsideCount: number;
  /** Starts selecting rows, for which a mouse has checkboxes. */
  onPick: () => void;
  onHelp: () => void;
};

/** Rare actions on the list behind one button. */
export function MoreActions(props: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { setAsideCount } = props;
  return (
    <div className="lead-actions">
      <button
        type="button"
        popoverTarget={id}
        aria-label={leadStrings.moreActions}
        title={setAsideCount > 0 ? leadStrings.setAsideNow(setAsideCount) : leadStrings.moreActions}
        data-waiting={setAsideCount > 0 || undefined}
        className="btn btn-secondary lead-actions-open"
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a key makes a click of its own */}
      <div
        id={id}
        popover="auto"
        className="action-menu"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Deferred: the focus inside returns to the button first.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, button:not([aria-expanded])'))
            currentTarget.hidePopover();
        }}
      >
        {isOpen && <Menu {...props} />}
      </div>
    </div>
  );
}

function Menu({ views, filters, zone, total, isAdmin, setAsideCount, onPick, onHelp }: Props) {
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <nav aria-label={leadStrings.views.more} className="action-views">
        <ViewLinks {...views} views={views.views.slice(MAX_CHIPS)} />
        <ViewButtons {...views} />
      </nav>
      {isAdmin && (
        <a href="/panel/importar">
          <Icon name="upload" />
          {exportStrings.import}
        </a>
      )}
      {isAdmin && total !== null && total > 0 && (
        <button type="button" aria-expanded={isExporting} onClick={() => setExporting(!isExporting)}>
          <Icon name="download" />
          {exportStrings.open}
        </button>
      )}
      {isExporting && total !== null && (
        <div className="export-choice">
          <p>{exportStrings.what(total)}</p>
          {Object.entries(exportStrings.formats).map(([format, name]) => (
            <a
              key={format}
              href={`/api/leads/export?${toQuery({ tz: zone, ...filters })}&format=${format}`}
              download
              data-proof
            >
              {name}
            </a>
          ))}
        </div>
      )}
      <a href="/panel/papelera">
        <Icon name="trash" />
        {leadStrings.trash}
      </a>
      {setAsideCount > 0 && (
        <a href="/panel/apartadas">
          <Icon name="pause" />
          {leadStrings.setAsideNow(setAsideCount)}
        </a>
      )}
      <button type="button" onClick={onPick} className="pointer-fine:hidden">
        <Icon name="check" />
        {leadStrings.pick}
      </button>
      <button type="button" onClick={onHelp}>
        <LineIcon path={KEYBOARD} />
        {shortcutsTitle}
      </button>
    </>
  );
}
