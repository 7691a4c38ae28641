import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'

/** Fields side by side: as many as there is room for in the card, whatever the window's width. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <SimpleGrid
      type="container"
      cols={{ base: 1, '440px': 2, '660px': 3 }}
      spacing={{ base: 'md' }}
      verticalSpacing={{ base: 'md' }}
    >
      {children}
    </SimpleGrid>
  )
}
