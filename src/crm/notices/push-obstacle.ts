/** Why a browser cannot be told anything: it came by http, its app must be installed first, it cannot, or it may not. */
export type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied';

/** What keeps this browser from being told; null if nothing does. */
export function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isAble) return isApplePhone() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** An iPhone or iPad, which says that it is a Mac but is touched. There only installed apps are told anything. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
