import { useId } from 'react';
import { createPortal } from 'react-dom';
import { EXPORT_STYLES } from '~/shared/leads/export/style';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { exportStrings } from '~/shared/strings/lead/export';
import { Icon } from '../../ui/Icon';

/** A button among the links to other lists, and its menu: plain links that download the list as it stands. */
export function ExportMenu({ filters, zone, total }: { filters: LeadFilters; zone: string; total: number }) {
  const id = useId();
  const place = document.querySelector('.lead-list-head > nav');
  const query = toQuery({ tz: zone, ...filters });
  return (
    place &&
    createPortal(
      <>
        {/* Where it moves no other link when it comes: first where they end the line, last where they begin it. */}
        <button type="button" popoverTarget={id} className="md:-order-1">
          {exportStrings.open}
        </button>
        <div id={id} popover="auto" className="export-menu">
          <p>{exportStrings.what(total)}</p>
          {EXPORT_STYLES.map((style) => (
            <a
              key={style}
              href={`/api/leads/export?${query}&format=${style}`}
              download
              data-proof
              onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
            >
              <Icon name="download" className="size-5" />
              <span>
                {exportStrings[style]}
                <small>{exportStrings[`${style}Hint`]}</small>
              </span>
            </a>
          ))}
        </div>
      </>,
      place,
    )
  );
}
