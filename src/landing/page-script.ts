/**
 * The only script every visitor runs, inlined in the page. Opens the dialog in browsers without `command`, and gives
 * each opening its own submission_id.
 */
import { rememberSent } from './contact/sent';
import { newSubmissionId } from './contact/submission-id';
// Imports only the URL of a bundled module. It runs in the page, not in a worker.
import islandsUrl from './wake?worker&url';

const dialog = document.querySelector<HTMLDialogElement>('#contacto');
const menu = document.querySelector<HTMLElement>('#menu');

function renewSubmission(): void {
  const submission = dialog?.querySelector<HTMLInputElement>('[name=submission_id]');
  if (submission) submission.value = newSubmissionId();
}

function openContact(button: HTMLElement): void {
  if (!dialog) return;
  renewSubmission();
  dialog.dataset['topic'] = button.dataset['topic'] ?? '';
  if (!dialog.showModal) location.assign(location.pathname.replace(/\/?$/, '/contacto'));
  else if (!('commandForElement' in button)) dialog.showModal();
}

// Locks page scrolling once the dialog has opened, so that the relayout comes after it. A `:has()` rule would restyle
// every element at each opening.
dialog?.addEventListener('toggle', () => {
  document.documentElement.classList.toggle('held', dialog.open);
});

dialog?.addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement;
  if (form.method === 'post') rememberSent(form);
});
// Showing the page starts a new enquiry, unless it has sent one before; that is the islands' business.
addEventListener('pageshow', () => {
  if (history.state) loadIslands();
  else renewSubmission();
});

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const opener = target.closest<HTMLElement>('[commandfor=contacto]');
  if (opener) openContact(opener);
  if (target.closest('#menu a')) menu?.hidePopover?.();
});

/**
 * Loads the islands' code at the first interaction. Their native markup has already reacted, so no event is replayed:
 * an island reads its state from the document. Later calls find it loaded.
 */
function loadIslands(): void {
  void import(/* @vite-ignore */ islandsUrl);
}
for (const type of ['pointerdown', 'focusin', 'click'])
  document.addEventListener(type, ({ target }) => {
    if ((target as Element).closest('[data-island], [commandfor]')) loadIslands();
  });

document.addEventListener('keydown', (event) => {
  // Links that look like buttons must react to the space bar.
  const target = event.target as HTMLElement;
  if (event.key !== ' ' || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
});

/** The top bar's links, by the section they lead to. */
const links = new Map<Element, Element>();
const spy = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target);
      if (link) link.ariaCurrent = isIntersecting ? 'true' : null;
    }
  },
  { rootMargin: '-40% 0px -60%' },
);
for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="#"]')) {
  const section = document.getElementById(link.hash.slice(1));
  if (!section) continue;
  links.set(section, link);
  spy.observe(section);
}

// The hero's conversation begins when it takes up a good part of the window.
const arch = document.querySelector('.arch') as Element;
new IntersectionObserver(
  (entries) => {
    if (entries.pop()?.isIntersecting) arch.classList.add('seen');
  },
  { rootMargin: '0px 0px -40%' },
).observe(arch);

// The display face is asked for once the first frame is on the screen (later.css).
new PerformanceObserver(() => document.documentElement.classList.add('painted')).observe({
  type: 'paint',
  buffered: true,
});
