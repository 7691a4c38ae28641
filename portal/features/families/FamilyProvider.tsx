import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Family } from '#contract/families.ts'
import { withMember } from '#domain/family/additions.ts'
import type { MemberKey } from '#domain/family/document.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { onFamilyUpdate } from '#portal/session/updates.ts'
import { useFamilyLayout } from './drawing/use-family-layout.ts'
import { createFamilyEditor } from './editing/family-editor.ts'
import { keptChanges } from './editing/kept-changes.ts'
import { editorOf, openEditor } from './editing/left-editors.ts'
import { type OpenFamily, OpenFamilyContext } from './open-family.ts'
import { familyOptions } from './queries.ts'
import * as texts from './texts.ts'

interface FamilyProviderProps {
  family: Family
  children: ReactNode
}

/** Opens a family for all tabs of its page: one editor, one drawing, one selection. */
export function FamilyProvider({ family, children }: FamilyProviderProps) {
  const { user, can } = useSession()
  const queries = useQueryClient()
  const { hospitalCode: hospital, id } = family
  const key = `${user.id} ${hospital} ${id}`
  const [editor] = useState(() => editorOf(key, create))
  function create() {
    const params = { hospital, id }
    const server = {
      get: () => api.families.get({ params }),
      change: (body: Parameters<typeof api.families.change>[0]['body']) =>
        api.families.change({ params, body }),
    }
    return createFamilyEditor(server, family, keptChanges(sessionStorage, user.id, hospital, id))
  }
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  const { document } = state
  const { placed, tidy } = useFamilyLayout(document)
  const [selected, select] = useState<MemberKey | null>(
    () => family.document.people.find(({ isProband }) => isProband)?.key ?? null,
  )
  const [announcement, announce] = useState('')

  useEffect(() => {
    const forget = onFamilyUpdate((update) => {
      if (update.familyId !== id) return
      editor.onUpdate(update.version)
      // A step or a relative's result elsewhere changes no version of the family.
      void queries.invalidateQueries({ queryKey: ['families', hospital, 'cascade', id] })
    })
    const saveNow = () => void editor.save()
    addEventListener('pagehide', saveNow)
    const leave = openEditor(key, editor, () =>
      queries.setQueryData(familyOptions(hospital, id).queryKey, editor.state().family),
    )
    return () => {
      forget()
      removeEventListener('pagehide', saveNow)
      leave()
    }
  }, [editor, queries, hospital, id, key])
  // Whoever comes back to the page finds what was saved, not what was read at first.
  const stored = useRef(family)
  useEffect(() => {
    if (stored.current === state.family) return
    stored.current = state.family
    queries.setQueryData(familyOptions(hospital, id).queryKey, state.family)
  }, [state.family, queries, hospital, id])
  // The page was read again: after a gap of the live stream, or because the family was renamed.
  useEffect(() => editor.onUpdate(family.version), [editor, family.version])

  const numberOf = (member: MemberKey) => placed?.layout.places.get(member)?.number ?? ''
  const sentences = useMemo(() => sentencesOf(document, numberOf), [document, placed])
  const present = selected !== null && document.people.some(({ key }) => key === selected) ? selected : null
  const replayed = (words: string | null, tell: (action: string) => string) =>
    words !== null && announce(tell(words))
  const open: OpenFamily = {
    ...{ document, state, placed, tidy, select, announce, numberOf },
    mayChange: can('CreateOrder'),
    selected: present,
    edit: editor.edit,
    change: (member, changes, words, series) =>
      editor.edit(withMember(document, member, changes), words, series),
    undo: () => replayed(editor.undo(), texts.undone),
    redo: () => replayed(editor.redo(), texts.redone),
    save: () => void editor.save(),
    forgetConflicts: editor.forgetConflicts,
    callOf: (member) => sentences.get(member)?.call ?? '',
  }
  return (
    <OpenFamilyContext value={open}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {children}
    </OpenFamilyContext>
  )
}
