import { makeReadOnly } from '../database/connection';
import { importTasks } from '../imports/import-tasks';
import { serveTasks } from './reader-tasks';

makeReadOnly();
serveTasks(importTasks);
