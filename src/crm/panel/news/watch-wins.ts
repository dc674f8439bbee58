import type { LiveUpdate, Win } from '~/shared/leads/live';
import { closingStrings as strings } from '~/shared/strings/lead/closing';
import { onStream } from '../../ui/stream';
import { $toast, showToast } from '../../ui/toasts/toasts';

/** Tells an administrator when colleagues win leads while the panel is open. Returns a function that stops it. */
export function watchWins(userId: string, onOpen: (leadId: number) => void): () => void {
  const ended = new AbortController();

  function toastWins(wins: Win[]): void {
    const [first, ...others] = wins;
    if (!first) return;
    if (others.length > 0) return void showToast({ tone: 'success', text: strings.wonMany(wins.length) });
    showToast({
      tone: 'success',
      text: strings.won(first.nombre),
      ...(first.user_name && { detail: strings.wonBy(first.user_name) }),
      action: { label: strings.open, run: () => onOpen(first.lead_id) },
    });
  }

  const stop = onStream('leads', ({ data }) => {
    const { won } = JSON.parse(data) as LiveUpdate;
    const wins = won.filter(({ user_id }) => user_id !== userId);
    if (wins.length > 0) whenClear(() => toastWins(wins), ended.signal);
  });
  return () => {
    ended.abort();
    stop();
  };
}

/** Never replaces a toast that somebody may be about to press. */
function whenClear(work: () => void, ended: AbortSignal): void {
  if (!$toast.get()) return void work();
  const stop = $toast.listen((toast) => {
    if (toast) return;
    stop();
    work();
  });
  ended.addEventListener('abort', stop);
}
