import { readManifest } from '#contract/manifest-file.ts'
import type { Cells } from '#domain/manifest/row.ts'
import { createJudge, type Judged, type Rules } from './judge.ts'

export interface ReadRequest {
  bytes: Uint8Array
  rules: Rules
}

export interface JudgedRow extends Judged {
  /** As a spreadsheet counts: the headings are row 1. */
  row: number
  cells: Cells
}

export type ReadMessage =
  | { kind: 'refused'; words: string }
  | { kind: 'begun'; total: number; ignored: string[] }
  | { kind: 'rows'; rows: JudgedRow[] }
  | { kind: 'end' }

/** So few that a part of them is put on the screen between two frames. */
const ROWS_PER_CHUNK = 250

/** A file, read and judged by the local rules, part by part. */
export function* readInChunks({ bytes, rules }: ReadRequest): Generator<ReadMessage> {
  const { columns, judge } = createJudge(rules)
  const file = readManifest(bytes, columns)
  if ('refused' in file) return yield { kind: 'refused', words: file.refused }
  const { rows, ignored } = file
  yield { kind: 'begun', total: rows.length, ignored }
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
    const chunk = rows.slice(at, at + ROWS_PER_CHUNK)
    yield { kind: 'rows', rows: chunk.map(({ row, cells }) => ({ row, cells, ...judge(cells) })) }
  }
  yield { kind: 'end' }
}
