/** Where scripts are switched off. By itself, because no script needs it. */
export const noScript = 'El CRM necesita JavaScript. Activalo en tu navegador y volvé a cargar la página.';
