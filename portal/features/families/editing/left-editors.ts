import { changingNotice, holdTab } from '#portal/frame/hold-tab.ts'
import type { createFamilyEditor } from './family-editor.ts'
import * as texts from './texts.ts'

type FamilyEditor = ReturnType<typeof createFamilyEditor>

/** Editors that were left with changes that only this tab has, by their family; with how to let them go. */
const left = new Map<string, { editor: FamilyEditor; release: () => void }>()

/** The editor of a family that was left unsaved, with all that can be undone in it; else a new one. */
export function editorOf(family: string, create: () => FamilyEditor): FamilyEditor {
  return left.get(family)?.editor ?? create()
}

/** The page of the family is open; call what is returned when it is left. `onSaved`: saved after that. */
export function openEditor(family: string, editor: FamilyEditor, onSaved: () => void): () => void {
  left.get(family)?.release()
  editor.start()
  const releaseTab = hold(editor)
  return () => {
    releaseTab()
    if (editor.dirty()) keepSaving(family, editor, onSaved)
    else editor.stop()
  }
}

/** Goes on saving. Until it is done, the tab asks before it is closed; a notice says so once a try has failed. */
function keepSaving(family: string, editor: FamilyEditor, onSaved: () => void): void {
  const say = changingNotice()
  const releaseTab = hold(editor)
  const look = () => {
    const { status, family: saved } = editor.state()
    if (status.kind === 'failed')
      say(status.again ? texts.leftUnsaved(saved.name) : texts.leftRefused(saved.name))
    if (editor.dirty()) return
    release()
    editor.stop()
    onSaved()
  }
  const forget = editor.subscribe(look)
  function release() {
    left.delete(family)
    forget()
    releaseTab()
    say()
  }
  left.set(family, { editor, release })
  void editor.save()
  look()
}

function hold(editor: FamilyEditor): () => void {
  const isSignedOut = () => {
    const { status } = editor.state()
    return status.kind === 'failed' && status.problem.code === 'not-signed-in'
  }
  // Logging in again leaves the page, too, and comes back to the changes in the session storage.
  return holdTab(
    () => editor.dirty() && !isSignedOut(),
    () => void editor.save(),
  )
}
