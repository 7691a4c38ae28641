import type { OrderDocument, Patient } from '#domain/orders/document.ts'
import { isPrenatal } from '#domain/orders/subject.ts'

/** v3 RoleCodes of a relative whose kind of relation is known; undefined: by the relationship alone. */
const EXACT: Partial<Record<Patient['relationship'], Partial<Record<string, string>>>> = {
  Mother: { Biological: 'NMTH', Adoptive: 'ADOPTM', Step: 'STPMTH', Carrier: 'GESTM' },
  Father: { Biological: 'NFTH', Adoptive: 'ADOPTF', Step: 'STPFTH' },
  Sibling: { Biological: 'NSIB', Step: 'STPSIB' },
  Child: { Biological: 'NCHILD', Adoptive: 'CHLDADOPT', Step: 'STPCHLD' },
}
const TWINS = { Identical: 'ITWIN', Fraternal: 'FTWIN', Unknown: 'TWIN' } as const

/** The exact v3 RoleCode of a relative, if the order says more than the relationship; else undefined. */
export function exactRole(document: OrderDocument, relative: Patient): string | undefined {
  const { kinship, relationship } = relative
  if (isPrenatal(document)) return relationship === 'Father' && !kinship?.kinshipKind ? 'NFTHF' : undefined
  if (kinship?.twin) return TWINS[kinship.twin]
  return EXACT[relationship]?.[kinship?.kinshipKind ?? '']
}
