import { MOST_EXPORTED } from '#contract/lists.ts'
import { grouped } from '#domain/text/figures.ts'
import { counted } from '#ui/counted.ts'
import * as texts from './texts.ts'

/** What the notice of an exported file says, and whether orders are missing in the file. */
export function exportInWords(
  filename: string,
  { total, hasMore = false }: { total: number; hasMore?: boolean | undefined },
): { text: string; isCut: boolean } {
  const orders = texts.totalOf(counted(total, 'order'), hasMore)
  const isCut = hasMore || total > MOST_EXPORTED
  return {
    text: isCut
      ? texts.exportCut(filename, grouped(MOST_EXPORTED), orders)
      : texts.exported(orders, filename),
    isCut,
  }
}
