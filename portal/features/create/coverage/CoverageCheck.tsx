import { Anchor } from '@mantine/core'
import type { PriceView } from '#contract/coverage.ts'
import { AskButton, CheckState } from '#portal/features/coverage/public.ts'
import { focusField } from '../focus-field.ts'
import classes from '../sections/fields.module.css'
import price from './price.module.css'
import * as texts from './texts.ts'
import { useAbout, usePrice } from './use-price.ts'

/** Asking the payer about the patient, beside the insurance that was typed; or what must be typed before. */
export function CoverageCheck() {
  const { data: view } = usePrice()
  const about = useAbout()
  if (view?.billingType !== 'Insurance') return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and here are none
    <div className={classes.ownPayer} role="group" aria-labelledby="coverage-check">
      <div className={classes.legend} id="coverage-check">
        {texts.coverage}
      </div>
      <div role="status">
        {view.check ? (
          <CheckState check={view.check} />
        ) : (
          view.gaps.length === 0 &&
          view.payer && <div className={price.small}>{texts.canCheckNow(view.payer.name)}</div>
        )}
      </div>
      <Gaps gaps={view.gaps} />
      <div className={price.actions}>
        <AskButton view={view} about={about} size="xs" />
      </div>
    </div>
  )
}

function Gaps({ gaps }: { gaps: PriceView['gaps'] }) {
  if (gaps.length === 0) return null
  // Those are no gaps that typing more would fill.
  const isAboutPayer = gaps.every(({ rule }) => rule !== 'required')
  return (
    <>
      {!isAboutPayer && <div className={price.small}>{texts.beforeYouCheck}</div>}
      <ul className={price.gaps}>
        {gaps.map(({ path, rule, message }) => (
          <li key={`${path} ${message}`}>
            {rule === 'required' ? (
              <Anchor component="button" type="button" size="sm" ta="left" onClick={() => focusField(path)}>
                {message}
              </Anchor>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
