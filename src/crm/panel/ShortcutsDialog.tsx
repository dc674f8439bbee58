import { laterStrings } from '~/shared/strings/panel/later';
import { shortcuts } from '~/shared/strings/panel/shortcuts';
import { Dialog } from '../ui/Dialog';

/** The keys that work in the panel. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={laterStrings.shortcuts} onClose={onClose} width="narrow">
      {/* On a phone it scrolls and has nothing else to focus. */}
      <dl tabIndex={0} className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2.5">
        {shortcuts.map(([key, text]) => (
          <div key={key} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <kbd className="rounded-md border border-sand-line bg-sand px-2 py-0.5 text-sm whitespace-nowrap">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
