import { cleanNotifications } from '@mantine/notifications'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Family } from '#contract/families.ts'
import { withMember } from '#domain/family/additions.ts'
import { applyChange, type FamilyChange } from '#domain/family/change.ts'
import { family as familyOf } from '#domain/family/testing/families.ts'
import { NoticeArea } from '#ui/NoticeArea.tsx'
import { show } from '#ui/testing/show-field.tsx'
import { createFamilyEditor } from './family-editor.ts'
import { editorOf, openEditor } from './left-editors.ts'

// All component tests share one page: what another test reported still stands in the places for notices.
beforeEach(() => cleanNotifications())

const wouldAsk = () => {
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  return closing.defaultPrevented
}
const notice = page.getByText(/^Family “Brook” (isn’t saved yet|has changes that aren’t saved)/)

/** An open family whose server refuses every change with `problem`, until that is null. */
function openFamily(problem: ReturnType<typeof problemOf> | null) {
  const line = { problem }
  let stored: Family = {
    ...{ id: 1, hospitalCode: '1001', name: 'Brook', probands: '', peopleCount: 1, version: 1 },
    ...{ changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada', document: familyOf(['ana', 'woman']) },
  }
  const server = {
    get: async () => stored,
    change: async (change: FamilyChange) => {
      if (line.problem) throw new ProblemError(line.problem)
      const { document, conflicts } = applyChange(stored.document, change)
      stored = { ...stored, document, version: stored.version + 1 }
      return { family: stored, conflicts }
    },
  }
  const create = () => createFamilyEditor(server, stored, { read: () => [], write() {} })
  const editor = editorOf('1', create)
  const onSaved = vi.fn()
  const leave = openEditor('1', editor, onSaved)
  onTestFinished(async () => {
    line.problem = null
    await editor.save()
  })
  show(<NoticeArea />)
  return {
    ...{ editor, line, leave, onSaved, create },
    rename: (name: string) =>
      editor.edit(withMember(editor.state().document, 'ana', { firstName: name }), 'Name'),
    name: () => stored.document.people[0]?.firstName,
  }
}

test('a family that is left before it is saved asks before the tab is closed, and is saved at once', async () => {
  const { rename, leave, name, onSaved } = openFamily(null)
  expect(wouldAsk()).toBe(false)
  rename('Anna')
  expect(wouldAsk()).toBe(true)
  leave()
  await expect.poll(() => onSaved).toHaveBeenCalledOnce()
  expect(name()).toBe('Anna')
  expect(wouldAsk()).toBe(false)
  await expect.element(notice).not.toBeInTheDocument()
})

test('one that cannot be saved says so until it is, once the line is back', async () => {
  const { rename, leave, name, line } = openFamily(problemOf('unavailable'))
  rename('Anna')
  leave()
  await expect.element(page.getByText(/Retrying automatically/)).toBeVisible()
  expect(wouldAsk()).toBe(true)
  line.problem = null
  dispatchEvent(new Event('online'))
  await expect.element(notice).not.toBeInTheDocument()
  expect(name()).toBe('Anna')
  expect(wouldAsk()).toBe(false)
})

test('one that is refused is opened again as it was left', async () => {
  const { editor, create, rename, leave, onSaved } = openFamily(problemOf('not-offered'))
  rename('Anna')
  leave()
  await expect.element(page.getByText(/Open it to see why/)).toBeVisible()
  expect(editorOf('2', create)).not.toBe(editor)
  const again = editorOf('1', create)
  expect(again).toBe(editor)
  expect(again.state()).toMatchObject({ undoable: 'Name', status: { kind: 'failed' } })
  const leaveAgain = openEditor('1', again, onSaved)
  await expect.element(notice).not.toBeInTheDocument()
  expect(wouldAsk()).toBe(true)
  leaveAgain()
  await expect.element(notice).toBeVisible()
})
