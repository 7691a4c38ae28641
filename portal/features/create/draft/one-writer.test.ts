import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newOrder } from '#domain/orders/document.ts'
import { cases } from '#domain/testing/cases.ts'
import { anEdit } from './testing/edits.ts'
import { createServer, createTab, type RequestFate } from './testing/server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const aFate = fc.constantFrom<RequestFate>('fine', 'not-arrived', 'unanswered')
const aStep = fc.oneof(
  { weight: 5, arbitrary: anEdit.map((edit) => ({ kind: 'edit' as const, edit })) },
  { weight: 4, arbitrary: fc.constantFrom(20, 60, 900, 5000).map((ms) => ({ kind: 'pass' as const, ms })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' as const }) },
)

it('gives the document that was typed, whatever is edited, saved and reloaded, over any bad line', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aStep, { maxLength: 25 }),
      fc.array(aFate, { maxLength: 12 }),
      async (steps, fates) => {
        const server = createServer()
        const coming = [...fates]
        const tab = createTab(server, 'me', () => coming.shift() ?? 'fine')
        let typed = newOrder()
        for (const [index, step] of steps.entries()) {
          if (step.kind === 'edit') {
            const edit = step.edit(`mark-${index}`)
            typed = edit(typed)
            tab.form().edit(edit)
          } else if (step.kind === 'pass') await vi.advanceTimersByTimeAsync(step.ms)
          else tab.reload()
          expect(tab.form().state().document).toEqual(typed)
          expect(tab.form().autosave.status().kind).not.toBe('conflict')
        }
        coming.length = 0
        await vi.advanceTimersByTimeAsync(200_000)
        expect(tab.form().autosave.dirty()).toBe(false)
        expect(tab.form().state().document).toEqual(typed)
        expect(server.exists() ? server.current().document : newOrder()).toEqual(typed)
      },
    ),
    { numRuns: cases(300) },
  )
})
