import type { FileStore } from '#adapters/files/port.ts'
import type { AuthorizationPacket, coverageRoutes } from '#contract/coverage.ts'
import { fail } from '#contract/errors.ts'
import { letterGaps } from '#domain/coverage/letter.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { type Authority, audit, type Scope, within } from '#server/database/scope.ts'
import { addEvent, heldOrder } from '#server/features/orders/reads.ts'
import type { Handlers } from '#server/handlers.ts'
import type { RunHeavy } from '#server/heavy-work.ts'
import type { CoverageParts, Input } from './coverage-parts.ts'
import type { writeEstimate } from './estimate-pdf.ts'
import { findEstimate, newestEstimate, presentKept, type StoredEstimate } from './estimate-store.ts'
import { institutionNamed, newestLetter, writeLetter } from './letter-store.ts'
import { closedBecause, isOfPacket, originOf, type PacketParts, packetOf } from './packet.ts'
import { attachable, type writePacket } from './packet-pdf.ts'

export interface AuthorizationParts extends PacketParts, Pick<CoverageParts, 'connection'> {
  files: FileStore
  /** Writes PDFs. */
  heavy: RunHeavy
}

type Names = 'estimatePdf' | 'authorization' | 'saveLetter' | 'signLetter' | 'packet'

/** The evidence of coverage: the patient's estimate on paper, and what a payer is sent to authorize the tests. */
export function authorizationHandlers(
  parts: AuthorizationParts,
): Pick<Handlers<typeof coverageRoutes>, Names> {
  return {
    estimatePdf: (request) => printEstimate(parts)(request.authority, request),
    authorization: (request) => readAuthorization(parts)(request.authority, request),
    saveLetter: (request) => saveLetter(parts)(request.authority, request),
    signLetter: (request) => signLetter(parts)(request.authority, request),
    packet: (request) => printPacket(parts)(request.authority, request),
  }
}

interface Place {
  hospital: string
  id: number
}

const entity = ({ hospital, id }: Place) => ({ kind: 'order', id, institution: hospital })

const here = (file: string) => new URL(file, import.meta.url).href

function printEstimate({ connection, heavy, laboratory }: AuthorizationParts) {
  return async (authority: Authority, { params, query: { language } }: Input<'estimatePdf'>) => {
    const { kept, clinic } = await within(connection, authority, async (scope) => {
      const row = await findEstimate(scope.db, params.hospital, params.id)
      await audit(scope, 'estimate.print', { ...entity(params), kind: 'estimate' }, { language })
      return { kept: presentKept(row), clinic: await institutionNamed(scope, params.hospital) }
    })
    const input: Parameters<typeof writeEstimate>[0] = { kept, language, letterhead: { laboratory, clinic } }
    const work = { module: here('./estimate-pdf.ts'), name: 'writeEstimate', input }
    return heavy<Uint8Array>({ ...work, who: authority.actor.subject })
  }
}

function readAuthorization(parts: AuthorizationParts) {
  return (authority: Authority, { params }: Input<'authorization'>) =>
    within(parts.connection, authority, async (scope) => {
      const reply = await shown(parts, scope, params)
      await audit(scope, 'authorization.view', entity(params))
      return reply
    })
}

async function shown(parts: PacketParts, scope: Scope, place: Place): Promise<AuthorizationPacket> {
  const packet = await packetOf(parts, scope, await heldOrder(scope, place))
  return packet.shown
}

/** The order, held, and its letter as it stands, where both are as the caller has seen them. */
async function openLetter(scope: Scope, place: Place, version: number) {
  const order = await heldOrder(scope, place)
  const closed = closedBecause(order)
  if (closed !== null) fail('wrong-state', { detail: closed })
  const letter = await newestLetter(scope, { id: order.id, origin: await originOf(scope, order) })
  if ((letter?.version ?? 0) !== version)
    fail('version-conflict', {
      detail: letter
        ? `${letter.edited_by_name} changed the letter on ${dayInWords(todayAtLaboratory(letter.edited_at))}.`
        : 'The letter was not changed yet.',
    })
  return { order: { id: order.id, institution: place.hospital }, letter }
}

function saveLetter(parts: AuthorizationParts) {
  return (authority: Authority, { params, body: { version, text } }: Input<'saveLetter'>) =>
    within(parts.connection, authority, async (scope) => {
      const { order, letter } = await openLetter(scope, params, version)
      await writeLetter(scope, letter, { order, version: version + 1, text, isSigned: false })
      await audit(scope, 'letter.save', entity(params), { version: version + 1 })
      return shown(parts, scope, params)
    })
}

function signLetter(parts: AuthorizationParts) {
  return (authority: Authority, { params, body: { version, text } }: Input<'signLetter'>) =>
    within(parts.connection, authority, async (scope) => {
      mustBeWritten(text)
      const order = await heldOrder(scope, params)
      const standing = await newestLetter(scope, { id: order.id, origin: await originOf(scope, order) })
      // Asked again after an answer that was lost.
      const isDone = standing?.signed_by === scope.actor.id && standing.body === text
      if (isDone && standing.order_id === order.id) return shown(parts, scope, params)
      const { order: place, letter } = await openLetter(scope, params, version)
      if (scope.actor.npi === '')
        fail('forbidden', { detail: 'A letter of medical necessity is signed by somebody who has an NPI.' })
      await writeLetter(scope, letter, { order: place, version: version + 1, text, isSigned: true })
      await addEvent(scope, place, 'letter-signed')
      await audit(scope, 'letter.sign', entity(params), { version: version + 1 })
      return shown(parts, scope, params)
    })
}

/** Nobody signs what still has to be written. */
function mustBeWritten(text: string) {
  const [first, ...more] = letterGaps(text)
  if (first === undefined) return
  const message = `Write or take out what stands in square brackets: ${[first, ...more].join('; ')}.`
  fail('invalid-fields', { errors: [{ path: '/text', rule: 'unwritten', message }] })
}

/** A payer is sent no estimate that could not be made. */
function hasAmount({ content: { estimate } }: StoredEstimate): boolean {
  return estimate !== null && estimate.result.kind !== 'none'
}

function printPacket(parts: AuthorizationParts) {
  return async (authority: Authority, { params }: Input<'packet'>) => {
    const now = parts.now()
    const { packet, kept } = await within(parts.connection, authority, async (scope) => {
      const order = await heldOrder(scope, params)
      const packet = await packetOf(parts, scope, order)
      const { document } = order
      const row = await newestEstimate(scope.db, { ...params, document })
      const isEnclosed = row && hasAmount(row) && isOfPacket(row, packet)
      await audit(scope, 'authorization.print', entity(params))
      // Whoever prints the packet reads its documents, as by their own route.
      for (const { id } of attachable(packet.evidence).attached)
        await audit(scope, 'document.read', entity(params), { document: id })
      return { packet, kept: isEnclosed ? presentKept(row) : null }
    })
    const files = []
    for (const { file_key, ...file } of attachable(packet.evidence).attached)
      files.push({ ...file, content: await parts.files.get(file_key) })
    const enclosed = { kept, files, laboratory: parts.laboratory, now }
    const input: Parameters<typeof writePacket>[0] = { packet, enclosed }
    const work = { module: here('./packet-pdf.ts'), name: 'writePacket', input }
    return parts.heavy<Uint8Array>({ ...work, who: authority.actor.subject })
  }
}
