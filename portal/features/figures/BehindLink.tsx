import { readBehind } from '#domain/figures/behind.ts'
import { behindInWords } from '#domain/figures/words.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import type { Cell } from './tables.ts'
import * as texts from './texts.ts'

/** A number as a link to the list with exactly its orders; plain text if it has none. */
export function BehindLink({ cell, hospitalCodes }: { cell: Cell; hospitalCodes?: string | undefined }) {
  const behind = cell.behind === undefined ? null : readBehind(cell.behind)
  if (!behind || cell.behind === undefined) return cell.text
  return (
    <TextLink
      to="/orders"
      search={{ behind: cell.behind, ...(hospitalCodes ? { hospitalCodes } : {}) }}
      aria-label={texts.ordersBehind(
        cell.text,
        behindInWords(behind, (code) => code),
      )}
    >
      {cell.text}
    </TextLink>
  )
}
