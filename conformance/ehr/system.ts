import { ehrCodec } from '#adapters/ehr/codec.ts'
import { type EhrCodec, type EhrMessage, fileMark } from '#adapters/ehr/port.ts'
import type { EhrOrder } from '#domain/ehr/ehr-order.ts'
import type { ResultSettings, ResultStatus } from '#domain/ehr/results.ts'
import { type Link, type LinkOptions, openLink } from '../link.ts'
import { samplePdf } from '../sample-pdf.ts'

/** What somebody at the hospital is asked to do. */
export interface HospitalAct {
  /** For a person. */
  words: string
  /** For the simulated hospital. `placer`: of the order to change or cancel. */
  act: { do: 'order' } | { do: 'change' | 'cancel'; placer: string }
}

/** A hospital's record system that is tried. */
export interface HospitalSystem {
  codec: EhrCodec
  link: Link<EhrMessage>
  /** Has it done, or asks a person to. Resolves without waiting for the message that follows. */
  act(what: HospitalAct): Promise<void>
  settings: Pick<ResultSettings, 'version' | 'withdrawn' | 'progress' | 'document' | 'mostMegabytes'>
  /** Whether its connections are encrypted, with a certificate of its own. */
  isEncrypted: boolean
}

export const hospitalCodec = (): EhrCodec =>
  ehrCodec({ sendingApplication: 'KARYO-TEST', sendingFacility: 'CONFORMANCE', processingId: 'T' })

export function openHospitalLink(
  codec: EhrCodec,
  options: Omit<LinkOptions<EhrMessage>, 'read' | 'answer'>,
): Promise<Link<EhrMessage>> {
  return openLink<EhrMessage>({
    ...options,
    read: (raw) => codec.read(raw),
    answer(read, answering) {
      if (answering === 'take' || read.kind !== 'orders') return codec.answer(read, null)
      const { orders: _, echoes: __, ...header } = read
      const reason = 'Refused by the conformance kit, to see what follows'
      return codec.answer({ ...header, kind: 'refused', code: 'AE', reason, cause: 'application' }, null)
    },
  })
}

/** An order that the hospital has sent. */
export interface SentOrder {
  order: EhrOrder
  echo: string
  sender: string
  sentAt: Date | null
}

/** A result of a hospital's order, as the portal writes it. */
export function resultOf(
  { codec, settings }: HospitalSystem,
  { order, echo, sender }: SentOrder,
  how: { controlId: string; status: ResultStatus; at: Date; words?: string; bytes?: number },
): string {
  const { controlId, status, at, words = '', bytes = 0 } = how
  const [application = '', facility = ''] = sender.split('|')
  const code = order.tests[0]?.[0]
  const file = { fileKey: `${controlId}-pdf`, bytes }
  const written = codec.writeResult({
    ...{ controlId, at, echo, processingId: 'T', placer: order.placer, filler: `9${order.placer.number}` },
    settings: {
      ...{ host: '', port: 0, certificates: [], authority: '', orders: 'own', structured: false },
      ...{ changed: 'C', release: 'at-once', releaseDays: 3, application, facility, ...settings },
    },
    result: {
      ...{ status, words, test: { code: code?.code ?? '', name: code?.text ?? '' } },
      ...{ laboratory: 'Conformance kit', signedBy: 'Maris Hollowell', madeAt: at.toISOString() },
      parts: [
        {
          ...{ kind: 'document', label: 'Report', filename: 'report.pdf', mediaType: 'application/pdf' },
          ...file,
        },
      ],
    },
    patient: { recordNumber: '', lastName: '', firstName: '', dateOfBirth: '', sex: '' },
    asked: order.tests[0] ?? null,
    ...{ fetus: null, filed: [], isOthersNow: false },
    ...{ collectedOn: '', provider: { npi: '', lastName: '', firstName: '' }, notice: file },
  })
  const title = `Conformance kit: ${status}, invented`
  return written.split(fileMark(file.fileKey)).join(samplePdf(title, bytes).toString('base64'))
}
