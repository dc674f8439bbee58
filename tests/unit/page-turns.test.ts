import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import { PageTurns } from '~/server/http/pages/page-turns';

const makeTurns = (server = new EventEmitter()) => new PageTurns(server as Server);

test('pages are made for one address after the other, each in its own turn of the event loop', async () => {
  let loop = 0;
  let isOver = false;
  const count = () => {
    loop++;
    if (!isOver) setImmediate(count);
  };
  count();
  const turns = makeTurns();
  const made = await Promise.all(['a', 'a', 'b', 'a'].map((address) => turns.wait(address).then(() => loop)));
  isOver = true;
  const order = made.toSorted((one, other) => one - other);
  expect(made.map((turn) => order.indexOf(turn))).toEqual([0, 2, 1, 3]);
});

test('while new connections keep coming, pages are made all the same', async () => {
  const server = new EventEmitter();
  let isOver = false;
  const arrive = () => {
    server.emit('connection');
    if (!isOver) setImmediate(arrive);
  };
  arrive();
  const turns = makeTurns(server);
  expect(await Promise.all([turns.wait('a'), turns.wait('b')])).toEqual([true, true]);
  isOver = true;
});

test('where too many wait, the address that asks for most is refused', async () => {
  const turns = makeTurns();
  const many = Array.from({ length: 400 }, () => turns.wait('many'));
  const few = ['one', 'other', 'one'].map((address) => turns.wait(address));
  expect(await Promise.all(few)).toEqual([true, true, true]);
  const made = (await Promise.all(many)).filter((isTurn) => isTurn);
  expect(made).toHaveLength(256 - few.length);
});
