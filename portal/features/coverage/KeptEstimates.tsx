import type { KeptEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import classes from './coverage.module.css'
import { PdfMenu } from './PdfMenu.tsx'
import { useKeptPdf } from './use-estimate-pdf.ts'
import { amountInWords } from './words.ts'

/** The estimates as they were given: what was said on a day does not change. */
export function KeptEstimates({ hospital, estimates }: { hospital: string; estimates: KeptEstimate[] }) {
  if (estimates.length === 0) return null
  return (
    <>
      <h3 className={classes.keptTitle}>Kept estimates</h3>
      <ul className={classes.kept}>
        {estimates.map((kept) => (
          <Kept key={kept.id} hospital={hospital} kept={kept} />
        ))}
      </ul>
    </>
  )
}

function Kept({ hospital, kept }: { hospital: string; kept: KeptEstimate }) {
  const pdf = useKeptPdf(hospital, kept.id)
  const made = showInstant(kept.madeAt)
  return (
    <li>
      <div>
        <div className={classes.strong}>{amountOf(kept)}</div>
        <div className={classes.small}>
          {made} · {kept.madeBy} · counts until {showDate(kept.countsUntil)}
        </div>
      </div>
      <PdfMenu
        label="PDF"
        about={`the estimate of ${made}`}
        busy={pdf.isPending}
        onChoose={(language) => pdf.mutate(language)}
      />
    </li>
  )
}

function amountOf({ estimate, selfPayCents }: KeptEstimate): string {
  if (estimate) return amountInWords(estimate) ?? 'No amount could be told'
  return selfPayCents === null ? 'No amount could be told' : `${money(selfPayCents)} without insurance`
}
