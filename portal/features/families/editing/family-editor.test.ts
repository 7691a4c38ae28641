import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ProblemError, problemOf } from '#contract/errors.ts'
import type { Family } from '#contract/families.ts'
import { addChildrenOf, memberOf, withMember } from '#domain/family/additions.ts'
import { applyChange, changeBetween, type FamilyChange } from '#domain/family/change.ts'
import { newErrors } from '#domain/family/checks.ts'
import { removeMember } from '#domain/family/removal.ts'
import { family as familyOf, numberedKeys } from '#domain/family/testing/families.ts'
import { createFamilyEditor, type FamilyServer, type KeptChanges } from './family-editor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const START: Family = {
  ...{ id: 1, hospitalCode: '1001', name: 'Brook', probands: '', peopleCount: 2 },
  ...{ changedAt: '2026-01-01T00:00:00.000Z', changedBy: 'Ada', version: 1 },
  document: familyOf(['ana', 'woman'], ['ben', 'man']),
}

/** Two writers share it: it merges as the real one does. */
function sharedServer() {
  let stored = START
  const problems: ProblemError[] = []
  const take = (change: FamilyChange) => {
    const { document, conflicts } = applyChange(stored.document, change)
    stored = { ...stored, document, version: stored.version + 1 }
    return { family: stored, conflicts }
  }
  const server: FamilyServer = {
    get: async () => stored,
    change: async (change) => {
      const problem = problems.shift()
      if (problem) throw problem
      const { document } = applyChange(stored.document, change)
      if (newErrors(stored.document, document).length > 0) throw new ProblemError(problemOf('invalid-fields'))
      return take(change)
    },
  }
  return { server, stored: () => stored, refuse: (problem: ProblemError) => problems.push(problem) }
}

function storage(): KeptChanges {
  let kept: readonly FamilyChange[] = []
  return {
    read: () => kept,
    write: (next) => {
      kept = next
    },
  }
}

