/**
 * Whether enquiries go to this product's own endpoint: on this site or one of its other homes. An external address gets
 * exactly the specification's six fields.
 */
export function isOwnEndpoint(action: string, homes: readonly (string | URL | undefined)[]): boolean {
  if (!URL.canParse(action)) return true;
  const { origin } = new URL(action);
  return homes.some((home) => home && new URL(home).origin === origin);
}
