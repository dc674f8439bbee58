import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { confirmNow, makePerson, type Person } from '../support/accounts';
import { intercept } from '../support/browser';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { factOf, makeLead, nameOf, openMore, rowOf } from '../support/panel';
import { providePerson } from '../support/provide';
import { button, openActions, openStage, server } from '../support/stage';
import { type Screen, SIZES, SWEEP_TIMEOUT_MS, sweep } from '../support/sweep';
import { makeToken } from '../support/tokens';

// A second factor is required of all, so every screen shows the days left for it.
openStage(() => ({ env: { SECOND_FACTOR: 'all', LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' } }));

const LONG = 'María de los Ángeles Fernández-Villanueva y Compañía Inmobiliaria del Litoral';
const NUEVO = 'María Fernanda nuevo';

let coordinator: Person;
let full: number;
let bare: number;
let again: number;
const admin = providePerson(server, { name: 'Ana', roles: ['admin'] });
beforeAll(async () => {
  makePerson(server, { name: LONG });
  const send = (path: string, method: string, body?: object) =>
    call(server, path, { method, cookie: admin.cookie, ...(body && { body }) });
  for (const estado of ['contactado', 'en_seguimiento', 'ganado', 'perdido', 'nuevo']) {
    const { id } = await makeLead(server, admin, {
      nombre: `María Fernanda ${estado}`,
      email: `maria.fernanda.de.los.angeles.${estado}@inmobiliaria-costanera.example.com`,
      whatsapp: '+5491155554444',
      pais: 'Argentina',
      mensaje: 'Hola, quiero saber más.',
    });
    if (estado !== 'nuevo') await send(`/api/leads/${id}`, 'PATCH', { estado });
    await send(`/api/leads/${id}/notes`, 'POST', { body: 'Una nota.' });
  }
  await makeLead(server, admin, { nombre: 'Vera Luz', email: 'vera@x.example.com' });
  again = (await makeLead(server, admin, { nombre: 'Vera Otra Vez', email: 'vera@x.example.com' })).id;
  const { id } = await makeLead(server, admin, { nombre: 'Borrada', email: 'borrada@x.example.com' });
  await send(`/api/leads/${id}`, 'DELETE');
  await submitEnquiry(server, { ...validEnquiry, sitio_web: 'x' });
  await send('/api/views', 'POST', { name: 'De Chile', query: 'pais=Chile' });
  bare = makeCompany(server, { name: 'Sin nadie' });
  full = makeCompany(server, { name: LONG, country: 'Argentina' });
  makeAgents(server, full, 5);
  withDatabase(server, (db) =>
    db
      .prepare('UPDATE agents SET name = ?, email = ? WHERE id = (SELECT max(id) FROM agents)')
      .run(LONG, `${'maria.de.los.angeles.fernandez'.repeat(2)}@inmobiliaria-del-litoral.example.com`),
  );
  coordinator = makePerson(server, { name: LONG, roles: ['coordinator'], companyId: full });
  makeToken(server, { name: LONG, scopes: ['read'] });
});

const open = (page: Page, name: RegExp | string) =>
  page.getByRole('button', { name, exact: true }).or(page.getByRole('button', { name })).first().click();
const openLead = async (page: Page, nombre = NUEVO) => {
  await nameOf(page, nombre).click();
  await page.getByRole('dialog', { name: nombre, exact: true }).waitFor();
};

/** A file that prompts something in each step. */
const chooseFile = async (page: Page) => {
  // A sweep may take longer than a proof lasts.
  confirmNow(server, admin);
  await page.getByLabel('Elegir archivo').setInputFiles({
    name: 'clientes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Nombre;Email;Estado;Etapa;Tel;Alta\nPaz;paz@x.example.com;Rumiando;Ganado;555555;3/4/2024\nVera;vera@x.example.com;Nuevo;;+5491155554444;3/4/2024\nMal;sin email;;;;',
    ),
  });
  await page.getByRole('heading', { name: 'Columnas', level: 2 }).waitFor();
};

/** As the administrator, unless `who` says otherwise. */
const sweepAs = (size: keyof typeof SIZES, screens: Record<string, Screen>) =>
  sweep(size, Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, { who: admin, ...screen }])));

