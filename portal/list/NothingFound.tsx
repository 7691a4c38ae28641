import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import * as texts from './texts.ts'

interface NothingFoundProps {
  title: string
  /** Where was searched, or what can be searched for. */
  text: ReactNode
  onClear: () => void
}

/** A search without a result, and a button that clears it. */
export function NothingFound({ title, text, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      title={title}
      text={text}
      action={
        <Button variant="default" onClick={onClear}>
          {texts.clearSearch}
        </Button>
      }
    />
  )
}
