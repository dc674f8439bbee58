import type { ClientDirective } from 'astro';

const INTERACTIONS = ['pointerdown', 'focusin', 'click'] as const;

/**
 * `client:interaction`: fetches an island's code when someone first reaches for it, or for a button elsewhere
 * that commands something inside it. The markup is native and has already done what was asked, so nothing is
 * replayed (a second click on a submit button would send the form twice); an island that must know what
 * happened before it woke reads it from the document when it mounts.
 */
const interaction: ClientDirective = (load, _options, el) => {
  const wake = async (event: Event) => {
    const target = event.target as Element;
    const commanded = target.closest('[commandfor]')?.getAttribute('commandfor');
    if (!el.contains(target) && !(commanded && el.querySelector(`#${commanded}`))) return;
    for (const type of INTERACTIONS) document.removeEventListener(type, wake, true);
    const hydrate = await load();
    await hydrate();
  };
  for (const type of INTERACTIONS) document.addEventListener(type, wake, true);
};

export default interaction;
