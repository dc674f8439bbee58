const PDF = 'application/pdf';

/** Shown alone, a picture or a film is a page with itself in it. Chrome opens no PDF so; its viewer is closed anyway. */
const CLOSED = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; ";

/** What a browser shows by itself, and in which nothing of the sender's runs. */
const SHOWN = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', PDF],
  ...['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'video/mp4', 'video/3gpp'],
]);

/**
 * Headers with which a stranger's file may be opened on this site: shown if it is of a harmless type, else only
 * downloaded, and never taken for another type.
 */
export function fileHeaders(
  told: string | null,
  name: string | null,
  length: string | null,
): Record<string, string> {
  const type = told?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isShown = SHOWN.has(type);
  return {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}${describeName(name)}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `${type === PDF ? '' : CLOSED}frame-ancestors 'none'`,
    ...(length !== null && /^\d+$/.test(length) && { 'content-length': length }),
  };
}

/** A name as RFC 6266 writes it, for old and new browsers. */
function describeName(name: string | null): string {
  if (name === null) return '';
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
