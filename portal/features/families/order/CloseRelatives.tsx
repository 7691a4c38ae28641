import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Family } from '#contract/families.ts'
import type { Order } from '#contract/order.ts'
import { closeFamily, testedMember } from '#domain/family/order/close-family.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import { FamilyDrawing } from '../drawing/FamilyDrawing.tsx'
import { useFamilyLayout } from '../drawing/use-family-layout.ts'
import classes from './order-family.module.css'
import * as texts from './texts.ts'

interface CloseRelativesProps {
  family: Family
  order: Order
  people: readonly JoinedPerson[]
}

/** Parents, siblings, partners and children of who is tested, and the others of the order; pressing leads to the family. */
export function CloseRelatives({ family, order, people }: CloseRelativesProps) {
  const navigate = useNavigate()
  const { document, id, name } = family
  const members = useMemo(() => people.map(({ member }) => member), [people])
  const near = useMemo(
    () => closeFamily(document, testedMember(document, order.document, people), members),
    [document, order.document, people, members],
  )
  const { placed } = useFamilyLayout(near)
  const lit = useMemo(() => new Set(members), [members])
  if (!placed) return null
  return (
    <div className={classes.drawing}>
      <FamilyDrawing
        placed={placed}
        partOf={document}
        label={texts.drawingOf(name)}
        lit={lit}
        zoom="fit"
        onPress={() => void navigate({ to: '/families/$id', params: { id: String(id) } })}
      />
      <p className={classes.hint}>{texts.litHint}</p>
    </div>
  )
}
