import { applyPatch } from 'rfc6902'
import { type ErrorCode, ProblemError, problemOf } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import type { DraftServer } from '../autosave.ts'
import { createOrderForm, type OrderForm } from '../order-form.ts'
import { createUnsavedEdits } from '../unsaved.ts'

/** What becomes of a request: it never arrives, or it does and the answer is lost. */
export type RequestFate = 'fine' | 'not-arrived' | 'unanswered'

/** How long a request takes, there and back. */
const LATENCY_MS = 40

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Version {
  by: string
  document: OrderDocument
}

/** One draft at a server that behaves as the real one: a creation is found again by its key, a patch names the version. */
export function createServer() {
  const versions: Version[] = []
  const refuse = (code: ErrorCode): never => {
    throw new ProblemError(problemOf(code))
  }
  const answer = () => {
    const last = versions.at(-1) ?? refuse('not-found')
    return {
      ...{ id: 5, version: versions.length, state: 'draft', updatedBy: last.by },
      document: structuredClone(last.document),
    } as Order
  }
  let key: string | null = null
  return {
    versions,
    exists: () => versions.length > 0,
    current: answer,
    /** The server as `by` reaches it; `fate` is asked at each request. */
    as(by: string, fate: () => RequestFate): DraftServer {
      const carry = async (work: () => void) => {
        const what = fate()
        await wait(LATENCY_MS)
        if (what === 'not-arrived') return refuse('unavailable')
        work()
        await wait(LATENCY_MS)
        return what === 'unanswered' ? refuse('unavailable') : answer()
      }
      return {
        create: (draftKey, document) =>
          carry(() => {
            if (key === draftKey) return
            key = draftKey
            versions.push({ by, document: structuredClone(document) })
          }),
        patch: (_id, version, operations) =>
          carry(() => {
            if (version !== versions.length) refuse('version-conflict')
            const document = structuredClone(versions.at(-1)?.document ?? newOrder())
            applyPatch(document, structuredClone(operations))
            versions.push({ by, document })
          }),
        get: () => carry(() => {}),
      }
    },
  }
}

function memory(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size
    },
  }
}

const UNREACHED = new Promise<never>(() => {})

/** A tab of somebody's browser: the form, which a reload puts up again from what the tab and the server have. */
export function createTab(server: ReturnType<typeof createServer>, by: string, fate: () => RequestFate) {
  const storage = memory()
  let pages = 0
  let form = open(server.exists())

  /** `known`: the draft is in the address. */
  function open(known: boolean): OrderForm {
    const page = ++pages
    /** A page that was left hears nothing any more, and writes nothing. */
    const alive = () => page === pages
    const deliver = async <T>(request: Promise<T>) => {
      const [result] = await Promise.allSettled([request])
      if (!alive()) return UNREACHED
      if (result.status === 'rejected') throw result.reason
      return result.value
    }
    const { create, patch, get } = server.as(by, fate)
    const edits = createUnsavedEdits(storage)
    return createOrderForm({
      hospitalCode: '1001',
      userId: 7,
      blank: newOrder(),
      submitter: null,
      loaded: known ? server.current() : null,
      edits: {
        ...edits,
        save: (...of) => alive() && edits.save(...of),
        forget: (...of) => alive() && edits.forget(...of),
      },
      server: {
        create: (...of) => deliver(create(...of)),
        patch: (...of) => deliver(patch(...of)),
        get: (...of) => deliver(get(...of)),
      },
      onSaved() {},
    })
  }

  form.autosave.wake()
  return {
    form: () => form,
    reload() {
      form.autosave.rest()
      form = open(form.orderId() !== undefined)
      form.autosave.wake()
    },
  }
}
export type Tab = ReturnType<typeof createTab>
