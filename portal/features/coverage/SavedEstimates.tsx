import type { SavedEstimate } from '#contract/coverage.ts'
import type { Order } from '#contract/order.ts'
import { money } from '#domain/coverage/money.ts'
import { showDate, showInstant } from '#ui/dates.ts'
import classes from './coverage.module.css'
import { PdfMenu } from './PdfMenu.tsx'
import * as texts from './texts.ts'
import { useSavedEstimatePdf } from './use-estimate-pdf.ts'
import { amountInWords } from './words.ts'

/** The estimates as they were given: what was said on a day does not change. */
export function SavedEstimates({ order, estimates }: { order: Order; estimates: SavedEstimate[] }) {
  if (estimates.length === 0) return null
  return (
    <>
      <h3 className={classes.keptTitle}>{texts.savedEstimates}</h3>
      <ul className={classes.kept}>
        {estimates.map((estimate) => (
          <EstimateItem key={estimate.id} order={order} estimate={estimate} />
        ))}
      </ul>
    </>
  )
}

function EstimateItem({ order, estimate }: { order: Order; estimate: SavedEstimate }) {
  const pdf = useSavedEstimatePdf(order.hospitalCode, estimate.id)
  const named = namedOtherwise(order, estimate)
  const made = showInstant(estimate.madeAt)
  return (
    <li>
      <div>
        <div className={classes.strong}>{amountOf(estimate)}</div>
        <div className={classes.small}>
          {texts.validThrough(made, estimate.madeBy, showDate(estimate.countsUntil))}
        </div>
        {named !== '' && <div className={classes.small}>{texts.estimateFor(named)}</div>}
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

/** The patient as the estimate names them, if the order names them otherwise by now. */
function namedOtherwise({ document }: Order, { patientName, patientDateOfBirth }: SavedEstimate): string {
  const [patient] = document.patients
  const isSame =
    patientName === `${patient?.firstName ?? ''} ${patient?.lastName ?? ''}`.trim() &&
    patientDateOfBirth === (patient?.dateOfBirth ?? '')
  const birth = patientDateOfBirth === '' ? '' : texts.born(showDate(patientDateOfBirth))
  return isSame ? '' : [patientName, birth].filter(Boolean).join(', ')
}

function amountOf({ estimate, selfPayCents }: SavedEstimate): string {
  if (estimate) return amountInWords(estimate) ?? texts.noAmount
  return selfPayCents === null ? texts.noAmount : texts.selfPayAmount(money(selfPayCents))
}
