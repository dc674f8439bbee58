import { parentPort } from 'node:worker_threads';
import { onlyRead } from '../database/connection';
import '../leads/export/export-rows';
import '../leads/search/search';
import '../numbers/report';
import { type Answer, type Order, workAside } from './reading-thread';
import { describeFailure } from './reader-tasks';

onlyRead();
parentPort?.on('message', (order: Order) => parentPort?.postMessage(answer(order)));

function answer(order: Order): Answer {
  try {
    return { result: workAside(order) };
  } catch (error) {
    return describeFailure(error);
  }
}
