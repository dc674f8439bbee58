/** Why a browser cannot get push: plain http, an app to install first, unsupported, or denied. */
export type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied';

/** What keeps this browser from push; null if nothing does. */
export function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApplePhone() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** An iPhone or iPad, which claims to be a Mac but has touch. There only installed apps get push. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
