import type { ReactNode } from 'react'
import type { Family } from '#contract/families.ts'
import { FamilyActionsProvider } from './editing/use-family-actions.tsx'
import { FamilyProvider } from './FamilyProvider.tsx'
import { SaveNotice } from './SaveNotice.tsx'

interface OpenFamilyProps {
  family: Family
  /** The head and the tabs of the page. */
  children: ReactNode
}

/** A family that is open for reading and editing; says when something could not be saved. */
export function OpenFamily({ family, children }: OpenFamilyProps) {
  return (
    <FamilyProvider family={family}>
      <FamilyActionsProvider>
        <SaveNotice />
        {children}
      </FamilyActionsProvider>
    </FamilyProvider>
  )
}
