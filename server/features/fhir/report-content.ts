import type { Attachment, Reference } from 'fhir/r4.js'
import type { FhirWriter, LaboratoryOrder } from '#adapters/laboratory/port.ts'
import { merged, remainingFindings, validVersion } from '#domain/results/compare/valid-findings.ts'
import type { OrderDeps } from '#server/features/orders/public.ts'
import type { StoredOrder } from './store.ts'

export type Version = StoredOrder['counting'][number]

/** What resources are made with. */
export interface Presented extends Pick<OrderDeps, 'demoReport'> {
  writer: FhirWriter
  /** `https://portal.example/fhir` */
  base: string
}

interface ReportContent {
  /** Its documents and texts, each version's together, the newest first. */
  forms: Attachment[]
  /** The result as data, as elements of the report. */
  data: ReturnType<FhirWriter['resultData']>
  isGenetic: boolean
  /** Whether it can be read without opening a document. */
  isReadable: boolean
}

/** The content of a report: of its newest version and of those to which it adds. Nothing if it was withdrawn or may be. */
export function contentOf(
  { orderId }: LaboratoryOrder,
  [row, ...addedTo]: readonly [Version, ...Version[]],
  subject: Reference,
  { writer, base, demoReport }: Presented,
): ReportContent {
  const versions = [row, ...addedTo].filter((one) => one.state === 'current' && !one.is_questioned)
  const forms = versions.flatMap((one): Attachment[] => {
    const creation = (one.made_at ?? one.received_at).toISOString()
    const documents = documentsOf(one).map(({ id, mediaType: contentType, bytes: size, label }) => ({
      ...{ contentType, url: `${base}/Binary/${orderId}-${id}`, title: label || 'Report' },
      // A demonstration report is written when it is opened, so its size is not known before.
      ...(demoReport && one.message_id === null ? {} : { size }),
      creation,
    }))
    return [...documents, ...textsOf(one).map((text) => ({ ...text, creation }))]
  })
  const values = versions.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'values' ? part.values : [])),
  )
  const findings = validFindings(versions)
  const isPreliminary = row.status === 'preliminary' || row.status === 'partial'
  const about = { status: isPreliminary ? 'preliminary' : 'final', subject } as const
  return {
    ...{ forms, data: writer.resultData({ findings, values }, about), isGenetic: findings.length > 0 },
    isReadable: findings.length + values.length > 0 || forms.some(({ data }) => data !== undefined),
  }
}

/** A version's documents, each by its Binary's id. */
function documentsOf({ id, parts, file_key, bytes }: Version) {
  const documents = parts.flatMap((part, index) =>
    part.kind === 'document' ? [{ ...part, id: `${id}-${index + 1}` }] : [],
  )
  // A report of before has a file and no parts.
  if (documents.length > 0 || file_key === null) return documents
  return [{ id: String(id), mediaType: 'application/pdf', bytes, label: '' }]
}

/** A version's texts, whole: a report may be nothing else. */
function textsOf({ parts }: Version): Attachment[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'lines') return []
    const content = Buffer.from(part.lines.join('\n').toWellFormed())
    const title = part.label || 'Report'
    const contentType = 'text/plain; charset=utf-8'
    return [{ contentType, data: content.toString('base64'), size: content.byteLength, title }]
  })
}

/** What an addendum's result is together with that of the versions to which it adds. */
function validFindings(versions: readonly Version[]) {
  const valid = remainingFindings(versions.map(validVersion))
  return merged([...valid.values()].flat())
}
