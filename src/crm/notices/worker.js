// The CRM's service worker: it shows what the server tells, and opens what is pressed. It stores nothing and answers no
// request, so nothing of the CRM works without a connection, and no old page is ever shown.

/** What a message says; of one that cannot be read, that there is news. Every message must show something. */
function read(data) {
  try {
    const { notification } = data.json();
    if (typeof notification.title === 'string' && notification.title) return notification;
  } catch {
    // Nothing in it could be shown.
  }
  return { title: FALLBACK_TITLE, navigate: '/panel', tag: 'crm', lang: 'es' };
}

async function show({ title, body, lang, tag, navigate, actions = [], data = {} }) {
  const shown = await self.registration.getNotifications({ tag });
  await self.registration.showNotification(title, {
    body,
    lang,
    tag,
    icon: '/icon-192.png',
    // A message that was sent twice, because its answer was lost, rings once.
    renotify: Boolean(tag) && !shown.some((one) => one.data?.id === data.id),
    actions: actions.map(({ action, title }) => ({ action, title })),
    data: {
      id: data.id,
      places: Object.fromEntries([['', navigate], ...actions.map((one) => [one.action, one.navigate])]),
    },
  });
}

/** Opens an address of this site, in the window that was used last if there is one. */
async function open(address) {
  const { origin, href, pathname } = new URL(address ?? '/panel', self.location.origin);
  const place = origin === self.location.origin ? href : '/panel';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // WhatsApp leaves the page, and what is open stays so.
  const found = pathname === '/panel' && windows.find((one) => new URL(one.url).pathname === '/panel');
  if (!found) return self.clients.openWindow(place);
  try {
    await found.focus();
    return await found.navigate(place);
  } catch {
    return self.clients.openWindow(place);
  }
}

/** A browser may give a device another address; the server learns it if its user is signed in. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(oldSubscription.options));
  await fetch('/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fresh.toJSON(), replaces: oldSubscription?.endpoint }),
  });
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { places } = event.notification.data ?? {};
  event.waitUntil(open(places?.[event.action] ?? places?.['']));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain(event)));