const sizes = Object.keys(SIZES) as (keyof typeof SIZES)[];

test.each(sizes)(
  '%s axe finds nothing wrong with the panel, and nothing is wider than its window',
  async (size) => {
    const panel = (reach: Screen['reach'], complaints = 0): Screen => ({
      path: '/panel',
      complaints,
      ...(reach && { reach }),
    });
    expect(
      await sweepAs(size, {
        panel: { path: '/panel' },
        'without a match': { path: '/panel?q=nadie' },
        'another order, all filters': {
          path: '/panel?estado=nuevo&pais=Argentina&orden=antiguos',
          reach: async (page, isPhone) => {
            if (isPhone) await page.getByRole('button', { name: /^Filtros/ }).click();
          },
        },
        'status popover': panel(async (page) => {
          await button(page, 'Nuevo').first().click();
          await page.getByText('Cambiar estado a:').waitFor();
        }),
        'choosing rows': panel(async (page, isPhone) => {
          if (isPhone) {
            await (await openActions(page)).getByRole('button', { name: 'Elegir' }).click();
            await page.getByText('Tocá los que quieras elegir').waitFor();
          }
          await page.getByRole('checkbox', { name: `Elegir ${NUEVO}` }).check();
          await page.getByText('1 elegido', { exact: true }).waitFor();
        }),
        'export menu': panel(async (page) => {
          await (await openActions(page)).getByRole('button', { name: 'Exportar' }).click();
          await page.getByText(/leads? de esta lista/).waitFor();
        }),
        'saving a view': {
          path: '/panel?pais=Per%C3%BA',
          reach: async (page, isPhone) => {
            if (isPhone) await openActions(page);
            await page.getByRole('button', { name: 'Guardar vista' }).click();
            await page.getByRole('dialog', { name: 'Guardar vista' }).getByRole('button', { name: 'Guardar' }).click();
            await page.getByText('Nombre: escribí uno para la vista.').waitFor();
          },
        },
        'ordering views': panel(async (page, isPhone) => {
          if (isPhone) await openActions(page);
          await page.getByRole('button', { name: 'Ordenar vistas' }).click();
          await page.getByRole('region', { name: 'Tuyas' }).waitFor();
        }),
        'the keys': panel(async (page) => {
          await page.keyboard.press('?');
          await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
        }),
        'another message': panel(async (page) => {
          await openLead(page);
          await page.getByRole('button', { name: `Elegir mensaje para ${NUEVO}` }).click();
          await page.getByRole('dialog', { name: `Elegir mensaje para ${NUEVO}` }).waitFor();
        }),
        'next contact': panel(async (page, isPhone) => {
          // On a phone it is a field of the lead.
          if (isPhone) return openLead(page);
          await page.getByRole('button', { name: `Agendar a ${NUEVO}` }).click();
          await page.getByRole('dialog', { name: 'Próximo contacto' }).waitFor();
        }),
        'create dialog with errors': panel(async (page) => {
          await open(page, 'Crear Lead');
          await page.getByRole('dialog').getByRole('button', { name: 'Crear Lead' }).click();
          await page.getByText('Nombre y email son obligatorios').first().waitFor();
        }),
        'create dialog, somebody known': panel(async (page) => {
          await open(page, 'Crear Lead');
          await page
            .getByRole('dialog')
            .getByLabel(/^Email/)
            .fill('vera@x.example.com');
          await page.getByText(/^Ya está: Vera/).waitFor();
        }),
        'asked before deleting': panel(async (page, isPhone) => {
          if (isPhone) {
            await openLead(page);
            await openMore(page.getByRole('dialog'));
          }
          await open(page, /^Eliminar lead/);
          await page.getByRole('alertdialog').waitFor();
        }),
        'a lead': panel((page) => openLead(page)),
        'a lead being edited': panel(async (page) => {
          await openLead(page);
          await openMore(page.getByRole('dialog'));
          await factOf(page.getByRole('dialog'), 'Nombre').click();
          const name = page.getByRole('dialog').getByLabel('Nombre');
          await name.fill('');
          await name.press('Enter');
          await page.getByText('Nombre y email son obligatorios').first().waitFor();
        }),
        'a lead’s notes': panel(async (page) => {
          await open(page, `Notas de ${NUEVO} (1)`);
          await page.getByText('Una nota.').waitFor();
        }),
        'a status over a lead': panel(async (page) => {
          await openLead(page);
          await page.getByRole('dialog', { name: NUEVO }).getByRole('button', { name: 'Nuevo', exact: true }).click();
          await page.getByRole('dialog', { name: 'Cambiar estado a:' }).waitFor();
        }),
        'why it was lost': panel(async (page) => {
          await openLead(page, 'María Fernanda perdido');
          await page.getByRole('combobox', { name: 'Motivo' }).waitFor();
        }),
        'joining enquiries': {
          path: `/panel?lead=${again}`,
          reach: async (page) => {
            await page.getByRole('button', { name: 'Unir con la consulta de Vera Luz' }).click();
            await page.getByRole('radio', { name: 'La última: Vera Otra Vez' }).waitFor();
          },
        },
        'erasing a person': {
          path: `/panel?lead=${again}`,
          reach: async (page) => {
            await openMore(page.getByRole('dialog'));
            await page.getByRole('button', { name: 'Borrar todos sus datos' }).click();
            await page.getByText('con sus notas y su historia').waitFor();
          },
        },
        'a list that crashed': panel(async (page, isPhone) => {
          await intercept(page, '**/api/leads/panel?*', (route) =>
            route.fulfill({ json: { leads: [null], next_cursor: null } }),
          );
          if (isPhone) await page.getByRole('button', { name: /^Filtros/ }).click();
          await page.getByLabel('País').selectOption('Chile');
          await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
        }, 1),
        'without connection': panel(async (page) => {
          await page.context().setOffline(true);
          await page.getByText('Sin conexión. Lo que ves puede haber cambiado.').waitFor();
          await page.context().setOffline(false);
        }),
        trash: { path: '/panel/papelera' },
        'set aside': { path: '/panel/apartadas' },
        numbers: {
          path: '/panel/numeros',
          reach: async (page) => {
            const tables = page.getByText('Ver como tabla').filter({ visible: true });
            for (const table of await tables.all()) await table.click();
            await page.locator('.period-more > summary').click();
          },
        },
        importing: { path: '/panel/importar' },
        'importing, columns': {
          path: '/panel/importar',
          reach: chooseFile,
        },
        'importing, review': {
          path: '/panel/importar',
          reach: async (page) => {
            await chooseFile(page);
            await button(page, 'Revisar').click();
            await page.getByRole('heading', { name: 'Revisión', level: 2 }).waitFor();
          },
        },
        whatsapp: { path: `/panel/whatsapp?lead=${again}` },
      }),
    ).toEqual([]);
  },
  SWEEP_TIMEOUT_MS,
);

