import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PageHead } from './PageHead.tsx'

interface MissingPageProps {
  /** What there is none of, in the middle of a sentence: 'order'. */
  noun: string
  /** Where one works, for what belongs to an institution. */
  institution?: string
  /** Where it may be instead, and what to do. */
  text: string
  /** The way to those that there are. */
  action: ReactNode
}

/** A page or a thing that does not exist, or not for this institution: the two are not told apart, to nobody's knowledge. */
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
