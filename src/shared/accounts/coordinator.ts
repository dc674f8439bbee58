import type { coordinatorSchema } from '../companies/answers';
import type { z } from '../zod';

export type Coordinator = z.infer<typeof coordinatorSchema>;
