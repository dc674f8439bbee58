import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { crmStrings } from '~/shared/strings/crm';
import { Button } from './Button';
import { Icon } from './Icon';
import { $toasts, dismissToast, showToast, type Toast, takePendingToast } from './toasts';

const STAYS_MS = 5000;

const TONES = {
  success: { icon: 'check', className: 'text-leaf' },
  error: { icon: 'warning', className: 'text-terracotta' },
  warning: { icon: 'warning', className: 'text-honey' },
} as const;

/**
 * The one place where toasts appear and are announced. `notice` is a message that the address asked for
 * (`?aviso=…`); it is shown once and taken out of the address.
 */
export function Toaster({ notice }: { notice?: string | undefined }) {
  const toasts = useStore($toasts, { ssr: 'initial' });
  const region = useRef<HTMLElement>(null);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (notice) {
      showToast({ tone: 'error', text: notice });
      const address = new URL(location.href);
      address.searchParams.delete('aviso');
      history.replaceState(history.state, '', address);
    }
    const pending = takePendingToast();
    if (pending) showToast(pending);
  }, [notice]);

  useEffect(() => {
    function focusRegion(event: KeyboardEvent) {
      if (event.altKey && event.code === 'KeyT') {
        event.preventDefault();
        region.current?.focus();
      }
    }
    document.addEventListener('keydown', focusRegion);
    return () => document.removeEventListener('keydown', focusRegion);
  }, []);

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={crmStrings.toastsHotkey}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="fixed inset-x-0 bottom-0 z-60 mx-auto max-w-md p-4 empty:hidden sm:right-0 sm:mx-0 sm:ml-auto pointer-events-none"
    >
      <div role="status" aria-live="polite" aria-relevant="additions" className="grid gap-2">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} held={held} />
        ))}
      </div>
    </section>
  );
}

function ToastItem({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), STAYS_MS);
    return () => clearTimeout(timer);
  }, [toast.id, held]);
  const { icon, className } = TONES[toast.tone];
  return (
    <div className="pointer-events-auto flex motion-safe:animate-rise items-center gap-3 rounded-xl bg-petrol-deep py-2.5 pr-2 pl-4 text-white shadow-float">
      <Icon name={icon} className={`size-5 ${className}`} />
      <span className="min-w-0 flex-1">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
          className="min-h-9 rounded-lg px-3 font-semibold text-white underline underline-offset-4 hover:bg-white/10 focus-visible:outline-white pointer-coarse:min-h-11"
        >
          {toast.action.label}
        </button>
      )}
      <Button
        look="ghost"
        size="icon"
        aria-label={crmStrings.dismissToast}
        onClick={() => dismissToast(toast.id)}
        className="text-white/80 hover:bg-white/10 focus-visible:outline-white"
      >
        <Icon name="close" className="size-4" />
      </Button>
    </div>
  );
}