test.each(sizes)(
  '%s nor where administrators work',
  async (size) => {
    expect(
      await sweepAs(size, {
        agencies: { path: '/users' },
        'no agency by that name': { path: '/users?q=zzz' },
        'create dialog with errors': {
          path: '/users',
          reach: async (page) => {
            await button(page, 'Crear Inmobiliaria').click();
            await page.getByRole('dialog').getByRole('button', { name: 'Crear Inmobiliaria' }).click();
            await page.getByText('Nombre: escribí el nombre de la inmobiliaria.').waitFor();
          },
        },
        'a doubled name': {
          path: '/users',
          // The browser logs the 409.
          complaints: 1,
          reach: async (page) => {
            await button(page, 'Crear Inmobiliaria').click();
            await page
              .getByRole('dialog')
              .getByLabel(/^Nombre/)
              .fill('sin NADIE');
            await page.getByRole('dialog').getByRole('button', { name: 'Crear Inmobiliaria' }).click();
            await page.getByText('Ya existe Sin nadie. ¿Crear igual?').waitFor();
          },
        },
        agency: { path: `/users/company/${full}` },
        'agency without anybody': { path: `/users/company/${bare}` },
        'edit dialog': {
          path: `/users/company/${full}`,
          reach: async (page) => {
            await button(page, 'Editar datos').click();
            await page.getByLabel('País').waitFor();
          },
        },
        'coordinator dialog with errors': {
          path: `/users/company/${bare}`,
          reach: async (page) => {
            await button(page, 'Crear Coordinador').click();
            await page.getByRole('dialog').getByRole('button', { name: 'Crear Coordinador' }).click();
            await page.getByText('Nombre: escribí el nombre del coordinador.').waitFor();
          },
        },
        'asked before deleting the coordinator': {
          path: `/users/company/${full}`,
          reach: async (page) => {
            await button(page, 'Eliminar').click();
            await page.getByRole('alertdialog').waitFor();
          },
        },
        'agent menu': {
          path: `/users/company/${full}`,
          reach: async (page) => {
            await page
              .getByRole('button', { name: /^Acciones para/ })
              .first()
              .click();
            await page.getByRole('dialog').getByText('Suspender').waitFor();
          },
        },
        'agent dialog': {
          path: `/users/company/${bare}`,
          reach: async (page) => {
            await button(page, 'Agregar agente').click();
            await page.getByRole('dialog').getByLabel('Email').waitFor();
          },
        },
        team: { path: '/users?vista=equipo' },
        'what can be done with a colleague': {
          path: '/users?vista=equipo',
          reach: async (page) => {
            await rowOf(page, LONG)
              .getByRole('button', { name: /^Acciones para/ })
              .click();
            await page.getByRole('dialog').getByText('Suspender').waitFor();
          },
        },
        'invitation with mistakes': {
          path: '/users?vista=equipo&invitar',
          reach: async (page) => {
            const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' });
            await dialog.getByRole('textbox', { name: 'Email' }).fill('sin arroba');
            await page.keyboard.press('Enter');
            await dialog.getByText('Email: escribí una dirección válida').waitFor();
          },
        },
        'asked before suspending': {
          path: '/users?vista=equipo',
          reach: async (page) => {
            await rowOf(page, LONG)
              .getByRole('button', { name: /^Acciones para/ })
              .click();
            await page.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click();
            await page.getByRole('alertdialog').getByRole('combobox', { name: 'Sus leads pasan a' }).waitFor();
          },
        },
        audit: { path: '/users?vista=registro' },
        destinations: { path: '/users/destinos' },
        'a destination that may not be': {
          path: '/users/destinos',
          // The browser logs the 422.
          complaints: 1,
          reach: async (page) => {
            const dialog = page.getByRole('dialog');
            confirmNow(server, admin);
            await button(page, 'Crear destino').click();
            await dialog.getByLabel('Dirección').fill('https://127.0.0.2/');
            await dialog.getByRole('button', { name: 'Crear destino' }).click();
            await dialog.getByText('A esa dirección no se puede enviar').waitFor();
          },
        },
        tokens: { path: '/users/tokens' },
        resting: { path: '/users/reposo' },
        'new token': {
          path: '/users/tokens',
          reach: async (page) => {
            confirmNow(server, admin);
            await button(page, 'Crear token').click();
            await page.getByRole('dialog').getByLabel('Nombre').fill('n8n');
            await page.getByRole('dialog').getByRole('button', { name: 'Crear token' }).click();
            await page.getByRole('dialog', { name: 'Guardá este token' }).waitFor();
          },
        },
        'connecting WhatsApp': {
          path: '/users/whatsapp',
          reach: async (page) => {
            await button(page, 'Conectar').click();
            await page.getByText('El identificador del número es solo dígitos').waitFor();
          },
        },
        'message templates': { path: '/users/mensajes' },
        'a template that cannot be': {
          path: '/users/mensajes',
          reach: async (page) => {
            await button(page, 'Editar Primer contacto').first().click();
            const dialog = page.getByRole('dialog', { name: 'Editar Primer contacto' });
            await dialog.getByLabel('Texto con vos').fill('Hola {nombre}, ¿hablamos de {apellido}?');
            await dialog.getByText('{apellido} no existe').first().waitFor();
          },
        },
        'the team’s notices': { path: '/users/avisos' },
        'an agency’s own page': { path: '/inmobiliaria', who: coordinator },
      }),
    ).toEqual([]);
  },
  SWEEP_TIMEOUT_MS,
);
