import type { Operation } from 'rfc6902'
import { applyPatch } from 'rfc6902'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ErrorCode, type Problem, ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { createAutosave, type SavedOrder, waitAfter } from './autosave.ts'
import { withValueAt } from './pointer.ts'

const problem = (code: ErrorCode) => new ProblemError(problemOf(code))

/** A server with one order, and a form on it. */
function setUp(begin: { saved?: SavedOrder; visibleDocument?: OrderDocument } = {}) {
  const world = {
    visibleDocument: begin.visibleDocument ?? begin.saved?.document ?? newOrder(),
    order: (begin.saved ?? null) as SavedOrder | null,
    state: 'draft' as Order['state'],
    requests: [] as string[],
    /** What the next requests answer instead; 'lost' does the work and loses the answer. */
    troubles: [] as (ErrorCode | 'lost' | null)[],
    refusals: [] as Problem[],
    /** What happens while the answer of a GET is on its way. */
    whileGetting: () => {},
  }
  const reply = () => ({ ...structuredClone(world.order), state: world.state }) as Order
  const answered = async (name: string, work: () => void) => {
    world.requests.push(name)
    const trouble = world.troubles.shift() ?? null
    if (trouble !== null && trouble !== 'lost') throw problem(trouble)
    work()
    if (trouble === 'lost') throw problem('unavailable')
    return reply()
  }
  const autosave = createAutosave({
    draftKey: 'key',
    saved: begin.saved ?? null,
    document: () => world.visibleDocument,
    replace: (document) => {
      world.visibleDocument = document
    },
    onSending: () => {},
    onSaved: () => {},
    onRefused: (refusal) => world.refusals.push(refusal),
    server: {
      create: (_key, document) =>
        answered('create', () => {
          world.order ??= { id: 5, version: 1, document }
        }),
      patch: (id, version, operations: Operation[]) =>
        answered('patch', () => {
          if (world.state !== 'draft') throw problem('wrong-state')
          if (!world.order || version !== world.order.version) throw problem('version-conflict')
          const document = structuredClone(world.order.document)
          applyPatch(document, structuredClone(operations))
          world.order = { id, version: version + 1, document }
        }),
      async get() {
        const order = await answered('get', () => {})
        world.whileGetting()
        return order
      },
    },
  })
  const type = (path: string, value: unknown) => {
    world.visibleDocument = withValueAt(world.visibleDocument, path, value)
    autosave.edited()
  }
  const other = (path: string, value: unknown) => {
    if (!world.order) throw new Error('no order yet')
    const document = withValueAt(world.order.document, path, value)
    world.order = { ...world.order, version: world.order.version + 1, document }
  }
  return { world, autosave, type, other }
}
const saved: SavedOrder = { id: 5, version: 3, document: newOrder() }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('autosave', () => {
  it('creates nothing until something was typed', async () => {
    const { world, autosave, type } = setUp()
    expect(await autosave.flush()).toBe(true)
    expect(world.requests).toEqual([])
    type('/clinicalNotes', 'a')
    type('/clinicalNotes', '')
    await pass(60_000)
    expect(world.requests).toEqual([])
    expect(autosave.status()).toEqual({ kind: 'untouched' })
  })

  it('creates the draft once typing pauses, then sends patches against the version last seen', async () => {
    const { world, autosave, type } = setUp()
    type('/clinicalNotes', 'a')
    type('/clinicalNotes', 'ab')
    await pass(800)
    expect(world.requests).toEqual(['create'])
    expect(autosave.status().kind).toBe('saved')
    type('/patients/0/firstName', 'Lucía')
    await pass(800)
    expect(world.requests).toEqual(['create', 'patch'])
    expect(world.order).toMatchObject({ version: 2, document: world.visibleDocument })
  })

  it('has one request on its way at a time, and the newest state wins', async () => {
    const { world, autosave, type } = setUp({ saved })
    type('/clinicalNotes', 'a')
    const first = autosave.flush()
    type('/clinicalNotes', 'ab')
    const second = autosave.flush()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(world.requests).toEqual(['patch', 'patch'])
    expect(world.order?.document.clinicalNotes).toBe('ab')
  })

  it('tries again by itself with growing delays, and tells that it is not saved', async () => {
    const { world, autosave, type } = setUp({ saved })
    world.troubles = ['unavailable', 'unavailable', 'internal']
    type('/clinicalNotes', 'a')
    await pass(800)
    expect(autosave.status()).toMatchObject({ kind: 'failed', again: true })
    type('/clinicalNotes', 'ab')
    await pass(999)
    expect(world.requests).toHaveLength(1)
    await pass(1)
    expect(world.requests).toHaveLength(2)
    await pass(2000)
    await pass(4000)
    expect(world.requests).toHaveLength(4)
    expect(autosave.status().kind).toBe('saved')
    expect(world.order?.document.clinicalNotes).toBe('ab')
    expect([1, 2, 3, 20].map(waitAfter)).toEqual([1000, 2000, 4000, 60_000])
  })

  it('does not repeat what was refused, until it was changed', async () => {
    const { world, autosave, type } = setUp({ saved })
    world.troubles = ['invalid-fields']
    type('/patients/0/contacts/0/value', 'x')
    await pass(800)
    expect(autosave.status()).toMatchObject({ kind: 'failed', again: false })
    expect(world.refusals).toMatchObject([{ code: 'invalid-fields' }])
    await pass(600_000)
    expect(world.requests).toHaveLength(1)
    type('/patients/0/contacts/0/value', '312 555 0100')
    await pass(800)
    expect(autosave.status().kind).toBe('saved')
  })

  it('finds the draft it has made when the answer of the creation was lost', async () => {
    const { world, autosave, type } = setUp()
    world.troubles = ['lost']
    type('/clinicalNotes', 'a')
    await pass(800)
    type('/clinicalNotes', 'ab')
    expect(await autosave.flush()).toBe(true)
    expect(world.requests).toEqual(['create', 'create', 'patch'])
    expect(world.order).toMatchObject({ version: 2, document: { clinicalNotes: 'ab' } })
  })

  it('does not call its own lost change somebody else’s', async () => {
    const { world, autosave, type } = setUp({ saved })
    world.troubles = ['lost']
    type('/clinicalNotes', 'a')
    await pass(800)
    type('/clinicalNotes', 'ab')
    expect(await autosave.flush()).toBe(true)
    expect(world.order?.document.clinicalNotes).toBe('ab')
  })

  it('puts another person’s change of another field in and goes on', async () => {
    const { world, autosave, type, other } = setUp({ saved })
    other('/patients/0/lastName', 'Moreno')
    type('/patients/0/firstName', 'Lucía')
    expect(await autosave.flush()).toBe(true)
    expect(world.visibleDocument.patients[0]).toMatchObject({ firstName: 'Lucía', lastName: 'Moreno' })
    expect(world.order?.document).toEqual(world.visibleDocument)
  })

  it('asks when both changed one field, sends nothing meanwhile, and saves what was decided', async () => {
    const { world, autosave, type, other } = setUp({ saved })
    other('/clinicalNotes', 'theirs')
    other('/patients/0/firstName', 'Lucia')
    type('/clinicalNotes', 'mine')
    type('/patients/0/firstName', 'Lucía')
    expect(await autosave.flush()).toBe(false)
    expect(autosave.status()).toMatchObject({
      kind: 'conflict',
      overlaps: [{ path: '/patients/proband/firstName' }, { path: '/clinicalNotes' }],
    })
    await pass(600_000)
    expect(world.requests).toEqual(['patch', 'get'])
    expect(await autosave.resolve(['/clinicalNotes'])).toBe(true)
    expect(world.order?.document).toMatchObject({
      clinicalNotes: 'theirs',
      patients: [{ firstName: 'Lucía' }],
    })
  })

  it('stops when the order was submitted or thrown away elsewhere', async () => {
    const submitted = setUp({ saved })
    submitted.world.state = 'en-route'
    submitted.type('/clinicalNotes', 'a')
    expect(await submitted.autosave.flush()).toBe(false)
    expect(submitted.autosave.status()).toEqual({ kind: 'closed', why: 'submitted' })

    const discarded = setUp({ saved })
    discarded.world.troubles = ['not-found']
    discarded.type('/clinicalNotes', 'a')
    await discarded.autosave.flush()
    expect(discarded.autosave.status()).toEqual({ kind: 'closed', why: 'discarded' })
    discarded.type('/clinicalNotes', 'ab')
    await pass(600_000)
    expect(discarded.world.requests).toEqual(['patch'])
  })

  it('saves restored edits against the version they were made to', async () => {
    const { world, autosave, other } = setUp({
      saved,
      visibleDocument: { ...saved.document, clinicalNotes: 'typed' },
    })
    other('/patients/0/lastName', 'Moreno')
    autosave.wake()
    await pass(800)
    await pass(800)
    expect(world.order?.document).toMatchObject({
      clinicalNotes: 'typed',
      patients: [{ lastName: 'Moreno' }],
    })
    expect(autosave.dirty()).toBe(false)
  })

  it('saves what is typed while another person’s change is being fetched', async () => {
    const { world, autosave, type, other } = setUp({ saved })
    other('/patients/0/lastName', 'Moreno')
    world.whileGetting = () => type('/clinicalNotes', 'typed')
    await autosave.catchUp()
    expect(autosave.status()).toEqual({ kind: 'unsaved' })
    await pass(800)
    expect(world.requests).toEqual(['get', 'patch'])
    expect(autosave.status().kind).toBe('saved')
    expect(world.order?.document).toMatchObject({
      clinicalNotes: 'typed',
      patients: [{ lastName: 'Moreno' }],
    })
  })

  it('sends nothing by itself while resting', async () => {
    const { world, autosave, type } = setUp({ saved })
    type('/clinicalNotes', 'a')
    autosave.rest()
    await pass(600_000)
    expect(world.requests).toEqual([])
    expect(autosave.dirty()).toBe(true)
  })
})
