import { expect, test } from 'vitest';
import { guessFields } from '~/server/imports/columns/guess-columns';
import { findHeadRow } from '~/server/imports/columns/head-row';

/** A column: its heading, the field a person would map it to ('-': none), and its cells. */
type Column = [head: string, field: string, ...cells: string[]];

/** Typical files; titles precede the headings. */
const KINDS: Record<string, { titles?: string[][]; columns: Column[] }> = {
  HubSpot: {
    columns: [
      ['Record ID', '-', '51'],
      ['First Name', 'nombre', 'Ana'],
      ['Last Name', 'apellido', 'Paz'],
      ['Email', 'email', 'ana@x.com'],
      ['Phone Number', 'whatsapp', '+54 11 5874-9895'],
      ['Mobile Phone Number', 'whatsapp', ''],
      ['Lead Status', 'estado', 'IN_PROGRESS'],
      ['Lifecycle Stage', '-', 'lead'],
      ['Company Name', 'empresa', 'Sur'],
      ['Country/Region', 'pais', 'Argentina'],
      ['Contact owner', 'owner', 'Beto'],
      ['Create Date', 'created_at', '2024-03-12 09:14'],
      ['Original Source', 'source', 'Organic'],
    ],
  },
  'Pipedrive, people': {
    columns: [
      ['Person - Name', 'nombre', 'Ana Paz'],
      ['Person - First name', '-', 'Ana'],
      ['Person - Last name', '-', 'Paz'],
      ['Person - Organization', 'empresa', 'Sur'],
      ['Person - Email - Work', 'email', 'ana@x.com'],
      ['Person - Email - Home', 'email', ''],
      ['Person - Phone - Work', 'whatsapp', ''],
      ['Person - Phone - Mobile', 'whatsapp', ''],
      ['Person - Owner', 'owner', 'Beto'],
      ['Person - Labels', '-', ''],
      ['Person - Person created', 'created_at', '2024-03-12'],
    ],
  },
  'Pipedrive, people in Spanish': {
    columns: [
      ['Persona - Nombre', 'nombre', 'Ana Paz'],
      ['Persona - Correo electrónico - Trabajo', 'email', ''],
      ['Persona - Teléfono - Trabajo', 'whatsapp', ''],
      ['Persona - Persona creada', 'created_at', '2024-03-12'],
    ],
  },
  Kommo: {
    columns: [
      ['ID', '-', '7'],
      ['Lead name', '-', 'Lead #7'],
      ['Main contact', 'nombre', 'Ana Paz'],
      ['Company', 'empresa', 'Sur'],
      ['Responsible user', 'owner', 'Beto'],
      ['Lead status', 'estado', 'Initial contact'],
      ['Work phone', 'whatsapp', '+541158749895'],
      ['Work email', 'email', 'ana@x.com'],
      ['Created at', 'created_at', '12.03.2024'],
    ],
  },
  'Kommo, that says whose it is': {
    columns: [
      ['Main contact', 'nombre', 'Ana Paz'],
      ['Work phone (contact)', 'whatsapp', '+541158749895'],
      ['Mobile phone (contact)', 'whatsapp', ''],
      ['Work email (contact)', 'email', 'ana@x.com'],
      ['Note 1', 'nota', 'nota'],
    ],
  },
  'Google Contacts, before': {
    columns: [
      ['Name', 'nombre', 'Ana Paz'],
      ['Given Name', '-', 'Ana'],
      ['Family Name', '-', 'Paz'],
      ['E-mail 1 - Type', '-', '*'],
      ['E-mail 1 - Value', 'email', 'ana@x.com'],
    ],
  },
  'the ads of Facebook': {
    columns: [
      ['id', '-', 'l:1'],
      ['created_time', 'created_at', '2024-03-12T09:14:00-03:00'],
      ['email', 'email', 'ana@x.com'],
      ['full_name', 'nombre', 'Ana Paz'],
      ['phone_number', 'whatsapp', 'p:+541158749895'],
      ['lead_status', 'estado', 'CREATED'],
    ],
  },
  'numbers that look like phones and are none': {
    columns: [
      ['DNI', '-', '30123456'],
      ['Associated Company IDs', '-', '12345678901'],
      ['Nombre', 'nombre', 'Ana Paz'],
      ['Email', 'email', 'ana@x.com'],
      ['Teléfono', 'whatsapp', '11 5874-9895'],
      ['Presupuesto', '-', '12000000'],
      ['Cuenta', '-', '20301234567'],
    ],
  },
  'a head that names its zone': {
    columns: [
      ['Nombre', 'nombre', 'Ana'],
      ['Email', 'email', 'ana@x.com'],
      ['Create Date (GMT-3)', 'created_at', ''],
    ],
  },
  'HubSpot, contacts in Spanish': {
    columns: [
      ['ID de registro', '-', '51', '52'],
      ['Nombre', 'nombre', 'Ana', 'Eva'],
      ['Apellidos', 'apellido', 'Paz', 'Sol'],
      ['Correo', 'email', 'ana@x.com', 'eva@x.com'],
      ['Número de teléfono', 'whatsapp', '+54 11 5874-9895', ''],
      ['Número de teléfono móvil', 'whatsapp', '', '+54 9 11 5874-9896'],
      ['Estado del lead', 'estado', 'Nuevo', 'En curso'],
      ['Etapa del ciclo de vida', '-', 'Lead', 'Cliente'],
      ['Propietario del contacto', 'owner', 'Beto', ''],
      ['Fuente original', 'source', 'Búsqueda orgánica', 'Tráfico directo'],
      ['Fecha de la última actividad', '-', '2026-03-12 09:14', ''],
      ['Fecha de creación', 'created_at', '2026-03-12 09:14', '2026-03-13 10:00'],
      ['Nombre de la empresa', 'empresa', 'Sur', ''],
      ['Código postal', '-', '1425', '1426'],
      ['Nombre del negocio', '-', 'Sur: plan anual', ''],
    ],
  },
  'Pipedrive, deals in Spanish': {
    columns: [
      ['Trato - ID', '-', '9', '10'],
      ['Trato - Título', '-', 'Trato Sur', 'Trato Norte'],
      ['Trato - Valor', '-', '120000', '90000'],
      ['Trato - Propietario', 'owner', 'Beto', 'Beto'],
      ['Trato - Etapa', 'estado', 'Propuesta', 'Contacto inicial'],
      ['Trato - Estado', 'estado', 'Ganado', 'Perdido'],
      ['Trato - Motivo de la pérdida', 'lost_reason', '', 'Precio'],
      ['Trato - Trato creado', 'created_at', '2026-03-12 09:14:00', '2026-03-13 10:00:00'],
      ['Trato - Fecha de cierre prevista', '-', '2026-05-12', ''],
      ['Trato - Fecha de próxima actividad', 'next_contact_on', '2026-12-12', ''],
      ['Trato - Organización', 'empresa', 'Sur', 'Norte'],
      ['Trato - Persona de contacto', '-', 'Ana Paz', 'Eva Sol'],
      ['Persona - Nombre', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Persona - Apellidos', '-', 'Paz', 'Sol'],
      ['Persona - Correo electrónico - Trabajo', 'email', 'ana@x.com', 'eva@x.com'],
      ['Persona - Teléfono - Móvil', 'whatsapp', '+5491158749895', ''],
    ],
  },
  'Pipedrive, leads': {
    columns: [
      ['Lead - Title', '-', 'Sur lead', 'Norte lead'],
      ['Lead - Lead created', 'created_at', '2026-03-12', '2026-03-13'],
      ['Lead - Owner', 'owner', 'Beto', 'Beto'],
      ['Lead - Source', 'source', 'Manually created', 'API'],
      ['Lead - Contact person', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Lead - Organization', 'empresa', 'Sur', ''],
      ['Person - Phone', 'whatsapp', '1158749895', ''],
      ['Person - Email', 'email', 'ana@x.com', 'eva@x.com'],
      ['Deal - Lost reason', 'lost_reason', '', ''],
    ],
  },
  'Kommo, in Spanish': {
    columns: [
      ['ID', '-', '21603757', '21603758'],
      ['Nombre del lead', '-', 'Lead #21603757', 'Lead #21603758'],
      ['Presupuesto', '-', '1200000', '0'],
      ['Responsable', 'owner', 'Beto', 'Beto'],
      ['Estatus del lead', 'estado', 'Leads Entrantes', 'Contacto inicial'],
      ['Embudo de ventas', '-', 'Ventas', 'Ventas'],
      ['Fecha de Creación', 'created_at', '26.03.2026 19:18:21', '27.03.2026 09:00:00'],
      ['Creado por', '-', 'Robot', 'Robot'],
      ['Última modificación', '-', '26.03.2026 19:18:21', ''],
      ['Etiquetas del lead', '-', 'meta', ''],
      ['Cerrado el', 'won_at', '', ''],
      ['Contacto principal', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Compañía', 'empresa', 'Sur', ''],
      ['utm_source', 'utm_source', 'ig', ''],
      ['utm_campaign', 'utm_campaign', 'otoño', ''],
      ['utm_content', '-', 'a', ''],
      ['Cargo (contacto)', '-', 'Socia Gerente', ''],
      ['Correo oficina (contacto)', 'email', 'ana@x.com', ''],
      ['E-mail priv. (contacto)', 'email', '', 'eva@x.com'],
      ['Teléfono oficina (contacto)', 'whatsapp', "'+5493425562518", ''],
      ['Teléfono oficina directo (contacto)', 'whatsapp', '', ''],
      ['Teléfono celular (contacto)', 'whatsapp', '', "'+5493425562519"],
      ['Fax (contacto)', '-', '+54 11 5874-0000', '+54 11 5874-0001'],
      ['Nota 1', 'nota', 'Llamar', ''],
      ['Motivo de pérdida', 'lost_reason', '', ''],
    ],
  },
  'Kommo, in Portuguese': {
    columns: [
      ['Contato principal', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Empresa', 'empresa', 'Sur', ''],
      ['Usuário responsável', 'owner', 'Beto', ''],
      ['Etapa do lead', 'estado', 'Contato inicial', ''],
      ['Criado em', 'created_at', '26.03.2026', '27.03.2026'],
      ['Telefone comercial (contato)', 'whatsapp', '+5511998765432', ''],
      ['E-mail comercial (contato)', 'email', 'ana@x.com', ''],
    ],
  },
  'Google Contacts, new': {
    columns: [
      ['First Name', 'nombre', 'Ana', 'Eva'],
      ['Middle Name', 'nombre', '', 'Luz'],
      ['Last Name', 'apellido', 'Paz', 'Sol'],
      ['Phonetic First Name', '-', '', ''],
      ['Nickname', '-', '', ''],
      ['Organization Name', 'empresa', 'Sur', ''],
      ['Organization Title', '-', 'Gerente General', ''],
      ['Birthday', '-', '1980-03-12', ''],
      ['Notes', 'nota', 'nota', ''],
      ['Labels', '-', '* myContacts', '* myContacts'],
      ['E-mail 1 - Label', '-', '* Work', ''],
      ['E-mail 1 - Value', 'email', 'ana@x.com', ''],
      ['Phone 1 - Label', '-', 'Mobile', 'Mobile'],
      ['Phone 1 - Value', 'whatsapp', '11 5874-9895', '11 5874-9896 ::: 11 5874-9897'],
      ['Address 1 - Street', '-', 'Mitre 12345678', ''],
      ['Address 1 - Country', 'pais', 'Argentina', ''],
      ['Website 1 - Value', '-', 'https://x.com', ''],
    ],
  },
  'Outlook, in Spanish': {
    columns: [
      ['Nombre', 'nombre', 'Ana', 'Eva'],
      ['Segundo nombre', 'nombre', '', ''],
      ['Apellidos', 'apellido', 'Paz', 'Sol'],
      ['Organización', 'empresa', 'Sur', ''],
      ['Puesto', '-', 'Gerente General', 'Socia Gerente'],
      ['Teléfono del trabajo', 'whatsapp', '1158749895', ''],
      ['Fax del trabajo', '-', '1158749800', '1158749801'],
      ['Teléfono móvil', 'whatsapp', '', '1158749896'],
      ['Dirección de correo electrónico', 'email', 'ana@x.com', 'eva@x.com'],
      ['Tipo de correo electrónico', '-', 'SMTP', 'SMTP'],
      ['Nombre para mostrar del correo electrónico', '-', 'Ana Paz (ana@x.com)', 'Eva Sol (eva@x.com)'],
      ['Notas', 'nota', '', 'nota'],
      ['País o región del trabajo', 'pais', 'Argentina', ''],
    ],
  },
  'cards of an iPhone': {
    columns: [
      ['FN', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['ORG', 'empresa', 'Sur', ''],
      ['TEL;TYPE=CELL', 'whatsapp', '+54 9 11 5874-9895', '+54 9 11 5874-9896'],
      ['EMAIL;TYPE=HOME', 'email', 'ana@x.com', ''],
      ['NOTE', 'nota', 'nota', ''],
      ['BDAY', '-', '1980-03-12', ''],
    ],
  },
  'a group of WhatsApp': {
    columns: [
      ['Country Code', '-', '54', '54'],
      ['Phone Number', 'whatsapp', '5491158749895', '5491158749896'],
      ['Saved Name', 'nombre', 'Ana Paz', ''],
      ["Contact's Public Display Name", '-', 'Anita P', ''],
      ['Group Name', '-', 'Feria 2026', 'Feria 2026'],
    ],
  },
  'lead ads of Meta': {
    columns: [
      ['id', '-', 'l:123456789012345', 'l:123456789012346'],
      ['created_time', 'created_at', '2026-03-12T09:14:00-03:00', '2026-03-13T09:14:00-03:00'],
      ['ad_name', '-', 'Video 1', 'Video 1'],
      ['campaign_id', '-', 'c:1202', 'c:1202'],
      ['campaign_name', 'utm_campaign', 'Otoño', 'Otoño'],
      ['form_name', '-', 'Formulario A', 'Formulario A'],
      ['is_organic', '-', 'false', 'false'],
      ['platform', 'source', 'ig', 'fb'],
      ['¿cuántas_propiedades_tenés?', '-', 'menos_de_10', '10_a_50'],
      ['nombre_completo', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['correo_electrónico', 'email', 'ana@x.com', 'eva@x.com'],
      ['número_de_whatsapp', 'whatsapp', 'p:+541158749895', 'p:+541158749896'],
      ['lead_status', 'estado', 'CREATED', 'CREATED'],
    ],
  },
  'answers to a form of Google': {
    columns: [
      ['Marca temporal', 'created_at', '12/3/2026 9:14:00', '13/3/2026 10:00:00'],
      ['¿Cuál es tu nombre y apellido?', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Tu correo electrónico (no lo compartimos)', 'email', 'ana@x.com', ''],
      ['WhatsApp (con código de área, sin 0 ni 15)', 'whatsapp', '1158749895', '1158749896'],
      ['¿A qué número te llamamos si no contestás?', '-', '', '1158749897'],
      ['Nombre de tu inmobiliaria', 'empresa', 'Sur', ''],
      ['¿En qué país trabajás?', 'pais', 'Argentina', 'Uruguay'],
      ['¿Cómo nos conociste?', 'source', 'Feria', 'Instagram'],
      ['¿En qué podemos ayudarte?', 'mensaje', 'Quiero una demo', ''],
    ],
  },
  'Zoho, in Spanish': {
    columns: [
      ['Id de registro', '-', 'zcrm_5123', 'zcrm_5124'],
      ['Propietario de Posible cliente', 'owner', 'Beto', 'Beto'],
      ['Nombre de Posible cliente', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Fuente de Posible cliente', 'source', 'Publicidad', ''],
      ['Estado de Posible cliente', 'estado', 'Contactado', ''],
      ['Móvil', 'whatsapp', '+541158749895', ''],
      ['Hora de creación', 'created_at', '2026-03-12 09:14:00', ''],
      ['Hora de modificación', '-', '2026-03-12 09:14:00', ''],
      ['Exclusión de correo electrónico', '-', 'false', 'false'],
    ],
  },
  'Salesforce, by the names of its fields': {
    columns: [
      ['Id', '-', '00Q5f00000ABCDE', '00Q5f00000ABCDF'],
      ['FirstName', 'nombre', 'Ana', 'Eva'],
      ['LastName', 'apellido', 'Paz', 'Sol'],
      ['Company', 'empresa', 'Sur', ''],
      ['MobilePhone', 'whatsapp', '+541158749895', ''],
      ['Email', 'email', 'ana@x.com', ''],
      ['LeadSource', 'source', 'Web', ''],
      ['Status', 'estado', 'Open', ''],
      ['OwnerId', '-', '0055f000001', '0055f000001'],
      ['CreatedDate', 'created_at', '2026-03-12T09:14:00.000Z', ''],
      ['LastModifiedDate', '-', '2026-03-12T09:14:00.000Z', ''],
    ],
  },
  'Odoo, in Spanish': {
    columns: [
      ['Oportunidad', '-', 'Sur: demo', 'Norte: demo'],
      ['Nombre del contacto', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Comercial', 'owner', 'Beto', 'Beto'],
      ['Etapa', 'estado', 'Nuevo', 'Ganado'],
      ['Ingreso esperado', '-', '1200', '0'],
      ['Motivo de pérdida', 'lost_reason', '', ''],
      ['Creado el', 'created_at', '2026-03-12 09:14:00', ''],
      ['Correo electrónico', 'email', 'ana@x.com', ''],
      ['Teléfono', 'whatsapp', '+54 11 5874-9895', ''],
    ],
  },
  "an agency's own list, of Mexico": {
    titles: [['Prospectos 2026'], [], ['Actualizado: 12/03/2026']],
    columns: [
      ['N°', '-', '1', '2', '3'],
      ['Nombre completo', 'nombre', 'Ana Paz', 'Eva Sol', 'Leo Mar'],
      ['RFC', '-', 'PAXA800312AB1', '', ''],
      ['Tel/Cel', 'whatsapp', '55 1234 5678', '55 1234 5679', ''],
      ['Correo-e', 'email', 'ana@x.com', '', ''],
      ['Ciudad', '-', 'Ciudad Juárez', 'San Luis Potosí', 'Tuxtla Gutiérrez'],
      ['Estado', '-', 'Chihuahua', 'San Luis', 'Chiapas'],
      ['Estatus', 'estado', 'Nuevo', 'Ganado', 'Perdido'],
      ['Asesor(a)', 'owner', 'Beto', '', ''],
      ['Fecha ingreso', 'created_at', '12/03/2026', '13/03/2026', ''],
      ['Fecha de nacimiento', '-', '12/03/1980', '', ''],
      ['Medio de contacto', 'source', 'Facebook', 'Portal', ''],
      ['Seguimiento', 'nota', 'Llamar el lunes', '', ''],
      ['Presupuesto', '-', '$2,500,000', '', ''],
    ],
  },
  "an agency's own list, of Argentina": {
    columns: [
      ['Alta', 'created_at', '12/03/2026', '13/03/2026', '14/03/2026'],
      ['Contacto', 'whatsapp', '11 5874-9895', '11 5874-9896', '15-5874-9897'],
      ['Apellido y Nombre', 'nombre', 'Paz Ana', 'Sol Eva', 'Mar Leo'],
      ['DNI', '-', '30123456', '31123456', '32123456'],
      ['CUIT', '-', '20301234563', '', ''],
      ['Mail', 'email', '', '', ''],
      ['Usuario', 'email', 'ana@x.com', 'eva@x.com', ''],
      ['Consulta', 'mensaje', 'Busco 2 ambientes', '', ''],
      ['Próx. contacto', 'next_contact_on', '12/12/2026', '', ''],
      ['Fecha 1er contacto', 'first_contacted_at', '13/03/2026', '', ''],
      ['Plan', 'plan', 'Profesional', '', ''],
      ['Pago', 'billing', 'Mensual', 'Anual', ''],
      ['Obs.', 'nota', 'Prefiere la mañana', '', ''],
    ],
  },
  'enquiries of a portal': {
    titles: [['Consultas recibidas', '', '', 'Del 1 al 31 de marzo']],
    columns: [
      ['Fecha y hora', 'created_at', '12/03/2026 09:14', '13/03/2026 10:00'],
      ['Interesado', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['E-mail de contacto', 'email', 'ana@x.com', ''],
      ['Teléfono de contacto', 'whatsapp', '', '11 5874-9896'],
      ['Mensaje', 'mensaje', 'Hola, sigue disponible?', ''],
      ['Código de aviso', '-', '47123456', '47123457'],
      ['Dirección', '-', 'Av. Mitre', 'San Martín'],
      ['Tipo de operación', '-', 'Venta', 'Alquiler'],
      ['Precio', '-', '120.000', '98.500'],
      ['Portal', 'source', 'Zonaprop', 'Argenprop'],
    ],
  },
  'Mailchimp and Brevo': {
    columns: [
      ['EMAIL', 'email', 'ana@x.com', 'eva@x.com'],
      ['FIRSTNAME', 'nombre', 'Ana', 'Eva'],
      ['LASTNAME', 'apellido', 'Paz', 'Sol'],
      ['SMS', 'whatsapp', '5491158749895', ''],
      ['OPTIN_TIME', 'created_at', '2026-03-12 09:14:00', ''],
      ['LAST_CHANGED', '-', '2026-03-12 09:14:00', ''],
      ['LATITUDE', '-', '-34.6037', ''],
      ['LEID', '-', '123456789', '123456790'],
      ['TAGS', '-', '"feria"', ''],
    ],
  },
  'RD Station': {
    columns: [
      ['Nome', 'nombre', 'Ana Paz', 'Eva Sol'],
      ['Email', 'email', 'ana@x.com', 'eva@x.com'],
      ['Celular', 'whatsapp', '+5511998765432', ''],
      ['Cidade', '-', 'São Paulo', 'Porto Alegre'],
      ['Estado', '-', 'São Paulo', 'Rio Grande do Sul'],
      ['Data da primeira conversão', 'created_at', '2026-03-12', '2026-03-13'],
      ['Origem da primeira conversão', 'source', 'Busca', ''],
      ['Estágio no funil', 'estado', 'Lead', 'Cliente'],
      ['Dono do Lead', 'owner', 'Beto', ''],
    ],
  },
  'a list without heads': {
    columns: [
      ['', 'nombre', 'Ana Paz', 'Eva Sol', 'Leo Mar'],
      ['', 'whatsapp', '11 5874-9895', '11 5874-9896', '1158749897'],
      ['', 'email', 'ana@x.com', '', 'leo@x.com'],
      ['', 'pais', 'Argentina', 'Uruguay', 'Chile'],
      ['', 'estado', 'Nuevo', 'Ganado', 'Contactado'],
    ],
  },
  'a head over two columns': {
    titles: [
      ['Contactos', '', ''],
      ['Persona', 'Cómo llegar', ''],
    ],
    columns: [
      ['Nombre', 'nombre', 'Ana Paz', 'Eva Sol', 'Leo Mar'],
      ['Teléfonos', 'whatsapp', '11 5874-9895', '11 5874-9896', '11 5874-9897'],
      ['', 'whatsapp', '11 5874-9898', '11 5874-9899', '11 5874-9890'],
      ['', '-', '30123456', '31123456', '32123456'],
    ],
  },
  'a head whose column is empty, beside one that has what it says': {
    columns: [
      ['Cliente', 'nombre', 'Ana Paz', 'Eva Sol', 'Leo Mar'],
      ['Teléfono', 'whatsapp', '', '', ''],
      ['', 'whatsapp', '+54 9 11 5874-9895', '11 5874-9896', '1158749897'],
      ['CBU', '-', '2850590940090418135201', '', ''],
      ['RUT', '-', '12.345.678-5', '9.345.678-5', ''],
    ],
  },
};

test('columns of files as people have them are read as a person would', () => {
  for (const [kind, { titles = [], columns }] of Object.entries(KINDS)) {
    const heads = columns.map(([head]) => head);
    const count = Math.max(...columns.map((column) => column.length)) - 2;
    const data = Array.from({ length: count }, (_, row) => columns.map((column) => column[row + 2] ?? ''));
    const isHeaded = heads.some((head) => head !== '');
    const rows = [...titles, ...(isHeaded ? [heads] : []), ...data]
      .map((cells, index) => ({ row: index + 1, cells, width: cells.length }))
      .filter(({ cells }) => cells.length > 0);
    const found = findHeadRow(rows);
    const mapping = guessFields(found.columns, found.data);
    const mapped = found.columns.map((head, index) => `${head}: ${mapping[index] ?? '-'}`);
    const wanted = columns.map(([head, field], index) => `${head || `Columna ${index + 1}`}: ${field}`);
    expect.soft(mapped, kind).toEqual(wanted);
  }
});
