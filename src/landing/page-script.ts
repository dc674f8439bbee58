/**
 * The only script every visitor runs, inlined in the page. Opens the dialog in browsers without `command`, and gives
 * each opening its own submission_id.
 */
// Imports only the URL of a bundled module. It runs in the page, not in a worker.
import islandsUrl from './islands/wake?worker&url';

const dialog = document.querySelector<HTMLDialogElement>('#contacto');
const menu = document.querySelector<HTMLElement>('#menu');

function renewSubmission(): void {
  const submission = dialog?.querySelector<HTMLInputElement>('[name=submission_id]');
  // randomUUID exists only in secure contexts; elsewhere the server makes the id.
  if (submission) submission.value = crypto.randomUUID?.() ?? '';
}

function openContact(button: HTMLElement): void {
  if (!dialog) return;
  renewSubmission();
  dialog.dataset['topic'] = button.dataset['topic'] ?? '';
  if (!dialog.showModal) {
    location.assign('/contacto');
    return;
  }
  if (!('commandForElement' in button)) dialog.showModal();
}

// Locks page scrolling once the dialog has opened, so that the relayout comes after it. A `:has()` rule would restyle
// every element at each opening.
dialog?.addEventListener('toggle', () => {
  // The room of its scroll bar takes the colour of what covers the page.
  document.documentElement.style.cssText = dialog.open ? 'overflow:hidden;background:var(--night)' : '';
});

// Showing the page starts a new enquiry, unless it has sent one before; that is the islands' business.
dialog?.addEventListener('submit', ({ target }) => {
  const form = target as HTMLFormElement;
  if (form.method !== 'post') return;
  // Read back by contact/sent.ts. Not shared as code: a module shared by two inline scripts becomes a file.
  history.replaceState({ ...Object.fromEntries(new FormData(form)), at: Date.now() }, '');
});
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
 * an island reads its state from the document.
 */
function onInteraction(event: Event): void {
  if (!(event.target as Element).closest('[data-island], [commandfor]')) return;
  for (const type of INTERACTIONS) document.removeEventListener(type, onInteraction);
  loadIslands();
}
function loadIslands(): void {
  void import(/* @vite-ignore */ islandsUrl);
}
const INTERACTIONS = ['pointerdown', 'focusin', 'click'] as const;
for (const type of INTERACTIONS) document.addEventListener(type, onInteraction);

document.addEventListener('keydown', (event) => {
  // Links that look like buttons must react to the space bar.
  const target = event.target as HTMLElement;
  if (event.key !== ' ' || !target.matches('a[role=button]')) return;
  event.preventDefault();
  target.click();
});

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
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
// The hero's conversation begins when its answers are in sight.
const answers = document.querySelector('.homes');
const audience = new IntersectionObserver((entries) => {
  if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
  audience.disconnect();
  answers?.closest('.arch')?.classList.add('seen');
});
if (answers) audience.observe(answers);

for (const id of links.keys()) {
  const section = document.getElementById(id);
  if (section) spy.observe(section);
}
