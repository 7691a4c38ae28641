import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import type { OpenPoint } from '#domain/orders/points.ts'
import { keysInOrder } from '#domain/orders/subject.ts'

/**
 * Whether a warning is shown near its field, by a card of its own: of a pregnancy, a specimen, a person's
 * blood history, a known variant, a relative. All others are at the end of their section.
 */
export function hasOwnPlace(
  { path, section }: Pick<OpenPoint, 'path' | 'section'>,
  document: Pick<OrderDocument, 'patients' | 'pregnancy' | 'samples' | 'addOn'>,
): boolean {
  const [, list = '', index = '', member] = path.split('/')
  if (list === 'pregnancy' || (list === 'knownVariants' && index !== '')) return true
  if (list === 'patients' && member !== 'bloodHistory') return section === 'patient' && Number(index) > 0
  const one = list === 'patients' ? document.patients[Number(index)]?.key : sampled(document, list, index)
  // A stray specimen has no card; that of an add-on is at the laboratory.
  return one !== undefined && keysInOrder(document).includes(one) && !(document.addOn && one === PROBAND)
}

function sampled({ samples }: Pick<OrderDocument, 'samples'>, list: string, index: string) {
  return list === 'samples' && index !== '' ? samples[Number(index)]?.patient : undefined
}
