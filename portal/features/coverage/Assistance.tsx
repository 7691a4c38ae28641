import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { PriceView } from '#contract/coverage.ts'
import { money } from '#domain/coverage/money.ts'
import classes from './coverage.module.css'
import * as texts from './texts.ts'

/** What a household with a small income pays at most, for a household of the chosen size. */
export function Assistance({ tiers }: { tiers: PriceView['assistance'] }) {
  const sizes = Math.max(...tiers.map(({ incomeUpToCents }) => incomeUpToCents.length))
  const [people, setPeople] = useState(1)
  return (
    <>
      <div className={classes.household}>
        <span id="household">{texts.household}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="household"
          data={Array.from({ length: sizes }, (_, index) => String(index + 1))}
          value={String(people)}
          onChange={(value) => setPeople(Number(value))}
        />
      </div>
      <dl className={classes.sums}>
        {tiers.map(({ name, incomeUpToCents, mostCents }) => {
          const income = incomeUpToCents[people - 1]
          return (
            income !== undefined && (
              <div key={name}>
                <dt>
                  {name}
                  <span className={classes.small}>{texts.incomeUpTo(dollars(income))}</span>
                </dt>
                <dd>{mostCents === null ? texts.askTheLaboratory : texts.atMostAmount(money(mostCents))}</dd>
              </div>
            )
          )
        })}
      </dl>
    </>
  )
}

/** An income is a round figure: no cents. */
const dollars = (cents: number) => money(cents).replace(/\.00$/, '')
