// The style sheet has a slow line to itself: nothing is drawn without it. Then the islands' scripts, which the page names
// (server/http/pages/island-scripts.ts), come all at once, instead of each when another one imports it.
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
