// The CRM's service worker: shows push messages and opens what is pressed. It stores nothing and answers no request:
// nothing of the CRM works offline, and no stale page is ever shown.

/** A message's content; a generic one if unreadable, because every push must show something. */
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
    // A message resent after a lost answer rings once.
    renotify: Boolean(tag) && !shown.some((one) => one.data?.id === data.id),
    actions: actions.map(({ action, title }) => ({ action, title })),
    data: {
      id: data.id,
      places: Object.fromEntries([['', navigate], ...actions.map((one) => [one.action, one.navigate])]),
    },
  });
}

/** Opens a URL of this site, in the most recently used window if there is one. */
async function open(address) {
  const { origin, href, pathname } = new URL(address ?? '/panel', self.location.origin);
  const place = origin === self.location.origin ? href : '/panel';
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // WhatsApp leaves the page; open windows stay as they are.
  const found = pathname === '/panel' && windows.find((one) => new URL(one.url).pathname === '/panel');
  if (!found) return self.clients.openWindow(place);
  try {
    await found.focus();
    return await found.navigate(place);
  } catch {
    return self.clients.openWindow(place);
  }
}

/** Browsers may rotate a push endpoint; the server learns the new one if its user is signed in. */
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
