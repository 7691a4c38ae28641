import { createContext, useContext } from 'react'
import type { FamilyDocument, FamilyMember, MemberKey } from '#domain/family/document.ts'
import type { PlacedFamily } from './drawing/use-family-layout.ts'
import type { EditorState } from './editing/family-editor.ts'

/** The family of this page, as all its tabs see and change it. */
export interface OpenFamily {
  /** With what was changed here and is not saved yet. */
  document: FamilyDocument
  state: EditorState
  mayChange: boolean
  /** Null while a large family is placed for the first time. */
  placed: PlacedFamily | null
  tidy: () => void
  selected: MemberKey | null
  select: (member: MemberKey | null) => void
  /** Shows the next document and saves it; `words` name the action: `Sister added`. */
  edit: (next: FamilyDocument, words: string, series?: string) => void
  /** Changes some fields of one person. */
  change: (member: MemberKey, changes: Partial<FamilyMember>, words: string, series?: string) => void
  undo: () => void
  redo: () => void
  save: () => void
  forgetConflicts: () => void
  /** Tells screen readers what an action did. */
  announce: (words: string) => void
  /** What somebody without a name is called: `sister of Ana Brook`. */
  callOf: (member: MemberKey) => string
  numberOf: (member: MemberKey) => string
}

export const OpenFamilyContext = createContext<OpenFamily | null>(null)

export function useOpenFamily(): OpenFamily {
  const open = useContext(OpenFamilyContext)
  if (!open) throw new Error('No family is open here')
  return open
}
