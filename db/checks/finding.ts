/** The result of one check; a `warning` does not make the command fail. */
export type Finding = { name: string; result: 'good' | 'warning' | 'bad'; detail: string };

const found =
  (result: Finding['result']) =>
  (name: string, detail: string): Finding => ({ name, result, detail });

export const good = found('good');
export const warning = found('warning');
export const bad = found('bad');