const open = (server: FamilyServer, family = START, kept = storage()) => {
  const editor = createFamilyEditor(server, family, kept)
  editor.start()
  const name = (member: string, firstName: string, series?: string) =>
    editor.edit(withMember(editor.state().document, member, { firstName }), `${member} renamed`, series)
  const nameOf = (member: string) => memberOf(editor.state().document, member).firstName
  return { editor, name, nameOf }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const settle = () => vi.advanceTimersByTimeAsync(2_000)

test('what is typed is shown at once, saved soon, and undone as one action', async () => {
  const { server, stored } = sharedServer()
  const { editor, name, nameOf } = open(server)
  for (const text of ['A', 'Am', 'Amy']) name('ana', text, 'ana firstName')
  expect([nameOf('ana'), editor.state().status.kind]).toEqual(['Amy', 'saving'])
  await settle()
  expect([memberOf(stored().document, 'ana').firstName, editor.state().status.kind]).toEqual(['Amy', 'saved'])
  expect(editor.undo()).toBe('ana renamed')
  await settle()
  expect(memberOf(stored().document, 'ana').firstName).toBe('ana')
  expect([editor.state().undoable, editor.redo()]).toEqual([null, 'ana renamed'])
  await settle()
  expect(memberOf(stored().document, 'ana').firstName).toBe('Amy')
})

test('[FAM-01] two writers keep what both did; each undoes only their own, and hears what the other changed too', async () => {
  const { server, stored } = sharedServer()
  const [one, other] = [open(server), open(server)]
  one.name('ana', 'Anna')
  await settle()
  other.name('ben', 'Benno')
  await settle()
  expect(
    stored()
      .document.people.map(({ firstName }) => firstName)
      .sort(),
  ).toEqual(['Anna', 'Benno'])
  one.editor.onUpdate(stored().version)
  await settle()
  expect([one.nameOf('ana'), one.nameOf('ben')]).toEqual(['Anna', 'Benno'])
  // The other changes the same name: undoing leaves the other's.
  other.name('ana', 'Annika')
  await settle()
  one.editor.onUpdate(stored().version)
  await settle()
  one.editor.undo()
  await settle()
  expect(
    stored()
      .document.people.map(({ firstName }) => firstName)
      .sort(),
  ).toEqual(['Annika', 'Benno'])
  expect(one.editor.state().conflicts).toEqual([{ list: 'people', key: 'ana', field: 'firstName' }])
})

test('a save that fails is tried again; a page that is read again finds what was typed', async () => {
  const { server, stored, refuse } = sharedServer()
  const kept = storage()
  const { editor, name } = open(server, START, kept)
  refuse(new ProblemError(problemOf('not-signed-in')))
  refuse(new ProblemError(problemOf('not-signed-in')))
  name('ana', 'Anna')
  await vi.advanceTimersByTimeAsync(600)
  expect(editor.state().status).toMatchObject({ kind: 'failed', again: true })
  const again = open(server, START, kept)
  expect(again.nameOf('ana')).toBe('Anna')
  await settle()
  expect(memberOf(stored().document, 'ana').firstName).toBe('Anna')
  expect(kept.read()).toEqual([])
})

test('what the server refuses is not sent again until it is changed or undone', async () => {
  const { server, stored, refuse } = sharedServer()
  const { editor, name } = open(server)
  refuse(new ProblemError(problemOf('invalid-fields')))
  name('ana', 'Anna')
  await settle()
  expect(editor.state().status).toMatchObject({ kind: 'failed', again: false })
  editor.undo()
  await settle()
  expect([editor.state().status.kind, stored().version]).toEqual(['saved', 1])
})

/** One adds a child of somebody whom the other has removed meanwhile. */
const WITHOUT_BEN = removeMember(START.document, 'ben', numberedKeys())
const KIM = addChildrenOf(
  START.document,
  'ben',
  [{ gender: '', firstName: 'Kim' }],
  numberedKeys('k'),
).document

test('what cannot be any more because a colleague removed somebody is named, and keeps nothing else from being saved', async () => {
  const { server, stored } = sharedServer()
  const [one, other] = [open(server), open(server)]
  one.editor.edit(WITHOUT_BEN, 'ben removed')
  await settle()
  other.editor.edit(KIM, 'Kim added')
  await settle()
  other.name('ana', 'Anna')
  await settle()
  expect(other.editor.state().status.kind).toBe('saved')
  expect(stored().document.people.map(({ firstName }) => firstName)).toEqual(['Anna'])
  expect(other.editor.state().document).toEqual(stored().document)
  expect(other.editor.state().conflicts.map(({ list }) => list)).toContain('people')
})

test('nor does it after the page was read again, where it cannot be undone', async () => {
  const { server, stored } = sharedServer()
  const kept = storage()
  kept.write([changeBetween(START.document, KIM)])
  open(server).editor.edit(WITHOUT_BEN, 'ben removed')
  await settle()
  const again = open(server, stored(), kept)
  await settle()
  again.name('ana', 'Anna')
  await settle()
  expect([again.editor.state().status.kind, kept.read()]).toEqual(['saved', []])
  expect(stored().document.people.map(({ firstName }) => firstName)).toEqual(['Anna'])
})

test('what a colleague built upon is undone as a whole or not at all, and keeps nothing else from being saved', async () => {
  const { server, stored } = sharedServer()
  const [one, other] = [open(server), open(server)]
  one.name('ana', 'Anna')
  one.editor.edit(
    applyChange(one.editor.state().document, changeBetween(START.document, KIM)).document,
    'Kim added',
  )
  await settle()
  other.editor.onUpdate(stored().version)
  await settle()
  const kim = KIM.people.find(({ firstName }) => firstName === 'Kim')?.key ?? ''
  other.name(kim, 'Kimberly')
  await settle()
  one.editor.onUpdate(stored().version)
  await settle()
  const before = stored().document
  expect(one.editor.undo()).toBeNull()
  await settle()
  expect([one.editor.state().document, stored().document]).toEqual([before, before])
  expect(one.editor.state().conflicts).toEqual([{ list: 'people', key: kim, field: '' }])
  // It is not in the way of what was done before it.
  expect([one.editor.undo(), one.editor.state().redoable]).toEqual(['ana renamed', 'ana renamed'])
  await settle()
  expect([one.editor.state().status.kind, memberOf(stored().document, 'ana').firstName]).toEqual([
    'saved',
    'ana',
  ])
})

test('what a colleague refers to is not undone, and named', async () => {
  const { server, stored } = sharedServer()
  const [one, other] = [open(server), open(server)]
  one.editor.edit(KIM, 'Kim added')
  await settle()
  other.editor.onUpdate(stored().version)
  await settle()
  const kim = KIM.people.find(({ firstName }) => firstName === 'Kim')?.key ?? ''
  const { document } = other.editor.state()
  other.editor.edit(
    addChildrenOf(document, kim, [{ gender: '', firstName: 'Lou' }], numberedKeys('l')).document,
    'Lou added',
  )
  await settle()
  one.editor.onUpdate(stored().version)
  await settle()
  expect(one.editor.undo()).toBeNull()
  await settle()
  expect(one.editor.state().status.kind).toBe('saved')
  expect(one.editor.state().conflicts).toContainEqual({ list: 'people', key: kim, field: '' })
  expect(stored().document.people.map(({ firstName }) => firstName)).toContain('Lou')
})

test('what was typed while an earlier change was on its way is sent too by whoever leaves the page', async () => {
  const { server, stored } = sharedServer()
  const slow = {
    ...server,
    change: async (change: FamilyChange) => {
      await pause(300)
      return server.change(change)
    },
  }
  const kept = storage()
  const { editor, name } = open(slow, START, kept)
  name('ana', 'Anna')
  await vi.advanceTimersByTimeAsync(600)
  name('ben', 'Benno')
  editor.stop()
  await settle()
  expect(stored().document.people.map(({ firstName }) => firstName)).toEqual(['Anna', 'Benno'])
  expect(kept.read()).toEqual([])
})
