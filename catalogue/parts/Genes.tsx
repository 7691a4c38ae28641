import { grouped } from '#domain/text/figures.ts'
import classes from './genes.module.css'

/** More than this are behind a click; they are printed all the same. */
const MAX_VISIBLE = 60

/** Gene symbols; `label` says which, for who hears them. */
export function Genes({ genes, label }: { genes: readonly string[]; label: string }) {
  const list = (
    <ul className={classes.genes} aria-label={label}>
      {genes.map((gene) => (
        <li key={gene}>{gene}</li>
      ))}
    </ul>
  )
  if (genes.length <= MAX_VISIBLE) return list
  return (
    <details className={classes.more} data-print-open="">
      <summary>Show all {grouped(genes.length)} genes</summary>
      {list}
    </details>
  )
}
