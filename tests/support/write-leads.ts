import { makePerson } from './accounts';
import { call } from './http';
import type { TestServer } from './server';

/** A lead acknowledged by the server, and when. */
export type AcknowledgedLead = { id: number; nombre: string; at: number };

/** Writes leads without pause until stopped, or until the server is gone. */
export function writeLeads(server: TestServer, lanes: number) {
  const { cookie } = makePerson(server);
  const kept: AcknowledgedLead[] = [];
  let isOver = false;
  const lane = async (name: number) => {
    for (let count = 0; !isOver; count++) {
      const body = {
        nombre: `Persona ${name} ${count}`,
        email: `p${name}-${count}@ejemplo.com`,
        mensaje: 'x'.repeat(500),
      };
      try {
        const { status, json } = await call(server, '/api/leads', { cookie, body });
        if (status === 201) kept.push({ id: json.lead.id, nombre: json.lead.nombre, at: performance.now() });
      } catch {
        return;
      }
    }
  };
  const lanesDone = Promise.all(Array.from({ length: lanes }, (_, name) => lane(name)));
  return {
    kept,
    end: async () => {
      isOver = true;
      await lanesDone;
    },
  };
}
