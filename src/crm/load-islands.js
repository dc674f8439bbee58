// Gives the style sheet a slow line to itself: nothing is drawn without it. Then fetches the islands' scripts, which
// the page lists (server/http/pages/island-scripts.ts), all at once, not each when another imports it.
document.addEventListener(
  'load',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    const named = document.querySelector('meta[name=island-scripts]');
    for (const href of named?.getAttribute('content')?.split(' ') ?? []) {
      const link = document.createElement('link');
      document.head.append(Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href }));
    }
  },
  { capture: true },
);
