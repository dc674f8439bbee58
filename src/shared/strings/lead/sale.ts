import { describeNumber } from '~/shared/number';

/** What is asked after a lead was won or lost, and what administrators are told who have the panel open. */
export const saleStrings = {
  /** By the status that was chosen. */
  asks: { perdido: '¿Por qué se perdió?', ganado: '¿Qué plan contrató?' },
  skipReason: 'Sin motivo',
  /** Above the prices of the plans. */
  monthly: 'USD por mes',
  price: (plan: string, billing: string, price: number) =>
    `${plan}, ${billing}: USD ${describeNumber(price)} por mes`,
  skipPlan: 'Ahora no',
  won: (nombre: string) => `Lead ganado: ${nombre}`,
  wonMany: (count: number) => `${count} leads ganados`,
  wonBy: (name: string) => `Lo ganó ${name}`,
  open: 'Abrir',
} as const;
