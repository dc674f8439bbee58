import { beforeAll, beforeEach, expect, test } from 'vitest';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { companyStrings, coordinatorStrings } from '~/shared/strings/companies';
import { crmStrings } from '~/shared/strings/crm';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadErrors } from '~/shared/strings/lead/errors';
import { createLeadStrings } from '~/shared/strings/lead/forms';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';

const { toasts: leads } = leadStrings;
const { toasts: notes } = noteStrings;
const { toasts: companies } = companyStrings;
const { toasts: coordinator } = coordinatorStrings;

/** The failure sentences of the specification (section 8) with the product's wording. */
const SAID: [specified: string, own: string][] = [
  ['Error al cargar los leads', leads.loadFailed],
  ['Error al actualizar el estado', leads.statusFailed],
  ['Error al eliminar el lead', actStrings.deleteFailed],
  ['Error al cargar las notas', notes.notesLoadFailed],
  ['Error al añadir la nota', notes.noteAddFailed],
  ['Error al actualizar la nota', notes.noteUpdateFailed],
  ['Error al eliminar la nota', notes.noteDeleteFailed],
  ['Error al crear el lead', createLeadStrings.createFailed],
  ['Error al cargar las inmobiliarias', companies.listFailed],
  ['Error al cargar los datos de la inmobiliaria', companies.loadFailed],
  ['Error al actualizar el plan', companies.planFailed],
  ['Error al restablecer la contraseña', coordinator.resetFailed],
  ['Error al cambiar el estado del coordinador', coordinator.statusFailed],
  ['Error al eliminar el coordinador', coordinator.deleteFailed],
];

/** Those replaced by the reason, where there is one. */
const ALONE: [specified: string, own: string][] = [
  ['Error al crear la inmobiliaria', companies.createFailed],
  ['Error al crear coordinador', coordinator.createFailed],
  ['Ocurrió un error. Por favor intenta nuevamente.', crmStrings.unexpected],
];

/** Sentences of success, or of missing permission. */
const FURTHER: [specified: string, own: string][] = [
  ['Inicio de sesión exitoso', accountStrings.signedIn],
  ['Cuenta creada exitosamente. Por favor verifica tu email.', accountStrings.signedUp],
  ['Estado actualizado correctamente', leads.statusChanged],
  ['Lead eliminado correctamente', actStrings.deleted],
  ['Nota añadida', notes.noteAdded],
  ['Nota actualizada', notes.noteUpdated],
  ['Nota eliminada', notes.noteDeleted],
  ['Lead creado exitosamente', createLeadStrings.created],
  ['Nombre y email son obligatorios', leadErrors.required.es],
  ['Inmobiliaria creada exitosamente', companies.created],
  ['Plan actualizado', companies.planChanged],
  ['Failed to create coordinator', coordinator.createFailedUnsaid],
  ['Coordinador creado exitosamente', coordinator.created],
  ['Te enviamos un link de acceso al correo del coordinador', coordinator.linkSent],
  ['Coordinador creado, pero no se pudo enviar el link de acceso', coordinator.linkFailed],
  ['Contraseña restablecida. Se ha enviado un email al coordinador.', coordinator.reset],
  ['Coordinador suspendido', coordinator.suspended],
  ['Coordinador reactivado', coordinator.reactivated],
  ['Coordinador eliminado', coordinator.deleted],
  ['No tienes permisos para acceder a esta sección', accountStrings.noPermission],
];

let client: typeof import('~/crm/api-client');
let toasts: typeof import('~/crm/ui/toasts/toasts');
let connection: typeof import('~/crm/ui/connection');
beforeAll(async () => {
  client = await import('~/crm/api-client');
  toasts = await import('~/crm/ui/toasts/toasts');
  connection = await import('~/crm/ui/connection');
});
beforeEach(() => connection.$connection.set({ isLost: false, isSlow: false, waiting: 0 }));

/** Every way to fail, and the reason then shown below the sentence. */
const WAYS: Record<string, [code: string, message: string, why: string | undefined]> = {
  'the server breaks': ['unexpected', crmStrings.unexpected, undefined],
  'no answer comes': ['network', crmStrings.unexpected, undefined],
  'somebody was faster': ['conflict', 'Otra persona lo cambió.', 'Otra persona lo cambió.'],
  'it is gone': ['not_found', 'No se encontró.', 'No se encontró.'],
  'it is not allowed': ['forbidden', accountStrings.noPermission, accountStrings.noPermission],
  'the session has ended': ['unauthenticated', 'Iniciá sesión.', 'Iniciá sesión.'],
  'the server is busy': ['busy', 'El servidor está ocupado.', 'El servidor está ocupado.'],
};

const shown = () => {
  const { text, detail, tone } = toasts.$toast.get() ?? {};
  return { text, detail, tone };
};

test('the specification’s sentences stand as it has them', () => {
  for (const [specified, own] of [...SAID, ...ALONE, ...FURTHER]) expect.soft(own).toBe(specified);
});

test('whatever fails is said in them first, and below it why', () => {
  for (const [way, [code, message, why]] of Object.entries(WAYS)) {
    const error = new client.ApiError(code as 'conflict', message);
    for (const [, text] of SAID) {
      client.showFailureOf(text, error);
      expect.soft(shown(), way).toEqual({ text, detail: why, tone: 'error' });
      expect.soft(client.describeReadFailure(text, error), way).toMatchObject({ text, ...(why && { detail: why }) });
    }
    for (const [, text] of ALONE) {
      client.showFailure(error, text);
      expect.soft(shown(), way).toEqual({ text: why ?? text, detail: undefined, tone: 'error' });
    }
  }
});

test('without a connection they say that nothing was saved, or that it comes by itself', () => {
  connection.$connection.set({ isLost: true, isSlow: false, waiting: 0 });
  const error = new client.ApiError('network', crmStrings.unexpected);
  for (const [, text] of SAID) {
    client.showFailureOf(text, error);
    expect.soft(shown()).toMatchObject({ text, detail: crmStrings.connection.notSaved });
    expect
      .soft(client.describeReadFailure(text, error))
      .toMatchObject({ text, detail: crmStrings.connection.comesBack });
  }
});
