import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ProblemError } from '#contract/errors.ts'
import { type Clinic, clinicOf, failureOf, HOSPITAL, openClinic, type RefusalSet } from '../../e2e/clinic.ts'
import { type Answers, countingFetch } from './answers.ts'

/** The work acknowledged to the clinicians. */
interface AcknowledgedWork {
  /** Draft numbers, with the patient's last name. */
  drafts: Map<number, string>
  submitted: Set<number>
  /** Document numbers, with the order's number and the content's SHA-256. */
  documents: Map<number, { order: number; hash: string }>
}

export interface Load {
  clinic: Clinic
  /** Number of acknowledgements. */
  done(): number
  /** Orders whose submission was acknowledged. */
  submitted: ReadonlySet<number>
  /** Rejects if a clinician meets a failure that is not temporary. */
  working: Promise<unknown>
  answers(): Answers
  /** Nobody begins anything new. */
  halt(): void
  /** Lets everybody finish their current task. Throws if one met a failure that is not temporary. */
  stop(): Promise<void>
  /** Reads everything acknowledged again. */
  find(): Promise<{ acknowledged: number; found: number; submitted: number; documents: number }>
}

interface LoadOptions {
  /** Clinicians who write orders, add a document to each, and submit it. */
  writers?: number
  /** Clinicians who open lists, orders and reports. */
  readers?: number
  /** Omitted: they sign in. */
  token?: string
  /** Additional repeated work. */
  extraWork?: (clinic: Clinic, turn: number) => Promise<void>
  /** Turn off while there is nowhere to store documents. */
  withDocuments?: boolean
}

const RETRY_MS = 200
/** Longer than any run here. */
const GIVES_UP_AFTER_MS = 300_000
/** `hung` was already counted as wrong. */
const PASSING = ['unavailable', 'hung']
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Retries until answered, like a user who presses the button again. */
export async function insist<T>(ask: () => Promise<T>, met: RefusalSet = new Set()): Promise<T> {
  const until = performance.now() + GIVES_UP_AFTER_MS
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const code = failureOf(error)
      met.add(code)
      if (PASSING.includes(code) && performance.now() < until) await delay(RETRY_MS)
      // The details are in the problem, not in the error's message.
      else
        throw new Error(error instanceof ProblemError ? JSON.stringify(error.problem) : code, {
          cause: error,
        })
    }
  }
}

/** Clinicians who work without pause until stopped. */
export async function startLoad(origin: string, name: string, options: LoadOptions = {}): Promise<Load> {
  const { writers = 3, readers = 1, withDocuments = true, extraWork, token } = options
  const { countedFetch, takeAnswers } = countingFetch()
  const clinic =
    token === undefined
      ? await openClinic(origin, 'provider@demo.test', countedFetch)
      : clinicOf(origin, token, countedFetch)
  const { client } = clinic
  const acknowledged: AcknowledgedWork = { drafts: new Map(), submitted: new Set(), documents: new Map() }
  let [stopping, written, done] = [false, 0, 0]

  async function addDocument(order: number, words: string): Promise<void> {
    const content = new TextEncoder().encode(`${words}\n`.repeat(2_000))
    const [uploadKey, filename] = [randomUUID(), `${words}.txt`]
    const file = { filename, mediaType: 'text/plain', content }
    const body = { uploadKey, type: 'Other' as const, description: '', file }
    const uploaded = await insist(() => client.documents.upload({ params: { h: HOSPITAL, id: order }, body }))
    acknowledged.documents.set(uploaded.id, { order, hash: sha256(content) })
    done += 1
  }
  async function writer(): Promise<void> {
    while (!stopping) {
      written += 1
      const lastName = `${name}-${written}`
      const id = await insist(() => clinic.draft(lastName))
      acknowledged.drafts.set(id, lastName)
      done += 1
      if (withDocuments) await addDocument(id, lastName)
      await insist(() => clinic.submit(id))
      acknowledged.submitted.add(id)
      done += 1
    }
  }
  async function reader(): Promise<void> {
    const reported = await insist(() =>
      client.orders.list({ params: { hospital: HOSPITAL }, query: { status: 'reported' } }),
    )
    // With the version: of twins each has a report.
    const each = reported.ordersDTO.map(async ({ id }) => {
      const { reports } = await insist(() => clinic.order(id))
      return reports.map(({ version }) => ({ id, version }))
    })
    const versions = (await Promise.all(each)).flat()
    for (let turn = 0; !stopping; turn += 1) {
      const of = versions[turn % versions.length]
      if (of === undefined) throw new Error('There is no report to read')
      const { id, version } = of
      await insist(() => client.orders.list({ params: { hospital: HOSPITAL }, query: { keyword: name } }))
      await insist(() => client.orders.report({ params: { h: HOSPITAL, id }, query: { version } }))
      await delay(20)
    }
  }

  async function other(): Promise<void> {
    for (let turn = 0; extraWork && !stopping; turn += 1) await extraWork(clinic, turn)
  }

  async function isFound(id: number, lastName: string): Promise<boolean> {
    const order = await insist(() => clinic.order(id))
    const submissions = order.events.filter(({ kind }) => kind === 'submitted').length
    return (
      order.document.patients[0]?.lastName === lastName &&
      submissions === (acknowledged.submitted.has(id) ? 1 : 0)
    )
  }
  async function isStored(id: number, { order, hash }: { order: number; hash: string }): Promise<boolean> {
    const request = { params: { h: HOSPITAL, id: order, documentId: id } }
    return sha256(await insist(() => client.documents.download(request))) === hash
  }

  const working = Promise.all([
    ...Array.from({ length: writers }, writer),
    ...Array.from({ length: readers }, reader),
    other(),
  ])
  // `stop` reports it.
  working.catch(() => undefined)
  return {
    ...{ clinic, working, submitted: acknowledged.submitted },
    done: () => done,
    answers: takeAnswers,
    halt() {
      stopping = true
    },
    async stop() {
      stopping = true
      await working
    },
    async find() {
      const looks = [
        ...[...acknowledged.drafts].map(
          ([id, lastName]) =>
            () =>
              isFound(id, lastName),
        ),
        ...[...acknowledged.documents].map(
          ([id, uploaded]) =>
            () =>
              isStored(id, uploaded),
        ),
      ]
      const [total, left] = [looks.length, [...looks]]
      let found = 0
      const look = async () => {
        for (let next = left.pop(); next; next = left.pop()) if (await next()) found += 1
      }
      await Promise.all(Array.from({ length: 3 }, look))
      const { submitted, documents } = acknowledged
      return { acknowledged: total, found, submitted: submitted.size, documents: documents.size }
    },
  }
}
