import type { ComponentType } from 'react'
import { CascadeTab, DrawingTab, PapersTab, PeopleTab } from '#portal/features/families/public.ts'
import * as texts from './texts.ts'

interface FamilyTab {
  /** In the address: `?tab=people`. */
  key: string
  title: string
  /** Its place on a phone. */
  onPhone: number
  /** Reads the family with `useOpenFamily`; loads its own module lazily. */
  Content: ComponentType
}

/** The tabs of a family's page, in their order. */
export const FAMILY_TABS: readonly FamilyTab[] = [
  { key: 'drawing', title: texts.drawing, onPhone: 2, Content: DrawingTab },
  { key: 'people', title: texts.people, onPhone: 1, Content: PeopleTab },
  { key: 'cascade', title: texts.cascade, onPhone: 3, Content: CascadeTab },
  { key: 'papers', title: texts.papers, onPhone: 4, Content: PapersTab },
]
