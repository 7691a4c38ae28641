import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PriceView } from '#contract/coverage.ts'
import { Assistance } from './Assistance.tsx'
import classes from './coverage.module.css'
import { EstimateChanges } from './EstimateChanges.tsx'
import { PayerAnswer } from './PayerAnswer.tsx'
import { PriceSummary } from './PriceSummary.tsx'
import { Steps } from './Steps.tsx'
import { Tests } from './Tests.tsx'
import * as texts from './texts.ts'
import { coverageTitle, stepsTitle } from './words.ts'

interface CoverageDialogProps {
  view: PriceView
  isVob: boolean
  /** What may be done with it: check again, print. */
  actions: ReactNode
  onClose: () => void
}

/** Everything about a price: the amount, how it came about, what would change it (specification §2, DLG-06). */
export function CoverageDialog({ view, isVob, actions, onClose }: CoverageDialogProps) {
  const { estimate, check, assistance, changed } = view
  const needed = [...(estimate?.missing ?? [])].sort(
    (one, other) => Number(other.isNeeded) - Number(one.isNeeded),
  )
  const steps = estimate && stepsTitle(estimate)
  // The price without insurance stands above.
  const changes = (estimate?.changes ?? []).filter(({ kind }) => kind !== 'self-pay')
  return (
    <Modal
      opened
      size={720}
      title={coverageTitle(isVob)}
      closeButtonProps={{ 'aria-label': texts.close }}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <PriceSummary view={view} large />
        <EstimateChanges changed={changed} />
        {estimate && steps !== null && (
          <Part title={steps}>
            <Steps estimate={estimate} />
          </Part>
        )}
        {needed.length > 0 && (
          <Part title={texts.notKnown}>
            <ul className={classes.plain}>
              {needed.map(({ words, howToLearn }) => (
                <li key={words}>
                  {words} <span className={classes.small}>{howToLearn}</span>
                </li>
              ))}
            </ul>
          </Part>
        )}
        {changes.length > 0 && (
          <Part title={texts.whatWouldChange}>
            <ul className={classes.plain}>
              {changes.map(({ kind, words }) => (
                <li key={kind}>{words}</li>
              ))}
            </ul>
          </Part>
        )}
        {assistance.length > 0 && (
          <Part title={texts.financialAssistance}>
            <Assistance tiers={assistance} />
          </Part>
        )}
        {check?.state === 'answered' && (
          <Part title={texts.answerFrom(check.payerName)}>
            <PayerAnswer check={check} />
          </Part>
        )}
        <Part title={texts.testsAndPrices}>
          <Tests view={view} />
        </Part>
        <p className={classes.small}>{texts.estimateNotice}</p>
        <Group gap="xs">
          {actions}
          <Button onClick={onClose} ml="auto">
            {texts.done}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
