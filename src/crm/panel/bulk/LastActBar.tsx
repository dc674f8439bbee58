import { panelPath } from '~/shared/leads/filter-params';
import { crmStrings } from '~/shared/strings/crm';
import { bulkStrings as strings } from '~/shared/strings/panel/bulk';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { onPlainClick } from '../../ui/plain-click';
import type { LastAct } from './last-act';

/** The last bulk change, until undone or dismissed; names the leads it skipped. */
export function LastActBar({
  act: { text, changed, skipped, left },
  onUndo,
  onOpen,
  onDismiss,
}: {
  act: LastAct;
  onUndo: () => void;
  onOpen: (leadId: number) => void;
  onDismiss: () => void;
}) {
  return (
    <section aria-label={strings.last} className="bulk-bar bulk-last">
      <div className="bulk-count">
        <p className="font-semibold">{text}</p>
        {changed > 0 && (
          <Button size="small" onClick={onUndo}>
            {crmStrings.undo}
          </Button>
        )}
      </div>
      {left.length > 0 && (
        <p className="bulk-left">
          {strings.left(skipped)}{' '}
          {left.map(({ id, nombre }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={panelPath({}, id)} onClick={onPlainClick(() => onOpen(id))}>
                {nombre}
              </a>
            </span>
          ))}
          {skipped > left.length && strings.andMore(skipped - left.length)}
        </p>
      )}
      <Button
        look="ghost"
        size="icon"
        aria-label={strings.dismissLast}
        onClick={onDismiss}
        className="absolute top-2 right-2"
      >
        <Icon name="close" />
      </Button>
    </section>
  );
}
