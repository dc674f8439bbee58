// An island whose script cannot be loaded does nothing: this shows a message instead. It is in the page's head, because
// later scripts may be missing, too.
document.addEventListener('astro:hydration-error', (event) => {
  const place = document.getElementById('fallo');
  const message = place?.querySelector('[data-message]');
  if (!place?.hidden || !message) return;
  const { error } = /** @type {CustomEvent} */ (event).detail;
  message.textContent = error instanceof Error ? error.message : String(error);
  place.querySelector('button')?.addEventListener('click', () => location.reload());
  place.hidden = false;
});
