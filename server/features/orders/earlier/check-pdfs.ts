import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { OpenPdf } from '#adapters/pdf/port.ts'
import { MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'
import type { DataFileProblem } from '#server/csv/data-table.ts'
import type { EarlierFiles } from './files.ts'

const FOLDER = 'pdfs'
const PROGRESS_EVERY = 1000

export const pdfPath = (dir: string, file: string) => path.join(dir, FOLDER, file)

/**
 * Opens every PDF as its reader will. Returns the SHA-256 of each by its path below `pdfs`; every fault is added to `problems`: a
 * missing file, one that is no PDF, one that is not what `sha256` says, and one that is also another order's.
 */
export async function checkPdfs(
  dir: string,
  { reports, names }: Pick<EarlierFiles, 'reports' | 'names'>,
  openPdf: OpenPdf,
  problems: DataFileProblem[],
  say: (line: string) => void,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>()
  const seen = new Map<string, { row: number; number: string }>()
  for (const [index, { row, value }] of reports.entries()) {
    const report = (column: string, rule: string) =>
      problems.push({ file: names.reports, row, column, rule: `'${value.file}' ${rule}` })
    const content = await readFile(pdfPath(dir, value.file)).catch((error: NodeJS.ErrnoException) => {
      report('file', error.code === 'ENOENT' ? 'is missing' : `cannot be read (${error.code})`)
      return null
    })
    if (content === null) continue
    if (content.byteLength > MOST_FILE_BYTES) {
      report('file', `is larger than ${MOST_FILE_BYTES / 1024 / 1024} MB`)
      continue
    }
    const digest = createHash('sha256').update(content).digest('hex')
    digests.set(value.file, digest)
    if (value.sha256 !== '' && value.sha256.toLowerCase() !== digest)
      report('sha256', `has the SHA-256 ${digest}, not this one`)
    const before = seen.get(digest)
    if (before === undefined) seen.set(digest, { row, number: value.number })
    else if (before.number !== value.number)
      report('file', `is the same document as in row ${before.row}, of order ${before.number}`)
    const opened = await openPdf(content)
    if (!opened.isReadable) report('file', `cannot be opened: the PDF ${opened.reason}`)
    if ((index + 1) % PROGRESS_EVERY === 0) say(`${index + 1} of ${reports.length} documents checked.`)
  }
  return digests
}
