import type { Finding } from '../checks/finding';
import { runChecks } from '../checks/run-checks';
import { CommandError, command } from '../command';

const MARKS: Record<Finding['result'], string> = { good: '✓', warning: '!', bad: '✗' };

export const checkCommand = command({
  summary: 'revisa ajustes, base, respaldos, disco, correo y flujo de automatización',
  database: 'optional',
  details: `Se puede ejecutar con el servidor en marcha; no cambia nada. Termina con 1 si algo está mal (✗); los avisos (!) no
cuentan.`,
  options: { '[--offline]': 'sin probar el correo ni el flujo de automatización' },
  async run({ offline = false }) {
    let bad = 0;
    for await (const { name, result, detail } of runChecks({ offline })) {
      if (result === 'bad') bad += 1;
      console.log(`${MARKS[result]} ${name}: ${detail}`);
    }
    if (bad > 0) throw new CommandError(bad === 1 ? 'Hay un problema.' : `Hay ${bad} problemas.`);
  },
});
