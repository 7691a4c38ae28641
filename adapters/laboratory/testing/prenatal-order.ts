import { twins } from '#domain/orders/testing/prenatal-order.ts'
import type { LaboratoryOrder } from '../port.ts'
import { sampleOrder } from './order.ts'

/** Dora Lind's twins, villi of both at 12+3. */
export function twinOrder(orderId = 771): LaboratoryOrder {
  return { ...sampleOrder(orderId), submittedAt: new Date('2026-11-19T09:00:00Z'), document: twins() }
}
