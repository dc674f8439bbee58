import { parentPort } from 'node:worker_threads';
import { makeReadOnly } from '../database/connection';
import '../imports/kept-rows';
import '../leads/export/export-rows';
import '../leads/search/search';
import '../numbers/report';
import { describeFailure } from './reader-tasks';
import { type Answer, type Order, runTask } from './reading-thread';

makeReadOnly();
parentPort?.on('message', (order: Order) => parentPort?.postMessage(answer(order)));

function answer(order: Order): Answer {
  try {
    return { result: runTask(order) };
  } catch (error) {
    return describeFailure(error);
  }
}
