import type { ReactNode } from 'react'
import type { OrderSection } from '#domain/orders/points.ts'
import { Card } from '#ui/Card.tsx'
import { FieldWarnings } from '../panel/FieldWarnings.tsx'
import { hasOwnPlace } from '../panel/own-place.ts'
import { SECTION_NAMES, sectionId } from '../section-words.ts'

interface SectionCardProps {
  section: OrderSection | 'review'
  sub?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** One section of the order form, under the name and the anchor that the section list uses. */
export function SectionCard({ section, sub, action, children }: SectionCardProps) {
  return (
    <Card id={sectionId(section)} title={SECTION_NAMES[section]} sub={sub} action={action}>
      {children}
      {section !== 'review' && section !== 'tests' && (
        <FieldWarnings at={(point, document) => point.section === section && !hasOwnPlace(point, document)} />
      )}
    </Card>
  )
}
