// Loaded into a server (--import). On SIGUSR2 it collects garbage and prints the bytes in use.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
let times = 0;
process.on('SIGUSR2', () => {
  collectGarbage();
  times += 1;
  console.log(`heap ${times}: ${process.memoryUsage().heapUsed}`);
});
