import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Gene, GeneTranscript } from '#domain/genes/gene.ts'
import { type DataFileProblem, throwIfAny } from '#server/csv/data-table.ts'

/** The shipped files, with their sources and licenses in `README.md` beside them. */
export const SHIPPED_GENES = join(import.meta.dirname, '../../../data/reference/genes')

type Report = (row: number | null, column: string | null, rule: string) => void

/** HGNC's and MANE's column names; other columns are ignored. */
const GENE_COLUMNS = ['hgnc_id', 'symbol', 'name', 'locus_group', 'location', 'alias_symbol', 'prev_symbol']
const TRANSCRIPT_COLUMNS = ['HGNC_ID', 'RefSeq_nuc', 'Ensembl_nuc', 'MANE_status']
const STATUSES: readonly string[] = ['MANE Select', 'MANE Plus Clinical']

/**
 * Reads `hgnc.tsv` and `mane.tsv` of a folder, each plain or as `.gz`: the tables that HGNC (complete set) and
 * MANE (summary) publish. A transcript of a gene that is not in the first is left out, as MANE has a few genes
 * that HGNC has not named. Throws DataFilesInvalid.
 */
export function readGenes(dir: string): Gene[] {
  const problems: DataFileProblem[] = []
  const reportIn =
    (file: string): Report =>
    (row, column, rule) => {
      if (problems.length < 100) problems.push({ file, row, column, rule })
    }
  const transcripts = readTranscripts(
    rowsOf(dir, 'mane.tsv', TRANSCRIPT_COLUMNS, reportIn('mane.tsv')),
    reportIn,
  )
  const report = reportIn('hgnc.tsv')
  const symbols = new Set<string>()
  const genes = rowsOf(dir, 'hgnc.tsv', GENE_COLUMNS, report).flatMap(({ row, cells }): Gene[] => {
    const [hgncId = '', symbol = '', name = '', kind = '', location = '', aliases = '', previous = ''] = cells
    if (!/^HGNC:\d+$/.test(hgncId)) report(row, 'hgnc_id', `'${hgncId}' is not an id such as HGNC:1101`)
    if (symbol === '') report(row, 'symbol', 'is empty')
    if (symbols.has(symbol)) report(row, 'symbol', `'${symbol}' is in the file twice`)
    symbols.add(symbol)
    const names = { aliases: listOf(aliases), previous: listOf(previous) }
    return [{ hgncId, symbol, name, location, kind, ...names, transcripts: transcripts.get(hgncId) ?? [] }]
  })
  throwIfAny(problems)
  return genes
}

function readTranscripts(rows: readonly Row[], reportIn: (file: string) => Report) {
  const found = new Map<string, GeneTranscript[]>()
  for (const { row, cells } of rows) {
    const [id = '', refSeq = '', ensembl = '', status = ''] = cells
    if (!STATUSES.includes(status))
      reportIn('mane.tsv')(row, 'MANE_status', `'${status}' is not one of ${STATUSES.join(', ')}`)
    const before = found.get(id) ?? []
    const transcript = { refSeq, ensembl, status: status as GeneTranscript['status'] }
    found.set(id, status === 'MANE Select' ? [transcript, ...before] : [...before, transcript])
  }
  return found
}

/** HGNC separates the members of a list by `|`, and quotes the list in some of its files. */
function listOf(cell: string): string[] {
  return cell
    .replace(/^"(.*)"$/, '$1')
    .split('|')
    .filter((one) => one !== '')
}

interface Row {
  row: number
  /** In the order of the asked columns. */
  cells: string[]
}

function rowsOf(dir: string, file: string, columns: readonly string[], report: Report): Row[] {
  const path = [file, `${file}.gz`].map((name) => join(dir, name)).find((one) => existsSync(one))
  if (path === undefined) {
    report(null, null, 'the file is missing')
    return []
  }
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [head = '', ...lines] = text.replace(/\r/g, '').split('\n')
  const names = head.replace(/^#/, '').split('\t')
  const places = columns.map((column) => names.indexOf(column))
  const missing = columns.filter((_, index) => places[index] === -1)
  for (const column of missing) report(1, column, 'the column is missing')
  if (missing.length > 0) return []
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const all = line.split('\t')
    return [{ row: index + 2, cells: places.map((place) => all[place] ?? '') }]
  })
}
