import type { OpenPoint } from '#domain/orders/points.ts'
import { useFormState } from '../draft/form-context.ts'
import { whereOf } from './where.ts'

/** Where in the form an open point is. */
export function PointLocation({ point }: { point: OpenPoint }) {
  return useFormState((state) => whereOf(point, state.document))
}
