import type { coordinatorSchema } from '../companies/answers';
import type { z } from '../zod';

/** An agency's coordinator, as administrators see it. */
export type Coordinator = z.infer<typeof coordinatorSchema>;
