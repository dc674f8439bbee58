import { ApiError, del, patch, post } from '../../api-client';

const SUBSCRIPTIONS = '/api/push/subscriptions';
/** All screens that a notice opens are below it, and a push subscription belongs to one worker. */
const SCOPE = '/panel';

/** This browser's subscription, or null. Does nothing where push is unsupported. */
async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Tells the server that this device is in use, so that signing out silences it, and returns its id; null if not
 * subscribed. If the server does not know it, the browser unsubscribes, too: it was silenced elsewhere, or its session
 * ended with a new password or role. Then `onSilenced` is called.
 */
export async function findDevice(onSilenced?: () => void): Promise<number | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  try {
    const { endpoint } = subscription;
    return (await patch<{ id: number }>(SUBSCRIPTIONS, { endpoint })).id;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    await subscription.unsubscribe();
    onSilenced?.();
    return null;
  }
}

/** The push service worker, once active: without one a browser cannot subscribe. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: SCOPE });
  const worker = registration.installing ?? registration.waiting;
  if (!registration.active && worker) {
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve()),
    );
  }
  return registration;
}

/**
 * Subscribes this device and returns its id. Call it in a press handler, with nothing awaited before: browsers ask for
 * permission only then. Rejects if the browser refuses.
 */
export async function subscribeDevice(prepared: Promise<ServiceWorkerRegistration>, key: string): Promise<number> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new DOMException('', 'NotAllowedError');
  const { pushManager } = await prepared;
  // A subscription with another key, or unknown to the server, blocks a new one.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const body = subscription.toJSON();
  try {
    return (await post<{ id: number }>(SUBSCRIPTIONS, body)).id;
  } catch (error) {
    // If left unconfirmed, the next page would report this device as silenced.
    await subscription.unsubscribe();
    throw error;
  }
}

/** Silences this device. */
export async function silenceThisDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const { endpoint } = subscription;
  await del(SUBSCRIPTIONS, { endpoint });
  await subscription.unsubscribe();
}

/** Silences another of one's own devices. */
export function silenceDevice(id: number): Promise<void> {
  return del(`${SUBSCRIPTIONS}/${id}`);
}
