/**
 * The only script that every visitor runs, inlined in the page. Browsers that know `command` open the dialog
 * by themselves; this does the same for the others, and gives each opening its own submission_id.
 */
// The import that names a bundled module without loading it; the bundle runs in the page, not in a worker.
import islandsUrl from './islands/wake?worker&url';

const dialog = document.querySelector<HTMLDialogElement>('#contacto');
const menu = document.querySelector<HTMLElement>('#menu');

function renewSubmission(): void {
  const submission = dialog?.querySelector<HTMLInputElement>('[name=submission_id]');
  // Without a secure context there is no randomUUID; the server then makes the id.
  if (submission) submission.value = crypto.randomUUID?.() ?? '';
}

function openContact(button: HTMLElement): void {
  if (!dialog) return;
  renewSubmission();
  dialog.dataset['topic'] = button.dataset['topic'] ?? '';
  const root = document.documentElement;
  const scrollBar = innerWidth - root.clientWidth;
  // Only where there is one: a property of the root is a new style for every element.
  if (scrollBar) root.style.setProperty('--lost', `${scrollBar}px`);
  if ('commandForElement' in button) return;
  if (dialog.showModal) dialog.showModal();
  else location.assign('/contacto');
}

// A page that is shown again, from the browser's history too, is for an enquiry of its own. After a lost connection
// the form comes back as it was sent, for another try.
dialog?.addEventListener('submit', ({ target }) => {
  if ((target as HTMLFormElement).method === 'post') history.replaceState('sent', '');
});
addEventListener('pageshow', () => {
  renewSubmission();
  if (history.state !== 'sent') return;
  history.replaceState(null, '');
  if (!dialog?.open) dialog?.showModal();
});

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const opener = target.closest<HTMLElement>('[commandfor=contacto]');
  if (opener) openContact(opener);
  if (target.closest('#menu a')) menu?.hidePopover?.();
});

/**
 * Fetches the islands' code when someone first reaches for one. Their markup is native and has already done
 * what was asked, so nothing is replayed; an island reads what happened before it woke from the document.
 */
function wakeIslands(event: Event): void {
  if (!(event.target as Element).closest('[data-island], [commandfor]')) return;
  for (const type of REACHES) document.removeEventListener(type, wakeIslands);
  import(/* @vite-ignore */ islandsUrl);
}
const REACHES = ['pointerdown', 'focusin', 'click'] as const;
for (const type of REACHES) document.addEventListener(type, wakeIslands);

document.addEventListener('keydown', (event) => {
  // Links that act as buttons answer to the space bar as buttons do.
  const target = event.target as HTMLElement;
  if (event.key !== ' ' || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
});

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="#"]')].map((link) => [
    link.hash.slice(1),
    link,
  ]),
);
const spy = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.id);
      if (isIntersecting) link?.setAttribute('aria-current', 'true');
      else link?.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-40% 0px -60%' },
);
for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) spy.observe(section);
}
