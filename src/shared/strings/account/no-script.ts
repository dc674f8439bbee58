/** In a file of its own, because no script needs it. */
export const noScript = 'El CRM necesita JavaScript. Activalo en tu navegador y volvé a cargar la página.';
