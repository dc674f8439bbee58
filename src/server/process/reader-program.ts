import { onlyRead } from '../database/connection';
import { importTasks } from '../imports/import-tasks';
import { serveTasks } from './reader-tasks';

onlyRead();
serveTasks(importTasks);
