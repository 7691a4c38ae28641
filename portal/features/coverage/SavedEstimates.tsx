import type { SavedEstimate } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import classes from './coverage.module.css'
import { PdfMenu } from './PdfMenu.tsx'
import * as texts from './texts.ts'
import { useSavedEstimatePdf } from './use-estimate-pdf.ts'
import { amountInWords } from './words.ts'

/** The estimates as they were given: what was said on a day does not change. */
export function SavedEstimates({ hospital, estimates }: { hospital: string; estimates: SavedEstimate[] }) {
  if (estimates.length === 0) return null
  return (
    <>
      <h3 className={classes.keptTitle}>{texts.savedEstimates}</h3>
      <ul className={classes.kept}>
        {estimates.map((estimate) => (
          <EstimateItem key={estimate.id} hospital={hospital} estimate={estimate} />
        ))}
      </ul>
    </>
  )
}

function EstimateItem({ hospital, estimate }: { hospital: string; estimate: SavedEstimate }) {
  const pdf = useSavedEstimatePdf(hospital, estimate.id)
  const made = showInstant(estimate.madeAt)
  return (
    <li>
      <div>
        <div className={classes.strong}>{amountOf(estimate)}</div>
        <div className={classes.small}>
          {texts.validThrough(made, estimate.madeBy, showDate(estimate.countsUntil))}
        </div>
      </div>
      <PdfMenu
        label="PDF"
        about={texts.estimateOf(made)}
        busy={pdf.isPending}
        onChoose={(language) => pdf.mutate(language)}
      />
    </li>
  )
}

function amountOf({ estimate, selfPayCents }: SavedEstimate): string {
  if (estimate) return amountInWords(estimate) ?? texts.noAmount
  return selfPayCents === null ? texts.noAmount : texts.selfPayAmount(money(selfPayCents))
}
