import { hl7Codec } from '#adapters/laboratory/codec.ts'
import type {
  Dialect,
  LaboratoryCodec,
  LaboratoryOrder,
  LabUpdate,
  ReadMessage,
} from '#adapters/laboratory/port.ts'
import { type Link, type LinkOptions, openLink, type Received } from '../link.ts'

/** What somebody at the laboratory is asked to do with an order. */
export interface LaboratoryAct {
  orderId: number
  /** For a person. */
  words: string
  /** For the simulated laboratory: an act of `simulators/laboratory/acts.ts`. */
  act: Record<string, unknown>
}

/** A laboratory's system that is tried. */
export interface LaboratorySystem {
  codec: LaboratoryCodec
  link: Link<ReadMessage>
  /** Has it done, or asks a person to. Resolves without waiting for the message that follows. */
  act(what: LaboratoryAct): Promise<void>
  /** The laboratory's codes of the tests to order. */
  tests: readonly string[]
}

/** The orders of a run. */
export interface Orders {
  one: LaboratoryOrder
  other: LaboratoryOrder
  /** The number of one more. */
  third: number
  /** MSH-10 of the message that was refused; null until then. */
  refusedId: string | null
}

/** As many numbers as a run may use, from the first. */
export const RUN = 10

/** MSH-3 of the kit. */
const NAMESPACE = 'KARYO-TEST'

export function laboratoryCodec(dialect: Dialect): LaboratoryCodec {
  return hl7Codec(
    {
      ...{ sendingApplication: NAMESPACE, sendingFacility: 'CONFORMANCE' },
      ...{ receivingApplication: 'LIS', receivingFacility: 'TEST', processingId: 'T' },
    },
    dialect,
  )
}

export function openLaboratoryLink(
  codec: LaboratoryCodec,
  options: Omit<LinkOptions<ReadMessage>, 'read' | 'answer'>,
): Promise<Link<ReadMessage>> {
  return openLink<ReadMessage>({
    ...options,
    read: (raw) => codec.read(raw),
    answer: (read, answering) =>
      answering === 'refuse'
        ? codec.writeAcknowledgement(read, 'AE', 'Refused by the conformance kit, to see what follows')
        : codec.writeAcknowledgement(read, read.kind === 'refused' ? read.code : 'AA'),
  })
}

/** The updates of a message about an order. */
export function updatesOf(received: Received<ReadMessage>, orderId: number): LabUpdate[] {
  const { read } = received
  return read.kind === 'news' ? read.updates.filter((update) => update.orderId === orderId) : []
}
