import { describeNumber } from '~/shared/counts';

/** Questions after a lead is won or lost, and what administrators with an open panel are told. */
export const closingStrings = {
  /** By new status. */
  asks: { perdido: '¿Por qué se perdió?', ganado: '¿Qué plan contrató?' },
  skipReason: 'Sin motivo',
  /** Above the plans' prices. */
  monthly: 'USD por mes',
  price: (plan: string, billing: string, price: number) => `${plan}, ${billing}: USD ${describeNumber(price)} por mes`,
  skipPlan: 'Ahora no',
  won: (nombre: string) => `Lead ganado: ${nombre}`,
  wonMany: (count: number) => `${count} leads ganados`,
  wonBy: (name: string) => `Lo ganó ${name}`,
  open: 'Abrir',
} as const;
