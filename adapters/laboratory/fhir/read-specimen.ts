import type { Specimen } from 'fhir/r4.js'
import { REJECT_REASONS } from '#domain/orders/hold-kinds.ts'
import type { SpecimenUpdate } from '../port.ts'
import { codeIn, wordsOf } from './references.ts'
import { SYSTEMS } from './systems.ts'
import { timeOf } from './times.ts'

/** Whether a Specimen says nothing at all: the laboratory takes back that there is one. */
export const isRetracted = ({ status }: Specimen): boolean => status === 'entered-in-error'

/** The update on a specimen that carries one of our numbers; null for any other. */
export function parseSpecimen({ identifier = [], ...specimen }: Specimen): SpecimenUpdate | null {
  const number = identifier.find(({ system }) => system === SYSTEMS.specimen)?.value ?? ''
  const [, orderId, key] = /^(\d{1,15})-(.+)$/s.exec(number) ?? []
  if (!orderId || !key) return null
  return {
    orderId: Number(orderId),
    key,
    arrivedAt: timeOf(specimen.receivedTime),
    rejected: rejected(specimen),
    ...(specimen.accessionIdentifier?.value ? { accession: specimen.accessionIdentifier.value } : {}),
  }
}

function rejected({ status, condition = [] }: Specimen): SpecimenUpdate['rejected'] {
  if (status !== 'unsatisfactory') return null
  const [first] = condition
  const code = codeIn(first, SYSTEMS.rejection) ?? first?.coding?.[0]?.code ?? ''
  return { code, words: wordsOf(first) || (REJECT_REASONS[code] ?? 'It can’t be used') }
}
