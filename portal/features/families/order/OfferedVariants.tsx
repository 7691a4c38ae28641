import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useMemo, useState } from 'react'
import type { Family } from '#contract/families.ts'
import type { OrderFamily } from '#contract/order-family.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { LateDialog } from '#ui/LateDialog.tsx'
import classes from './order-family.module.css'
import * as texts from './texts.ts'

const FindingDialog = lazy(async () => ({
  default: (await import('../cascade/FindingDialog.tsx')).FindingDialog,
}))

interface OfferedVariantsProps {
  family: Family
  /** Whose reports list the variants. */
  orderId: number
  variants: OrderFamily['variants']
}

/** Offered before the user asks for all. */
const FIRST = 5

/** “Add this variant to the family?”: what the order's reports list and the family has no finding of. */
export function OfferedVariants({ family, orderId, variants }: OfferedVariantsProps) {
  const queries = useQueryClient()
  const [adding, add] = useState<OrderFamily['variants'][number] | null>(null)
  const { hospitalCode: hospital, id, document } = family
  const [showsAll, setShowsAll] = useState(false)
  const people = useMemo(
    () => [...sentencesOf(document, () => '')].map(([member, { call }]) => ({ member, name: call })),
    [document],
  )
  const nameOf = (member: string) => people.find((one) => one.member === member)?.name
  const close = () => {
    add(null)
    // What was added is offered no longer.
    void queries.invalidateQueries({ queryKey: ['families', hospital] })
  }
  if (variants.length === 0) return null
  return (
    <section className={classes.offers} aria-label={texts.addVariants}>
      <h3>{texts.addVariants}</h3>
      <ul>
        {(showsAll ? variants : variants.slice(0, FIRST)).map((variant) => (
          <li key={`${variant.reportId} ${variant.variantKey}`}>
            <span>{[variant.words, nameOf(variant.member)].filter(Boolean).join(', ')}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.addVariant(variant.words)}
              onClick={() => add(variant)}
            >
              {texts.addToFamily}
            </Button>
          </li>
        ))}
      </ul>
      {!showsAll && variants.length > FIRST && (
        <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
          {texts.showAllVariants(variants.length)}
        </Button>
      )}
      <p className={classes.hint}>{texts.addVariantsHint}</p>
      {adding && (
        <LateDialog onLeave={close}>
          <FindingDialog
            {...{ hospital, id, people }}
            opened
            offered={{
              report: { orderId, reportId: adding.reportId, variantKeys: [adding.variantKey] },
              ...{ member: adding.member, words: adding.words },
            }}
            onClose={close}
          />
        </LateDialog>
      )}
    </section>
  )
}
