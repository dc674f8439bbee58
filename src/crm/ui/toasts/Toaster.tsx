import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from '../Button';
import { ConnectionNotice } from '../ConnectionNotice';
import { useReconnect } from '../connection';
import { Icon } from '../Icon';
import { avoidOverlap } from './avoid-overlap';
import { $toast, dismissToast, runUndo, showToast, type Toast, takePendingToast } from './toasts';
import { useToastFocus } from './useToastFocus';
import { useToastTime } from './useToastTime';

const TONES = {
  success: { icon: 'check', className: 'text-leaf' },
  error: { icon: 'warning', className: 'text-terracotta' },
  warning: { icon: 'warning', className: 'text-honey' },
} as const;

const UNDO_BUTTON = { title: crmStrings.undoHotkey, 'aria-keyshortcuts': 'Control+Z Meta+Z' };

/**
 * The only place that shows and announces toasts, one at a time: above a phone's bottom bar, in the lower corner of
 * larger windows. `notice` is a message from the URL (`?aviso=…`); it is shown once and removed from there.
 */
export function Toaster({ notice }: { notice?: string | undefined }) {
  const toast = useStore($toast, { ssr: 'initial' });
  const region = useRef<HTMLElement>(null);
  const id = toast?.id;
  const { leave, onFocus, onBlur } = useToastFocus(region, id);
  const { startAgain, point, leave: leaveAlone } = useToastTime(region, id, toast?.undo ? 'toUndo' : 'toRead');

  useLayoutEffect(() => (id !== undefined && region.current ? avoidOverlap(region.current) : undefined), [id]);

  useEffect(() => {
    // A failure of this page matters more than a message from the page before.
    const waiting = takePendingToast();
    if (notice) showToast({ tone: 'error', text: notice });
    else if (waiting && !$toast.get()) showToast(waiting);
    if (notice) {
      const address = new URL(location.href);
      address.searchParams.delete('aviso');
      history.replaceState(history.state, '', address);
    }
  }, [notice]);

  // By then, what it reports is being re-read.
  useReconnect(() => {
    if (toast?.detail === crmStrings.connection.comesBack) dismissToast(toast.id);
  });

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={crmStrings.toastsHotkey}
      onPointerMove={point}
      onPointerLeave={leaveAlone}
      onFocus={onFocus}
      onBlur={(event) => {
        onBlur(event);
        startAgain();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
      className="toasts group"
    >
      <ConnectionNotice />
      <div role="status" aria-live="polite" aria-relevant="additions">
        {toast && <ToastItem key={toast.id} toast={toast} onLeave={leave} />}
      </div>
    </section>
  );
}

/** On a phone as low as a thumb allows, so that it fits between two names. */
function ToastItem({ toast, onLeave }: { toast: Toast; onLeave: () => void }) {
  const { icon, className } = TONES[toast.tone];
  const { action, undo } = toast;

  function dismiss() {
    onLeave();
    dismissToast(toast.id);
  }

  return (
    <div className="pointer-events-auto flex motion-safe:animate-rise items-center gap-3 rounded-xl bg-petrol-deep py-2.5 pr-2 pl-4 text-white max-sm:gap-1 max-sm:py-0.5 max-sm:pr-0.5 max-sm:pl-3 max-sm:text-[0.8125rem]/4.5 shadow-float ring-1 ring-white/25 outline-offset-2 outline-petrol group-focus-visible:outline-2 forced-colors:border">
      <Icon name={icon} className={`size-5 ${toast.tone === 'success' ? 'max-sm:hidden' : ''} ${className}`} />
      <div className="min-w-0 flex-1 wrap-break-word">
        <p>{toast.text}</p>
        {toast.detail?.split('\n').map((line) => (
          <p
            key={line}
            className={`text-sm text-white/80 max-sm:text-xs ${undo && toast.tone === 'success' ? 'max-sm:truncate' : ''}`}
          >
            {line}
          </p>
        ))}
      </div>
      {(action || undo) && (
        <button
          type="button"
          {...(undo && UNDO_BUTTON)}
          onClick={() => {
            dismiss();
            if (undo) runUndo(undo);
            else action?.run();
          }}
          className="min-h-9 rounded-lg px-3 max-sm:px-1.5 font-semibold text-white underline underline-offset-4 hover:bg-white/10 focus-visible:outline-white pointer-coarse:min-h-11"
        >
          {undo ? crmStrings.undo : action?.label}
        </button>
      )}
      <Button
        look="ghost"
        size="icon"
        aria-label={crmStrings.dismissToast}
        onClick={dismiss}
        className={`text-white/80 hover:bg-white/10 focus-visible:outline-white ${action || undo ? 'max-sm:hidden' : ''}`}
      >
        <Icon name="close" className="size-4" />
      </Button>
    </div>
  );
}
