import type { PriceView } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import classes from './coverage.module.css'
import * as texts from './texts.ts'
import { sentence } from './words.ts'

type Test = PriceView['tests'][number]

/** What each test costs by the list, and what the contract with the payer says of it. */
export function Tests({ view }: { view: Pick<PriceView, 'tests' | 'billingType'> }) {
  return (
    <ul className={classes.tests}>
      {view.tests.map((test) => (
        <li key={test.code}>
          <div className={classes.strong}>
            {test.name} ({test.code})
          </div>
          <div className={classes.small}>
            {detailsOf(test, view.billingType === 'Insurance').map((detail) => (
              <div key={detail}>{detail}</div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}

const COVERED = {
  yes: texts.coveredUnderTheContract,
  no: texts.notCovered,
  unknown: texts.coverageUnknown,
} as const
const AUTHORIZED = {
  yes: texts.authorizationRequired,
  no: texts.noAuthorizationRequired,
  unknown: texts.authorizationUnknown,
} as const

function detailsOf(test: Test, isInsured: boolean): string[] {
  const { cptCodes, listPriceCents, selfPayCents, allowedCents, covered, authorizationRequired, note } = test
  const prices = [
    texts.listPrice(money(listPriceCents)),
    ...(selfPayCents === null ? [] : [texts.selfPayPrice(money(selfPayCents))]),
    ...(isInsured && allowedCents !== null ? [texts.allowedAmount(money(allowedCents))] : []),
    ...(isInsured && allowedCents === null ? [texts.plansAllowedAmountUnknown] : []),
  ]
  return [
    prices.join(', '),
    ...(isInsured ? [sentence(`${COVERED[covered]}, ${AUTHORIZED[authorizationRequired]}`)] : []),
    ...(note ? [note] : []),
    ...(cptCodes.length > 0 ? [texts.cptCodes(cptCodes.join(', '))] : []),
  ]
}
