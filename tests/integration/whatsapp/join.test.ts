import { expect, test } from 'vitest';
import { provideConversations } from '../../support/conversations';

const { makeContact, makeLead, writes, answers, said, read, as, admin, meta, leadsOf } = provideConversations();

const soon = (seconds: number) => ({ at: new Date(Date.now() + seconds * 1000) });

test('joined leads have one conversation, and separated ones their own again', async () => {
  const [one, other] = [makeContact(), makeContact()];
  const [going, staying] = [await makeLead(one), await makeLead(other)];
  await writes(one, 'Desde el viejo', soon(1));
  await answers(other, 'Al nuevo', soon(2));
  await writes(one, 'Otra vez', soon(3));
  const joined = await as(admin, `/api/leads/${going}/join`, { body: { into: staying } });
  expect(joined.status).toBe(200);
  expect(await said(staying)).toEqual(['Desde el viejo', 'Al nuevo', 'Otra vez']);
  expect((await read(staying)).awaiting_reply_since).not.toBeNull();
  // People go on using either number.
  await writes(one, 'Y ahora', soon(4));
  expect(await said(staying)).toEqual(['Desde el viejo', 'Al nuevo', 'Otra vez', 'Y ahora']);
  const separated = await as(admin, `/api/leads/${going}/separate`, { method: 'POST' });
  expect(separated.status).toBe(200);
  expect([await said(going), await said(staying)]).toEqual([
    ['Desde el viejo', 'Otra vez'],
    ['Al nuevo', 'Y ahora'],
  ]);
  expect((await read(going)).awaiting_reply_since).not.toBeNull();
  expect(await read(going)).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
  await answers(other, 'Listo', soon(5));
  expect((await read(staying)).awaiting_reply_since).toBeNull();
});

test('an answer goes to the number that asked, whichever of a joined person’s it is', async () => {
  const [one, other] = [makeContact(), makeContact()];
  const [going, staying] = [await makeLead(one), await makeLead(other)];
  await as(admin, `/api/leads/${going}/join`, { body: { into: staying } });
  const sent = meta.sent.length;
  const answer = async (body: string) => {
    const { status } = await as(admin, `/api/leads/${staying}/messages`, { body: { body } });
    expect(status).toBe(202);
  };
  await writes(one, 'Desde el viejo', { at: new Date(Date.now() - 2000) });
  await answer('Al viejo');
  await meta.waitForSends(sent + 1);
  await writes(other, 'Desde el nuevo');
  await answer('Al nuevo');
  await meta.waitForSends(sent + 2);
  expect(meta.sent.slice(sent).map(({ to, text }) => [to, text?.body])).toEqual([
    [one.number, 'Al viejo'],
    [other.number, 'Al nuevo'],
  ]);
});

test('that a joined person asks nothing is true of each of their numbers', async () => {
  const [one, other] = [makeContact(), makeContact()];
  const [going, staying] = [await makeLead(one), await makeLead(other)];
  await writes(one, 'Vendo hosting', soon(1));
  await as(admin, `/api/leads/${going}/join`, { body: { into: staying } });
  const silence = () => as(admin, `/api/leads/${staying}/silence`, { method: 'POST' });
  expect((await silence()).status).toBe(204);
  for (const number of [one, other]) await writes(number, 'Y dominios', soon(2));
  expect([leadsOf(one), leadsOf(other)]).toEqual([[going], [staying]]);
  await as(admin, `/api/leads/${staying}/restore`, { method: 'POST' });
  const { json } = await as(admin, '/api/whatsapp');
  expect(json.connection.silenced).toEqual([]);
});

test('separating two joined leads gives each its messages, and joining them again brings them together', async () => {
  const [one, other] = [makeContact(), makeContact()];
  const [going, staying] = [await makeLead(one), await makeLead(other)];
  await writes(one, 'Mío', soon(1));
  await as(admin, `/api/leads/${going}/join`, { body: { into: staying } });
  expect((await as(admin, `/api/leads/${going}/separate`, { method: 'POST' })).status).toBe(200);
  expect([await said(going), await said(staying)]).toEqual([['Mío'], []]);
  await as(admin, `/api/leads/${going}/join`, { body: { into: staying } });
  expect(await said(staying)).toEqual(['Mío']);
});
