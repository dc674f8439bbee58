/**
 * Whether enquiries go to this product's own door: on this site, or at one of its other homes. An external address gets the
 * specification's six fields and no other.
 */
export function isOwnDoor(action: string, homes: readonly (string | URL | undefined)[]): boolean {
  if (!URL.canParse(action)) return true;
  const { origin } = new URL(action);
  return homes.some((home) => home && new URL(home).origin === origin);
}
