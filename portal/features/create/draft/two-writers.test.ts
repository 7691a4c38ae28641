import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OrderDocument } from '#domain/orders/document.ts'
import { cases } from '#domain/testing/cases.ts'
import { anEdit } from './testing/edits.ts'
import { createServer, createTab, type RequestFate, type Tab } from './testing/server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const WRITERS = ['Kerttu', 'Aulis'] as const
type Writer = (typeof WRITERS)[number]

const aFate = fc.constantFrom<RequestFate>('fine', 'fine', 'not-arrived', 'unanswered')
const aStep = fc.record({
  who: fc.constantFrom(...WRITERS),
  what: fc.oneof(
    { weight: 5, arbitrary: anEdit.map((edit) => ({ kind: 'edit' as const, edit })) },
    { weight: 4, arbitrary: fc.constantFrom(20, 60, 900, 5000).map((ms) => ({ kind: 'pass' as const, ms })) },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'reload' as const }, { kind: 'hear' as const }) },
  ),
})

/** Every field of the document by a name that stays, whatever stands before its row. */
function fieldsOf(document: OrderDocument): Map<string, string> {
  const fields = new Map<string, string>()
  const put = (path: string, row: object) => {
    for (const [name, value] of Object.entries(row)) fields.set(`${path}/${name}`, JSON.stringify(value))
  }
  const { tests, patients, samples, overrides, ...rest } = document
  for (const override of overrides) put(`/overrides/${override.key}`, override)
  for (const test of tests) if (test.testCode !== '') put(`/tests/${test.testCode}`, test)
  for (const sample of samples) put(`/samples/${sample.key}`, sample)
  for (const { contacts, sexAndGender = {}, ...patient } of patients) {
    put(`/patients/${patient.key}`, patient)
    put(`/patients/${patient.key}/sexAndGender`, sexAndGender)
    for (const contact of contacts) put(`/patients/${patient.key}/contacts/${contact.type}`, contact)
  }
  put('', rest)
  return fields
}

/** What each person has seen of each field: shown in the form, or as the other's side of a conflict. */
function createWitness() {
  const seen = new Set<string>()
  const name = (path: string, value: string | undefined) => `${path} = ${value ?? 'removed'}`
  return {
    saw(document: OrderDocument) {
      for (const [path, value] of fieldsOf(document)) seen.add(name(path, value))
    },
    /** Asked about `path`: whatever of it the other has, and of the person's specimens. */
    recordConflict(path: string, local: OrderDocument, remote: OrderDocument) {
      const other = fieldsOf(remote)
      const person = /^\/patients\/([^/]+)$/.exec(path)?.[1]
      const samples = [...local.samples, ...remote.samples].filter(({ patient }) => patient === person)
      const prefixes = [path, ...samples.map(({ key }) => `/samples/${key}`)]
      for (const field of [...fieldsOf(local).keys(), ...other.keys()])
        if (prefixes.some((prefix) => field === prefix || field.startsWith(`${prefix}/`)))
          seen.add(name(field, other.get(field)))
    },
    hasSeen: (path: string, value: string | undefined) => seen.has(name(path, value)),
  }
}

it('never loses one’s change silently: both are in the result, or a conflict was shown', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aStep, { maxLength: 30 }),
      fc.array(aFate, { maxLength: 16 }),
      fc.infiniteStream(fc.boolean()),
      async (steps, fates, decisions) => {
        const server = createServer()
        const coming = [...fates]
        const fate = () => coming.shift() ?? 'fine'
        const first = createTab(server, WRITERS[0], () => 'fine')
        first.form().edit((document) => ({ ...document, clinicalNotes: 'The beginning' }))
        await vi.advanceTimersByTimeAsync(1000)
        const tabs: Record<Writer, Tab> = {
          Kerttu: createTab(server, 'Kerttu', fate),
          Aulis: createTab(server, 'Aulis', fate),
        }
        const witnesses = { Kerttu: createWitness(), Aulis: createWitness() }
        const visibleDocuments = new Map<Writer, OrderDocument>()
        const onServer = new Set<string>()
        let checked = 0

        /** What each has on the screen now; what went away from it without them must have been on the server. */
        function look(edited?: Writer) {
          for (const { document } of server.versions.slice(checked))
            for (const [path, value] of fieldsOf(document)) onServer.add(`${path} = ${value}`)
          for (const who of WRITERS) {
            const { document } = tabs[who].form().state()
            const before = visibleDocuments.get(who)
            const now = fieldsOf(document)
            if (before && who !== edited)
              for (const [path, value] of fieldsOf(before))
                if (now.get(path) !== value) expect([...onServer]).toContain(`${path} = ${value}`)
            visibleDocuments.set(who, document)
            witnesses[who].saw(document)
          }
          // Who put something else in the place of the other's knew what stood there.
          for (; checked < server.versions.length; checked += 1) {
            const [before, after] = [server.versions[checked - 1], server.versions[checked]]
            if (!before || !after) continue
            const now = fieldsOf(after.document)
            for (const [path, value] of fieldsOf(before.document))
              if (now.get(path) !== value)
                expect(
                  witnesses[after.by as Writer].hasSeen(path, value),
                  `${after.by} knew ${path} ${value}`,
                ).toBe(true)
          }
        }

        async function decide(who: Writer) {
          const { autosave, state } = tabs[who].form()
          const status = autosave.status()
          if (status.kind !== 'conflict') return
          for (const { path } of status.overlaps)
            witnesses[who].recordConflict(path, state().document, status.remote.document)
          const taken = status.overlaps.filter(() => decisions.next().value).map(({ path }) => path)
          void autosave.resolve(taken)
          look(who)
        }

        look('Kerttu')
        look('Aulis')
        for (const [index, { who, what }] of steps.entries()) {
          if (what.kind === 'edit') {
            // A dialog is in front of the form until it is decided.
            await decide(who)
            tabs[who].form().edit(what.edit(`${who}-${index}`))
            look(who)
          } else if (what.kind === 'pass') await vi.advanceTimersByTimeAsync(what.ms)
          else if (what.kind === 'hear') void tabs[who].form().autosave.catchUp()
          else tabs[who].reload()
          look()
        }
        coming.length = 0
        for (let round = 0; round < 12; round += 1) {
          for (const who of WRITERS) {
            await decide(who)
            await vi.advanceTimersByTimeAsync(70_000)
            look()
          }
        }
        for (const who of WRITERS) expect(tabs[who].form().autosave.dirty()).toBe(false)
        for (const who of WRITERS)
          await Promise.all([tabs[who].form().autosave.catchUp(), vi.advanceTimersByTimeAsync(5000)])
        expect(tabs.Kerttu.form().state().document).toEqual(server.current().document)
        expect(tabs.Aulis.form().state().document).toEqual(server.current().document)
      },
    ),
    { numRuns: cases(300) },
  )
})
