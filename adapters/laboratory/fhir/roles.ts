import type { OrderDocument, Patient } from '#domain/orders/document.ts'
import { geneticParents, kinshipOf } from '#domain/orders/genetic-parents.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { table } from '#domain/table.ts'

/** v3 RoleCodes of a relative whose kind of relation is known; undefined: by the relationship alone. */
const EXACT = {
  Mother: table<string>({ Biological: 'NMTH', Adoptive: 'ADOPTM', Step: 'STPMTH', Carrier: 'GESTM' }),
  Father: table<string>({ Biological: 'NFTH', Adoptive: 'ADOPTF', Step: 'STPFTH' }),
  Sibling: table<string>({ Biological: 'NSIB', Step: 'STPSIB' }),
  Child: table<string>({ Biological: 'NCHILD', Adoptive: 'CHLDADOPT', Step: 'STPCHLD' }),
  ...{ Proband: table<string>({}), Partner: table<string>({}), 'Other relative': table<string>({}) },
} as const satisfies Record<Patient['relationship'], unknown>
const TWINS = { Identical: 'ITWIN', Fraternal: 'FTWIN', Unknown: 'TWIN' } as const

/** The exact v3 RoleCode of a relative, if the order says more than the relationship; else undefined. */
export function exactRole(document: OrderDocument, relative: Patient): string | undefined {
  const { kinship, relationship } = relative
  if (isPrenatal(document)) {
    const { father } = geneticParents(document)
    return relationship === 'Father' && relative.key === father && kinshipOf(relative) === 'Biological'
      ? 'NFTHF'
      : undefined
  }
  if (kinship?.twin) return TWINS[kinship.twin]
  return EXACT[relationship]?.[kinship?.kinshipKind ?? '']
}
