/** Providers that deliver `name+anything` to `name`. */
const IGNORING_TAGS = new Set([
  ...['msn.com', 'icloud.com', 'me.com', 'mac.com', 'fastmail.com', 'fastmail.fm'],
  ...['proton.me', 'protonmail.com', 'pm.me'],
  ...['com', 'es', 'cl', 'fr', 'it', 'de', 'pt', 'com.ar', 'com.br'].map((end) => `outlook.${end}`),
  ...['com', 'es', 'cl', 'fr', 'it', 'de', 'com.ar', 'com.mx', 'com.br', 'co.uk'].map((end) => `hotmail.${end}`),
  ...['com', 'cl', 'fr', 'it', 'com.ar', 'com.mx', 'com.pt', 'co.uk'].map((end) => `live.${end}`),
]);
/** Google's own hosts are one and ignore dots too. A company's own domain hosted there cannot be recognised. */
const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/** The key emails are compared by: lower case, without what providers ignore. */
export function emailKey(email: string): string {
  const folded = email.toLowerCase();
  const at = folded.indexOf('@');
  const [name, host] = [folded.slice(0, Math.max(at, 0)), folded.slice(at + 1)];
  const isGoogle = GOOGLE.has(host);
  if (!isGoogle && !IGNORING_TAGS.has(host)) return folded;
  const plus = name.indexOf('+');
  const untagged = plus > 0 ? name.slice(0, plus) : name;
  return isGoogle ? `${untagged.replaceAll('.', '') || untagged}@gmail.com` : `${untagged}@${host}`;
}
