import type { PriceView } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import classes from './coverage.module.css'
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
  yes: 'covered by the contract',
  no: 'not covered by the contract',
  unknown: 'coverage not known',
} as const
const AUTHORIZED = {
  yes: 'authorization required',
  no: 'no authorization required',
  unknown: 'authorization not known',
} as const

function detailsOf(test: Test, isInsured: boolean): string[] {
  const { cptCodes, listPriceCents, selfPayCents, allowedCents, covered, authorizationRequired, note } = test
  const prices = [
    `List price ${money(listPriceCents)}`,
    ...(selfPayCents === null ? [] : [`${money(selfPayCents)} without insurance`]),
    ...(isInsured && allowedCents !== null ? [`the plan allows ${money(allowedCents)}`] : []),
    ...(isInsured && allowedCents === null ? ['what the plan allows is not known'] : []),
  ]
  return [
    prices.join(', '),
    ...(isInsured ? [sentence(`${COVERED[covered]}, ${AUTHORIZED[authorizationRequired]}`)] : []),
    ...(note ? [note] : []),
    ...(cptCodes.length > 0 ? [`CPT ${cptCodes.join(', ')}`] : []),
  ]
}
