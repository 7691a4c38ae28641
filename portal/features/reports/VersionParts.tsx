import { useQuery } from '@tanstack/react-query'
import type { ReportVersionView } from '#contract/reports.ts'
import { markedFileName } from '#domain/reports/file-name.ts'
import { DocumentView } from '#portal/files/DocumentView.tsx'
import { ReportContent } from '#ui/ReportContent.tsx'
import { partOptions } from './queries.ts'
import { ResultDownloads } from './ResultDownloads.tsx'
import classes from './reports.module.css'
import * as texts from './texts.ts'

interface VersionPartsProps {
  order: { hospitalCode: string; id: number }
  version: ReportVersionView
}

type DocumentPart = Extract<ReportVersionView['parts'][number], { kind: 'document' }>

/** Everything that a version of a report consists of: the result as data, then the rest in the laboratory's order. */
export function VersionParts({ order, version }: VersionPartsProps) {
  return (
    <>
      <OnlyInDocument version={version} />
      <GeneticParts order={order} version={version} />
      {version.parts.map((part) => {
        if (part.kind === 'genetics') return null
        return part.kind === 'document' ? (
          <PartDocument key={part.part} order={order} version={version} part={part} />
        ) : (
          <ReportContent key={part.part} part={part} />
        )
      })}
    </>
  )
}

export function hasData({ parts }: ReportVersionView): boolean {
  return parts.some(({ kind }) => kind === 'genetics')
}

/** Says of a report of before, or of a laboratory that sends no data, why there is none. */
export function OnlyInDocument({ version: { parts } }: Pick<VersionPartsProps, 'version'>) {
  if (parts.length === 0 || parts.some(({ kind }) => kind !== 'document')) return null
  return <p className={classes.only}>{texts.onlyInDocument}</p>
}

/** The result as data, which is read before the document: a long report begins with its answer. */
export function GeneticParts({ order, version }: VersionPartsProps) {
  const genetic = version.parts.flatMap((part) => (part.kind === 'genetics' ? [part] : []))
  if (genetic.length === 0) return null
  return (
    <>
      {genetic.map((part) => (
        <ReportContent key={part.part} part={part} />
      ))}
      {!version.isQuestioned && <ResultDownloads order={order} version={version} />}
    </>
  )
}

interface PartDocumentProps {
  order: VersionPartsProps['order']
  version: ReportVersionView
  part: DocumentPart
}

function PartDocument({ order, version, part }: PartDocumentProps) {
  return (
    <DocumentView
      document={{ ...part, filename: markedFileName(part.filename, version) }}
      query={useQuery(partOptions(order.hospitalCode, order.id, version, part.part))}
    />
  )
}
