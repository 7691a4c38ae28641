import type { FileStore } from '#adapters/files/port.ts'
import type { AuthorizationPacket, coverageRoutes } from '#contract/coverage.ts'
import { fail } from '#contract/errors.ts'
import { letterGaps } from '#domain/coverage/letter.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { addEvent, lockOrder, type StoredOrder } from '#server/features/orders/public.ts'
import type { RunHeavy } from '#server/heavy/heavy-work.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { CoverageDeps, Input } from '../coverage-deps.ts'
import type { writeEstimate } from '../estimate/estimate-pdf.ts'
import {
  findEstimate,
  newestEstimate,
  presentSavedEstimate,
  type StoredEstimate,
} from '../estimate/estimate-store.ts'
import { institutionNamed, newestLetter, writeLetter } from './letter-store.ts'
import { closedBecause, isOfPacket, originOf, type PacketDeps, packetOf } from './packet.ts'
import { attachable, type writePacket } from './packet-pdf.ts'

export interface AuthorizationDeps extends PacketDeps, Pick<CoverageDeps, 'connection'> {
  files: FileStore
  /** Runs the PDF writer. */
  heavy: RunHeavy
}

type Names = 'estimatePdf' | 'authorization' | 'saveLetter' | 'signLetter' | 'packet'

/** Coverage documents: the patient's estimate as a PDF, and the authorization packet for the payer. */
export function authorizationHandlers(deps: AuthorizationDeps): Pick<Handlers<typeof coverageRoutes>, Names> {
  return {
    estimatePdf: (request) => printEstimate(deps)(request.authority, request),
    authorization: (request) => readAuthorization(deps)(request.authority, request),
    saveLetter: (request) => saveLetter(deps)(request.authority, request),
    signLetter: (request) => signLetter(deps)(request.authority, request),
    packet: (request) => printPacket(deps)(request.authority, request),
  }
}

interface LetterOrder {
  hospital: string
  id: number
}

const entity = ({ hospital, id }: LetterOrder) => ({ kind: 'order', id, institution: hospital })

const here = (file: string) => new URL(file, import.meta.url).href

function printEstimate({ connection, heavy, laboratory }: AuthorizationDeps) {
  return async (authority: Authority, { params, query: { language } }: Input<'estimatePdf'>) => {
    const { saved, clinic } = await withScope(connection, authority, async (scope) => {
      const row = await findEstimate(scope, params.hospital, params.id)
      await audit(scope, 'estimate.print', { ...entity(params), kind: 'estimate' }, { language })
      return { saved: presentSavedEstimate(row), clinic: await institutionNamed(scope, params.hospital) }
    })
    const input: Parameters<typeof writeEstimate>[0] = { saved, language, letterhead: { laboratory, clinic } }
    const work = { module: here('../estimate/estimate-pdf.ts'), name: 'writeEstimate', input }
    return heavy<Uint8Array>({ ...work, who: authority.actor.subject })
  }
}

function readAuthorization(deps: AuthorizationDeps) {
  return (authority: Authority, { params }: Input<'authorization'>) =>
    withScope(deps.connection, authority, async (scope) => {
      const reply = await loadPacketReply(deps, scope, params)
      await audit(scope, 'authorization.view', entity(params))
      return reply
    })
}

async function loadPacketReply(
  deps: PacketDeps,
  scope: Scope,
  letterOrder: LetterOrder,
): Promise<AuthorizationPacket> {
  const packet = await packetOf(deps, scope, await lockOrder(scope, letterOrder))
  return packet.reply
}

async function withOrigin(scope: Scope, order: StoredOrder) {
  return { id: order.id, document: order.document, origin: await originOf(scope, order) }
}

