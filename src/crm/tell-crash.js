// An island whose script cannot be had stays as the server drew it and does nothing: the page says so, in whose head this
// stands, because nothing that comes later is certain to come.
document.addEventListener('astro:hydration-error', (event) => {
  const place = document.getElementById('fallo');
  const message = place?.querySelector('[data-message]');
  if (!place?.hidden || !message) return;
  const { error } = /** @type {CustomEvent} */ (event).detail;
  message.textContent = error instanceof Error ? error.message : String(error);
  place.querySelector('button')?.addEventListener('click', () => location.reload());
  place.hidden = false;
});
