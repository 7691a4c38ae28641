import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PageHead } from './PageHead.tsx'

interface MissingPageProps {
  /** What is missing, as used within a sentence: 'order'. */
  noun: string
  /** The selected institution, if the record would belong to one. */
  institution?: string
  /** Where it may be instead, and what to do. */
  text: string
  /** A link to the existing ones. */
  action: ReactNode
}

/**
 * For a page or record that does not exist, or not for this institution: the two cases are indistinguishable
 * on purpose.
 */
export function MissingPage({ noun, institution, text, action }: MissingPageProps) {
  return (
    <>
      <PageHead title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`} />
      <Card>
        <EmptyState
          title={institution ? `${institution} has no such ${noun}` : `There is no such ${noun}`}
          text={text}
          action={action}
        />
      </Card>
    </>
  )
}