/** Locks the order, if its letter may be changed and is at the version that the user has seen. */
async function openLetter(scope: Scope, letterOrder: LetterOrder, version: number) {
  const order = await lockOrder(scope, letterOrder)
  const closed = closedBecause(order)
  if (closed !== null) fail('wrong-state', { detail: closed })
  const { letter, version: current } = await newestLetter(scope, await withOrigin(scope, order))
  if (current !== version)
    fail('version-conflict', {
      detail: letter
        ? `${letter.edited_by_name} changed the letter on ${dayInWords(todayAtLaboratory(letter.edited_at))}.`
        : 'The letter has not been saved yet, or the order is about another patient now. Reload it.',
    })
  return { id: order.id, institution: letterOrder.hospital }
}

function saveLetter(deps: AuthorizationDeps) {
  return (authority: Authority, { params, body: { version, text } }: Input<'saveLetter'>) =>
    withScope(deps.connection, authority, async (scope) => {
      const order = await openLetter(scope, params, version)
      await writeLetter(scope, { order, version: version + 1, text, isSigned: false })
      await audit(scope, 'letter.save', entity(params), { version: version + 1 })
      return loadPacketReply(deps, scope, params)
    })
}

function signLetter(deps: AuthorizationDeps) {
  return (authority: Authority, { params, body: { version, text } }: Input<'signLetter'>) =>
    withScope(deps.connection, authority, async (scope) => {
      assertLetterComplete(text)
      const order = await lockOrder(scope, params)
      const { letter: current } = await newestLetter(scope, await withOrigin(scope, order))
      // A repeat after a lost reply.
      const isDone = current?.signed_by === scope.actor.id && current.body === text
      if (isDone && current.order_id === order.id) {
        await audit(scope, 'authorization.view', entity(params))
        return loadPacketReply(deps, scope, params)
      }
      const letterOrder = await openLetter(scope, params, version)
      if (scope.actor.npi === '')
        fail('forbidden', { detail: 'Only a user with an NPI can sign a letter of medical necessity.' })
      await writeLetter(scope, { order: letterOrder, version: version + 1, text, isSigned: true })
      await addEvent(scope, letterOrder, 'letter-signed')
      await audit(scope, 'letter.sign', entity(params), { version: version + 1 })
      return loadPacketReply(deps, scope, params)
    })
}

/** Refuses to sign a letter that still has gaps. */
function assertLetterComplete(text: string) {
  const [first, ...more] = letterGaps(text)
  if (first === undefined) return
  const message = `Complete or delete the text in square brackets: ${[first, ...more].join('; ')}.`
  fail('invalid-fields', { errors: [{ path: '/text', rule: 'unwritten', message }] })
}

/** An estimate without an amount is not sent to the payer. */
function hasAmount({ content: { estimate } }: StoredEstimate): boolean {
  return estimate !== null && estimate.result.kind !== 'none'
}

function printPacket(deps: AuthorizationDeps) {
  return async (authority: Authority, { params }: Input<'packet'>) => {
    const now = deps.now()
    const { packet, saved } = await withScope(deps.connection, authority, async (scope) => {
      const order = await lockOrder(scope, params)
      const packet = await packetOf(deps, scope, order)
      const { document } = order
      const row = await newestEstimate(scope.db, { ...params, document })
      const isEnclosed = row && hasAmount(row) && isOfPacket(row, packet)
      await audit(scope, 'authorization.print', entity(params))
      // Printing the packet counts as reading its documents, as through their own route.
      for (const { id } of attachable(packet.evidence).attached)
        await audit(scope, 'document.read', entity(params), { document: id })
      return { packet, saved: isEnclosed ? presentSavedEstimate(row) : null }
    })
    const files = []
    for (const { file_key, ...file } of attachable(packet.evidence).attached)
      files.push({ ...file, content: await deps.files.get(file_key) })
    const enclosed = { saved, files, laboratory: deps.laboratory, now }
    const input: Parameters<typeof writePacket>[0] = { packet, enclosed }
    const work = { module: here('./packet-pdf.ts'), name: 'writePacket', input }
    return deps.heavy<Uint8Array>({ ...work, who: authority.actor.subject })
  }
}
