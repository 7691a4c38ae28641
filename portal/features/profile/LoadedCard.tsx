import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import * as texts from './texts.ts'

interface LoadedCardProps<T> {
  query: UseQueryResult<T>
  title: string
  /** Lines of the skeleton. */
  rows: number
  children: (data: T) => ReactNode
}

/** A card that first has to be loaded: until then its shape, and a way to try again where it cannot be. */
export function LoadedCard<T>({ query, title, rows, children }: LoadedCardProps<T>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <Card title={title}>
      {query.isError ? (
        <ErrorState problem={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <VisuallyHidden role="status">{texts.loading(title)}</VisuallyHidden>
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={14} my={18} width={row % 2 === 0 ? '70%' : '50%'} />
          ))}
          <Skeleton height={36} width={150} mt="md" />
        </>
      )}
    </Card>
  )
}
